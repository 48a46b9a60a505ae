import { type TravellerField, travellerFields } from '@raahi/contract/enquiry-form'
import { type FormField, optionLabel } from '@raahi/contract/form-field'
import { formatPhone } from '@raahi/contract/formats'
import type { OwnEnquiry, OwnSituation } from '@raahi/contract/own-enquiry'
import { formatDate, formatDateTime } from '../../../lib/dates.ts'

/** The state of an enquiry in plain words for the traveller. */
const situationTexts: Record<OwnSituation, { title: string; text: string }> = {
  waiting: {
    title: 'We have your enquiry',
    text: 'We will read it soon. No travel agent has seen it yet.',
  },
  looking: {
    title: 'We are finding your travel agent',
    text: 'We have read it and are offering it to our travel agents. They can see your name, your city and your trip. Only the agent who takes it up gets your phone number and email.',
  },
  'with-agent': {
    title: 'One travel agent has it',
    text: 'The agent will contact you soon. No other agent has your number. If your plans have changed, please tell the agent when you speak.',
  },
  closed: {
    title: 'This enquiry is closed',
    text: 'It was not passed on to a travel agent, or it is no longer on offer. If you would still like to travel, please send us a new enquiry.',
  },
  withdrawn: {
    title: 'You have withdrawn it',
    text: 'No travel agent has received it, and no one will contact you about it.',
  },
  'withdrawn-with-agent': {
    title: 'You have withdrawn it',
    text: 'A travel agent had already received it. We have asked them not to contact you again. If they still do, please let us know.',
  },
}

const returnedText = {
  title: 'The agent has returned it',
  text: 'This agent is no longer handling your trip. The agent has seen your phone number, and no other agent will, unless you offer your trip again.',
}

/** Only an enquiry with an email gets its link by mail. */
const offeredAgainText = (reference: string, isMailed: boolean) => ({
  title: 'You have offered your trip to another agent',
  text: `The agent who had it has returned it. Your new enquiry is ${reference}${isMailed ? ', and its link is in our email' : ''}.`,
})

const underReviewText = {
  title: 'We are checking your correction',
  text: 'Our team reads a new name, place or contact before it is offered to our travel agents. Until then no agent can take up your enquiry.',
}

/** The state of an enquiry, also while a correction is checked, and after its agent got the payment back. */
export function describeSituation(enquiry: OwnEnquiry) {
  const { situation, isUnderReview, canOfferAgain, offeredAgainAs, email } = enquiry
  if (situation === 'looking' && isUnderReview) return underReviewText
  if (!canOfferAgain) return situationTexts[situation]
  return offeredAgainAs === null ? returnedText : offeredAgainText(offeredAgainAs, email !== null)
}

/** The message after a correction. A changed email invalidates the link that was sent to the old one. */
export function formatCorrection({ email }: OwnEnquiry, hasNewLink: boolean): string {
  const corrected = 'Your enquiry has been corrected.'
  if (!hasNewLink) return corrected
  return email
    ? `${corrected} Its new link is on its way to ${email}. The old link no longer works.`
    : `${corrected} It has a new link, and the old one no longer works. Please save the address of this page.`
}

/** The steps of an open enquiry, and how many of them it has reached; 0 for a closed, withdrawn or returned one. */
export const progressSteps = ['Received', 'Offered to agents', 'With one agent'] as const
const reachedSteps: Partial<Record<OwnSituation, number>> = {
  waiting: 1,
  looking: 2,
  'with-agent': 3,
}

export function countReachedSteps({ situation, isUnderReview, canOfferAgain }: OwnEnquiry): number {
  if (isUnderReview) return 1
  return canOfferAgain ? 0 : (reachedSteps[situation] ?? 0)
}

/** A detail of the enquiry, with the fields that correct it. */
type Detail = [name: string, value: string, fields?: TravellerField[]]

/** The enquiry as label and value. Empty values are omitted. */
export function listEnquiryDetails(enquiry: OwnEnquiry): Detail[] {
  const { travelDays, travelNights, adult, children, infant } = enquiry
  const details: [string, string | null, TravellerField[]?][] = [
    ['Sent', formatDateTime(enquiry.createdAt)],
    ['Corrected', formatDateTime(enquiry.correctedAt)],
    ['Withdrawn', formatDateTime(enquiry.withdrawnAt)],
    ['Name', enquiry.name, ['name']],
    ['Phone', formatPhone(enquiry.phone), ['phone']],
    ['Phone verified', formatDateTime(enquiry.phoneVerifiedAt)],
    ['Email', enquiry.email, ['email']],
    ['Email verified', formatDateTime(enquiry.emailVerifiedAt)],
    [travellerFields.city.label, enquiry.city, ['city']],
    [travellerFields.destination.label, enquiry.destination, ['destination']],
    [travellerFields.travelDate.label, formatDate(enquiry.travelDate), ['travelDate']],
    [
      'How long',
      formatCounts([travelDays, 'day'], [travelNights, 'night']),
      ['travelNights', 'travelDays'],
    ],
    [
      'Who travels',
      formatCounts([adult, 'adult'], [children, 'child', 'children'], [infant, 'infant']),
      ['adult', 'children', 'infant'],
    ],
    ...listChoices(enquiry),
    ['Message', enquiry.message],
    ...Object.entries(enquiry.extra),
  ]
  return details.filter((detail): detail is Detail => Boolean(detail[1]))
}

/** The select fields of the form, each with the chosen option. */
function listChoices(enquiry: OwnEnquiry): [string, string | null, TravellerField[]][] {
  const fields = Object.entries(travellerFields) as [TravellerField, FormField][]
  return fields
    .filter(([, { kind }]) => kind === 'select')
    .map(([name, field]) => [
      field.label,
      optionLabel(field, enquiry[name] as string | null),
      [name],
    ])
}

/** '2 adults, 1 child'; '' for no people. */
function formatCounts(...counts: [count: number | null, one: string, many?: string][]): string {
  return counts
    .filter(([count]) => count)
    .map(([count, one, many = `${one}s`]) => `${count} ${count === 1 ? one : many}`)
    .join(', ')
}
