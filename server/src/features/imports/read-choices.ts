import { type TripBudget, tripBudgets } from '@raahi/contract/enquiry-labels'
import type { LeadType, TripType } from '@raahi/contract/leads'
import { plainName } from '@raahi/contract/places'

// The choices of a lead as people write them in spreadsheets. A text that is not listed is passed on, and the check of the field
// refuses it with its reason.

const tripTypeWords: Record<TripType, string> = {
  Business: 'business, corporate, mice, व्यवसाय',
  Family: 'family, family trip, परिवार, पारिवारिक',
  Friends: 'friends, friend, दोस्त, मित्र',
  Couples: 'couple, couples, honeymoon, हनीमून, दंपति',
  Senior_Citizen: 'senior citizen, senior citizens, seniors, वरिष्ठ नागरिक',
  Others: 'others, other, solo, single, leisure, holiday, अन्य',
  Group: 'group, group tour, समूह',
}

const leadTypeWords: Record<LeadType, string> = {
  domestic: 'domestic, india, within india, indian, national, घरेलू, भारत',
  international:
    'international, abroad, foreign, overseas, outbound, outside india, अंतरराष्ट्रीय, विदेश',
}

/** A map from each word in plain form to its choice. */
function byWord<Choice extends string>(words: Record<Choice, string>): Map<string, Choice> {
  return new Map(
    (Object.entries(words) as [Choice, string][]).flatMap(([choice, list]) =>
      list.split(', ').map((word) => [plainName(word), choice] as const),
    ),
  )
}

const tripTypes = byWord(tripTypeWords)
const leadTypes = byWord(leadTypeWords)

export const readTripType = (text: string): string => tripTypes.get(plainName(text)) ?? text
export const readLeadType = (text: string): string => leadTypes.get(plainName(text)) ?? text

/** The lowest amount of each budget, in rupees per person. */
const budgetStarts = [
  [100_000, 'over-100000'],
  [60_000, '60000-100000'],
  [30_000, '30000-60000'],
  [15_000, '15000-30000'],
  [0, 'under-15000'],
] as const satisfies [number, TripBudget][]

/** Reads the code or the label of a budget, or an amount such as '₹25,000' and '25k'. */
export function readBudget(text: string): string {
  const plain = text.replace(/[₹,\s]|rs\.?|inr|\/-/gi, '').toLowerCase()
  for (const [code, label] of Object.entries(tripBudgets))
    if (text === code || text === label) return code
  const [, digits, thousand] = /^(\d+(?:\.\d+)?)(k)?$/.exec(plain) ?? []
  if (digits === undefined) return text
  const amount = Number(digits) * (thousand ? 1000 : 1)
  return budgetStarts.find(([start]) => amount >= start)?.[1] ?? text
}

/** Reads '2', '2.0', '2 adults', '5 days'. Other texts are passed on. */
export function readCountText(text: string): number | string {
  const digits = /^(\d{1,9})(?:\.0+)?\s*[\p{L}\p{M}]*$/u.exec(text.normalize('NFKC'))?.[1]
  return digits === undefined ? text : Number(digits)
}
