import type { Lead } from '@raahi/contract/leads'

/** Of a lead, or of an enquiry, where each may be unknown. */
type Counts<Name extends keyof Lead> = Record<Name, number | null>
type Group = Counts<'adult' | 'children' | 'infant'>

/** How many travel: the sum of the counts. */
export function totalTravellers({ adult, children, infant }: Group): number {
  return (adult ?? 0) + (children ?? 0) + (infant ?? 0)
}

/** '2 adults, 1 child'; '' where nobody is counted. */
export function travellerSplit({ adult, children, infant }: Group): string {
  return [
    counted(adult, 'adult', 'adults'),
    counted(children, 'child', 'children'),
    counted(infant, 'infant', 'infants'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** '5 days, 4 nights'; '' where neither is known. */
export function tripLength({ travelDays, travelNights }: Counts<'travelDays' | 'travelNights'>) {
  return [counted(travelDays, 'day', 'days'), counted(travelNights, 'night', 'nights')]
    .filter(Boolean)
    .join(', ')
}

/** Whether the viewer itself has bought the lead: only then has it a replacement status. */
export function isOwnPurchase(lead: Lead): boolean {
  return lead.satatus === 'sold' && lead.replacementStatus !== null
}

function counted(count: number | null, one: string, many: string): string {
  if (!count) return ''
  return `${count} ${count === 1 ? one : many}`
}
