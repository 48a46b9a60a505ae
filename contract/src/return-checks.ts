import { z } from 'zod'
import { day } from './fields.ts'
import type { DecidedHow } from './leads.ts'
import { type TravellerAnswer, travellerAnswers } from './traveller-question.ts'

/**
 * The checks of a replacement request, in the order in which they are made. `term` is the field of the return policy that
 * lets a check approve.
 */
export const returnChecks = {
  'same-contact': { label: 'Same contact', term: 'sameContactApproves' },
  'sold-before': { label: 'Sold before', term: 'soldBeforeApproves' },
  withdrawn: { label: 'Withdrawn', term: 'withdrawnApproves' },
} as const
export type ReturnCheckCode = keyof typeof returnChecks

/** The finding of a check: the contact that another lead also has, or an action of the traveller. */
export const checkFindings = ['phone', 'email', 'phone-and-email', 'withdrawn', 'erased'] as const
export type CheckFinding = (typeof checkFindings)[number]

/** The result of one check. It never contains a contact. */
export const returnCheck = z.object({
  check: z.enum(Object.keys(returnChecks) as ReturnCheckCode[]),
  /** Null: it proves nothing. */
  found: z.enum(checkFindings).nullable(),
  /** Asia/Kolkata: when the other lead was sold, or the traveller withdrew. */
  on: day.nullable(),
  /** The other lead. Agents see it only if they bought it. */
  otherLead: z.string().nullable(),
  /** The company that bought the other lead. Only for admins. */
  otherBuyer: z.string().nullable(),
  /** Whether this result approves under the policy of the purchase. */
  approves: z.boolean(),
})
export type ReturnCheck = z.output<typeof returnCheck>

/** The question to the traveller of the lead, and the answer. */
export const travellerReply = z.object({
  /** Asia/Kolkata. */
  askedOn: day,
  /** Null: no answer yet. */
  answer: z.enum(Object.keys(travellerAnswers) as TravellerAnswer[]).nullable(),
  answeredOn: day.nullable(),
  /** Only with 'not-travelling': whether the plans had ended before the purchase or within 72 hours after it. */
  wasInTime: z.boolean().nullable(),
  /** Whether this answer approves under the policy of the purchase. */
  approves: z.boolean(),
})
export type TravellerReply = z.output<typeof travellerReply>

/** The answer of the traveller as one or two sentences. */
export function formatTravellerReply(reply: TravellerReply): string {
  const { askedOn, answer, answeredOn, wasInTime } = reply
  if (answer === null || answeredOn === null) {
    return `We asked the traveller by email on ${formatDay(askedOn)}. There is no answer yet.`
  }
  const sentence = `The traveller answered on ${formatDay(answeredOn)}: “${travellerAnswers[answer]}”.`
  if (wasInTime === null) return sentence
  return wasInTime
    ? `${sentence} The trip was already off within 72 hours after the purchase.`
    : `${sentence} The trip was called off later than 72 hours after the purchase.`
}

/** The purchases of an agent in 30 days, how many of these were returned, and the limits above which admins decide. */
export const returnRate = z.object({
  purchases: z.int(),
  returned: z.int(),
  /** Percent of the purchases. */
  maxPercent: z.int(),
  /** The limit counts from this number of purchases on. */
  minPurchases: z.int(),
  isAbove: z.boolean(),
  /** The requests that checks and travellers approved in 30 days, and the number from which on admins decide. */
  automatic: z.int(),
  maxAutomatic: z.int(),
})
export type ReturnRate = z.output<typeof returnRate>

/** The present rate of an agent, with the limit of the policy of a purchase. */
export const ownReturnRate = returnRate.extend({
  /** Whether a check can approve a request for the purchase at once: its policy has one on, and no request was rejected. */
  checksApprove: z.boolean(),
})
export type OwnReturnRate = z.output<typeof ownReturnRate>

const contactTexts = {
  phone: 'the same phone number',
  email: 'the same email',
  'phone-and-email': 'the same phone number and email',
}

/** The result of a check as one sentence. */
export function formatReturnCheck(result: ReturnCheck, reader: 'agent' | 'admin'): string {
  const { check, found, on, otherLead, otherBuyer } = result
  if (found === null || on === null) return nothingFound[check]
  if (found === 'withdrawn') return `The traveller withdrew the enquiry on ${formatDay(on)}.`
  if (found === 'erased') return `The traveller had the enquiry erased on ${formatDay(on)}.`
  const contact = contactTexts[found]
  if (check === 'same-contact') {
    const buyer = reader === 'agent' ? 'You' : 'The agent'
    return `${buyer} bought lead ${otherLead} with ${contact} on ${formatDay(on)}.`
  }
  const lead = otherLead ? `lead ${otherLead}` : 'another lead'
  const buyer = otherBuyer ? ` to ${otherBuyer}` : ''
  return `${capital(lead)} with ${contact} was sold${buyer} on ${formatDay(on)}.`
}

const nothingFound: Record<ReturnCheckCode, string> = {
  'same-contact': 'No purchase of the same contact in the previous 90 days.',
  'sold-before': 'No other sale of the same contact in the previous 30 days.',
  withdrawn: 'We found no withdrawal by the traveller within 24 hours of the purchase.',
}

/** Whether the evidence would have approved the request, but an admin decides because of the agent's returns. */
export function isLeftToPerson({
  checks,
  traveller,
  returnRate,
}: {
  checks: readonly ReturnCheck[]
  traveller: TravellerReply | null
  returnRate: ReturnRate | null
}): boolean {
  const isProved = traveller?.approves === true || checks.some(({ approves }) => approves)
  return isProved && returnRate !== null && (returnRate.isAbove || isCapReached(returnRate))
}

/** Whether the automatic approvals of the agent are used up. */
export function isCapReached({ automatic, maxAutomatic }: ReturnRate): boolean {
  return automatic >= maxAutomatic
}

/** The text for the agent about why an admin decides the request. */
export function formatLeftToPerson({ returnRate }: { returnRate: ReturnRate | null }): string {
  const reason = returnRate?.isAbove
    ? `You have returned more than ${returnRate.maxPercent}% of your purchases in the last 30 days`
    : `${returnRate?.maxAutomatic} of your requests were approved automatically in the last 30 days`
  return `The evidence supports your request. ${reason}, so our team will review it and email you.`
}

/** The text for the agent about who decides an appeal. */
export function formatAppealReview({ needsOtherAdmin }: { needsOtherAdmin: boolean }): string {
  const review = 'We are checking your appeal and will email you our decision.'
  return needsOtherAdmin ? `${review} A different member of our team reviews it.` : review
}

/** The text for the agent after the outcome of an appeal. */
export const onlyAdminText = 'The same person decided both times, because Raahi had only one admin.'

/** The text for the agent about how a request was approved. The sentence about the refund follows it. */
export const approvalTexts: Record<DecidedHow, string> = {
  person: '',
  deadline: 'We did not decide in time, so your request was approved automatically. ',
  check: 'An automatic check confirmed the problem, so we approved your request. ',
  traveller: 'The traveller has confirmed it, so your request was approved automatically. ',
}

/** The share of returned purchases in whole percent. */
export function returnPercent({ purchases, returned }: ReturnRate): number {
  return purchases === 0 ? 0 : Math.round((returned * 100) / purchases)
}

/** DD-MM-YYYY, as on all screens. */
function formatDay(date: string): string {
  return date.split('-').reverse().join('-')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
