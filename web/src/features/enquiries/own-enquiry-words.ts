import type { OwnEnquiry, OwnSituation } from '@raahi/contract/enquiries'
import { tripKinds } from '@raahi/contract/enquiry-words'
import { formatPhone } from '@raahi/contract/formats'
import { formatDate, formatDateTime } from '../../lib/dates.ts'

/** Where an enquiry stands, in a traveller's words. */
export const situationWords: Record<OwnSituation, { title: string; text: string }> = {
  waiting: {
    title: 'We have your enquiry',
    text: 'Somebody at Raahi reads it next. No travel agent has seen it yet.',
  },
  looking: {
    title: 'We are finding your travel agent',
    text: 'We have read it and offer it to our agents, who see your name, your city and the trip. Your phone and email go to the one who takes it on, and to nobody else.',
  },
  'with-agent': {
    title: 'One travel agent has it',
    text: 'The agent who has taken it on gets in touch with you. Nobody else has your number. If something has changed, please tell the agent when you speak.',
  },
  closed: {
    title: 'This enquiry is closed',
    text: 'It was not passed on to a travel agent, or is no longer offered. If you would still like to travel, please send us a new one.',
  },
  withdrawn: {
    title: 'You have withdrawn it',
    text: 'No travel agent has received it, and nobody will contact you about it.',
  },
  'withdrawn-with-agent': {
    title: 'You have withdrawn it',
    text: 'A travel agent had it already. We have asked them not to contact you any more. If they still do, please tell us.',
  },
}

/** What is said once it is corrected. Another email than before has closed the link that the one of before was sent. */
export function correctedText({ email }: OwnEnquiry, hasNewLink: boolean): string {
  const corrected = 'Your enquiry has been corrected.'
  if (!hasNewLink) return corrected
  return email
    ? `${corrected} It has a new link, which is on its way to ${email}; the one of before is closed.`
    : `${corrected} It has a new link, and the one of before is closed: please keep the address of this page.`
}

/** The stations of an enquiry that goes its way, and how many of them it has reached; 0: it has left the way. */
export const stations = ['Received', 'Offered to agents', 'With one agent'] as const
const reached: Partial<Record<OwnSituation, number>> = { waiting: 1, looking: 2, 'with-agent': 3 }

export function stationsReached(situation: OwnSituation): number {
  return reached[situation] ?? 0
}

/** What was entered, by names that people read; what was left out is not listed. */
export function enquiryFacts(enquiry: OwnEnquiry): [name: string, value: string][] {
  const { travelDays, travelNights, adult, children, infant } = enquiry
  const facts: [string, string | null][] = [
    ['Sent', formatDateTime(enquiry.createdAt)],
    ['Corrected', formatDateTime(enquiry.correctedAt)],
    ['Withdrawn', formatDateTime(enquiry.withdrawnAt)],
    ['Name', enquiry.name],
    ['Phone', formatPhone(enquiry.phone)],
    ['Email', enquiry.email],
    ['Current city', enquiry.city],
    ['Destination', enquiry.destination],
    ['Travel date', formatDate(enquiry.travelDate)],
    ['How long', counted([travelDays, 'day'], [travelNights, 'night'])],
    ['Who travels', counted([adult, 'adult'], [children, 'child', 'children'], [infant, 'infant'])],
    ['Kind of trip', tripWords(enquiry.tripType)],
    ['Within India or abroad', enquiry.leadType === 'domestic' ? 'Domestic' : 'International'],
  ]
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

/** 'Others' is what a trip is kept as of which nothing else was said, too. */
function tripWords(tripType: OwnEnquiry['tripType']): string {
  if (tripType === 'Others') return ''
  const kinds: Partial<Record<string, string>> = tripKinds
  return kinds[tripType] ?? tripType.replace('_', ' ')
}

/** '2 adults, 1 child'; '' where there are none. */
function counted(...counts: [count: number, one: string, many?: string][]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many = `${one}s`]) => `${count} ${count === 1 ? one : many}`)
    .join(', ')
}
