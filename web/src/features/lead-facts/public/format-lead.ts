import { tripBudgets, tripPriorities } from '@raahi/contract/enquiry-labels'
import { statusOf } from '@raahi/contract/lead-status'
import type { Lead } from '@raahi/contract/leads'
import { leadTypeLabels, tripTypeLabels } from './lead-labels.ts'

/** Counts of a lead, or of an enquiry, in which each may be unknown. */
type Counts<Name extends keyof Lead> = Record<Name, number | null>
type Group = Counts<'adult' | 'children' | 'infant'>

/** One chosen property of a trip, as cards and lists of leads, purchases and enquiries show it. */
interface TripKind {
  label: string
  /** Null: unknown, which is possible only for an enquiry. */
  value: string | null
  unknown: string
  /** A short form for narrow rows, in the terms of travel agents. */
  short?: string
}

/** The kinds of a trip. A select field that is added here appears on every card. */
export function listTripKinds({
  tripType,
  leadType,
  budgetPerPerson,
  priority,
}: {
  tripType: Lead['tripType'] | null
  leadType: Lead['leadType'] | null
} & Pick<Lead, 'budgetPerPerson' | 'priority'>): TripKind[] {
  const kinds: TripKind[] = [
    {
      label: 'Trip type',
      value: tripType && tripTypeLabels[tripType],
      unknown: 'Kind of trip not given',
    },
    {
      label: 'Lead type',
      value: leadType && leadTypeLabels[leadType],
      unknown: 'India or abroad not given',
    },
  ]
  // Most travellers leave these two fields empty, so a card omits empty ones.
  if (budgetPerPerson) {
    const budget = tripBudgets[budgetPerPerson]
    // As Indian travel agents write it: L is a lakh, pp is per person.
    const short = `${budget.replace('1,00,000', '1L').replaceAll(',000', 'K')} pp`
    kinds.push({ label: 'Budget', value: `${budget} per person`, unknown: '', short })
  }
  if (priority) {
    kinds.push({ label: 'What matters most', value: tripPriorities[priority], unknown: '' })
  }
  return kinds
}

/** 'Family, Domestic' */
export function formatTripKinds(trip: Parameters<typeof listTripKinds>[0], separator = ', ') {
  return listTripKinds(trip)
    .map(({ value, unknown }) => value ?? unknown)
    .join(separator)
}

/** When a trip without a travel date starts: 'in November', or 'dates open'. */
export function formatOpenDates({ travelMonth }: Pick<Lead, 'travelMonth'>): string {
  return travelMonth ? `in ${travelMonth}` : 'dates open'
}

/** The number of travellers. */
export function totalTravellers({ adult, children, infant }: Group): number {
  return (adult ?? 0) + (children ?? 0) + (infant ?? 0)
}

/** '2 adults, 1 child'; '' without a count. */
export function travellerSplit({ adult, children, infant }: Group): string {
  return [
    counted(adult, 'adult', 'adults'),
    counted(children, 'child', 'children'),
    counted(infant, 'infant', 'infants'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** '5 days, 4 nights'; '' if neither is known. */
export function tripLength({ travelDays, travelNights }: Counts<'travelDays' | 'travelNights'>) {
  return [counted(travelDays, 'day', 'days'), counted(travelNights, 'night', 'nights')]
    .filter(Boolean)
    .join(', ')
}

/** Whether the viewer has bought the lead. Only the buyer's leads have a replacement status. */
export function isOwnPurchase(lead: Lead): boolean {
  return statusOf(lead) === 'sold' && lead.replacementStatus !== null
}

function counted(count: number | null, one: string, many: string): string {
  if (!count) return ''
  return `${count} ${count === 1 ? one : many}`
}
