import { ownEnquiryPath } from '@raahi/contract/enquiries'
import { formatRupees } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import { formatRejection } from '@raahi/contract/replacement-reasons'
import {
  maxRequests,
  type ReplacementReasonParts,
  type ReplacementRequest,
  replacementReasonLabel,
} from '@raahi/contract/replacements'
import {
  approvalTexts,
  formatLeftToPerson,
  formatReturnCheck,
  formatTravellerReply,
  isLeftToPerson,
  returnChecks,
} from '@raahi/contract/return-checks'
import { visitorRecipient } from '../../platform/mail/address-mail.ts'
import { formatTime } from '../../platform/mail/format-time.ts'
import {
  type MailDraft,
  type Recipient,
  type UserText,
  userText,
} from '../../platform/mail/mail.ts'

type Fact = readonly [label: string, value: string | UserText]

// No mail contains the traveller's phone or email, because agents pay for them.

/** A request and the parts of its reason. */
export interface RequestForMail {
  request: ReplacementRequest
  reason: ReplacementReasonParts
}

/** Notifies an admin of a replacement request. */
export function noticeMail(
  { request, reason }: RequestForMail,
  to: Recipient,
  publicUrl: string,
): MailDraft {
  const { lead, user, askedBefore } = request
  return {
    to,
    subject: `Replacement requested for lead ${lead.leadId}`,
    heading: 'New replacement request',
    paragraphs: [
      'An agent has reported a bad lead. Please check it, then approve or reject the request.',
    ],
    facts: [
      ['Agent', userText(`${user.name}, ${user.companyName}`)],
      ['Lead', request.lead.leadId],
      ['Traveller', travellerText(request)],
      ...reasonFacts('Reason', reason),
      ['Paid', paidText(request)],
      ...checkFacts(request, 'admin'),
      [
        'Requests so far',
        `${askedBefore.requests} of ${askedBefore.purchases} purchases, ${askedBefore.approved} approved`,
      ],
    ],
    action: {
      label: 'View requests',
      url: `${publicUrl}/dashboard/replacements?status=pending`,
    },
    note: 'You are getting this email because you are a Raahi admin.',
  }
}

/** Confirms a request to its buyer. */
export function confirmationMail(
  { request, reason }: RequestForMail,
  to: Recipient,
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: `We have your replacement request for lead ${request.lead.leadId}`,
    heading: 'We have your request',
    paragraphs: [
      'We are checking the lead and will email you our decision.',
      ...(isLeftToPerson(request) ? [formatLeftToPerson(request)] : []),
      ...(request.decideBy ? [deadlineText(request.decideBy, request.approvesLate)] : []),
    ],
    facts: [
      ['Lead', request.lead.leadId],
      ['Traveller', travellerText(request)],
      ...reasonFacts('Reason', reason),
      ['You paid', paidText(request)],
      ...checkFacts(request, 'agent'),
    ],
    action: { label: 'Your purchased leads', url: `${publicUrl}/dashboard/purchased-leads` },
  }
}

/** Asks a traveller whether the trip is still planned. It repeats nothing that the agent wrote. */
export function questionMail(
  email: string,
  { reference, token }: { reference: string; token: string },
  publicUrl: string,
): MailDraft {
  return {
    to: visitorRecipient(email),
    subject: `Are you still planning your trip? (${reference})`,
    heading: 'One question about your trip',
    paragraphs: [
      'The travel agent who has your enquiry could not talk to you about your trip, and has asked us to check. Are you still planning it?',
      'Please open the link and press one of four buttons. We ask this only once.',
    ],
    facts: [['Your reference', reference]],
    action: { label: 'Answer the question', url: `${publicUrl}${ownEnquiryPath(token)}` },
    note: 'You receive this mail because this address was entered in an enquiry at Raahi. Please do not share the link: anyone who has it can answer for you and withdraw your enquiry.',
  }
}

/** Notifies a buyer of the decision and of what was returned. */
export function decisionMail(
  { request, reason }: RequestForMail,
  to: Recipient,
  publicUrl: string,
): MailDraft {
  const { lead, status } = request
  const facts: Fact[] = [
    ['Lead', request.lead.leadId],
    ['Traveller', travellerText(request)],
    ...reasonFacts('Your reason', reason),
  ]
  if (status === 'approved') facts.push(['Refunded', returnedText(request)])
  facts.push(...checkFacts(request, 'agent'))
  const why = formatRejection(request.rejectionCode, request.rejectionReason)
  if (why) facts.push(['Why it was not approved', userText(why)])
  return {
    to,
    subject: `Replacement ${status} for lead ${lead.leadId}`,
    heading:
      status === 'approved'
        ? 'Your replacement request is approved'
        : 'Your replacement request was not approved',
    paragraphs: [outcomeText(request)],
    facts,
    action: { label: 'Your purchased leads', url: `${publicUrl}/dashboard/purchased-leads` },
  }
}

function deadlineText(decideBy: string, approvesLate: boolean): string {
  const until = `We decide by ${formatTime(new Date(decideBy))}.`
  return approvesLate ? `${until} If we do not, your request is approved automatically.` : until
}

function outcomeText(request: ReplacementRequest): string {
  if (request.status === 'rejected') {
    const refused = 'We checked the lead and could not approve your request.'
    return request.attempt < maxRequests
      ? `${refused} If you have more details, you can request once more.`
      : refused
  }
  const returned =
    request.returned === 'plan'
      ? 'The lead is back on your plan, so you can buy another one with it.'
      : 'The money is back in your wallet, ready to use.'
  return `${approvalTexts[request.decidedHow ?? 'person']}${returned}`
}

/** What the checks have found. */
function checkFacts(request: ReplacementRequest, reader: 'agent' | 'admin'): Fact[] {
  const { traveller } = request
  return [
    ...foundFacts(request, reader),
    ...(traveller?.answer
      ? [['Traveller', userText(formatTravellerReply(traveller))] as const]
      : []),
  ]
}

function foundFacts({ checks }: ReplacementRequest, reader: 'agent' | 'admin'): Fact[] {
  return checks
    .filter(({ found }) => found !== null)
    .map((check) => [returnChecks[check.check].label, userText(formatReturnCheck(check, reader))])
}

function travellerText({ lead }: ReplacementRequest): UserText {
  return userText(`${lead.name}, ${lead.destination ?? destinationOpen.toLowerCase()}`)
}

function reasonFacts(label: string, { code, text }: ReplacementReasonParts): Fact[] {
  const chosen: Fact = [label, replacementReasonLabel(code)]
  return text ? [chosen, ['Details', userText(text)]] : [chosen]
}

function paidText({ paidWith, planName, cost }: ReplacementRequest): string {
  return paidWith === 'plan'
    ? `1 lead from the ${planName} plan`
    : `${formatRupees(cost)} from the wallet`
}

function returnedText({ returned, returnedAmount, planName }: ReplacementRequest): string {
  return returned === 'plan'
    ? `1 lead to the ${planName} plan`
    : `${formatRupees(returnedAmount ?? 0)} to your wallet`
}
