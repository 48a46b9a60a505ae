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
  formatAppealReview,
  formatLeftToPerson,
  formatReturnCheck,
  formatTravellerReply,
  isLeftToPerson,
  onlyAdminText,
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
  const { lead, user, askedBefore, appealsAgainst } = request
  return {
    to,
    subject: `${appealsAgainst ? 'Appeal' : 'Replacement requested'} for lead ${lead.leadId}`,
    heading: appealsAgainst ? 'An agent has appealed' : 'New replacement request',
    paragraphs: [
      appealsAgainst
        ? `${appealsAgainst.needsOtherAdmin ? otherAdminText : sameAdminText} Please check the lead again, then approve or reject the appeal.`
        : 'An agent has reported a bad lead. Please check it, then approve or reject the request.',
    ],
    facts: [
      ['Agent', userText(`${user.name}, ${user.companyName}`)],
      ['Lead', request.lead.leadId],
      ['Traveller', travellerText(request)],
      ...reasonFacts('Reason', reason),
      ['Paid', paidText(request)],
      ...checkFacts(request, 'admin'),
      ...(appealsAgainst ? rejectionFacts('Rejected before', appealsAgainst) : []),
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

/** The texts for the admin who can decide an appeal: an admin who did not reject the request, or the only admin. */
const otherAdminText =
  'Another admin rejected the first request for this lead, so the appeal needs your decision.'
const sameAdminText =
  'You rejected the first request for this lead. There is no other admin, so you decide the appeal too.'

/** Confirms a request to its buyer. */
export function confirmationMail(
  { request, reason }: RequestForMail,
  to: Recipient,
  publicUrl: string,
): MailDraft {
  const { appealsAgainst } = request
  const sent = appealsAgainst ? 'appeal' : 'replacement request'
  return {
    to,
    subject: `We have your ${sent} for lead ${request.lead.leadId}`,
    heading: appealsAgainst ? 'We have your appeal' : 'We have your request',
    paragraphs: [
      appealsAgainst
        ? formatAppealReview(appealsAgainst)
        : 'We are checking the lead and will email you our decision.',
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

/** Asks a traveller whether the trip is still planned. The mail contains no text of the agent. */
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
      'Please open the link and choose one of the four answers. We will not ask again.',
    ],
    facts: [['Your reference', reference]],
    action: { label: 'Answer the question', url: `${publicUrl}${ownEnquiryPath(token)}` },
    note: 'You are getting this email because this address was entered in an enquiry at Raahi. Please do not share the link: anyone who has it can answer for you and withdraw your enquiry.',
  }
}

/** Notifies a buyer of the decision and of the refund. */
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
  facts.push(...rejectionFacts('Why it was not approved', request))
  return {
    to,
    subject: `${request.appealsAgainst ? 'Appeal' : 'Replacement'} ${status} for lead ${lead.leadId}`,
    heading: `Your ${request.appealsAgainst ? 'appeal' : 'replacement request'} ${status === 'approved' ? 'is' : 'was not'} approved`,
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
    if (request.attempt >= maxRequests) {
      const refused = 'We checked your appeal and could not approve it. This decision is final.'
      return request.decidedAsOnlyAdmin ? `${refused} ${onlyAdminText}` : refused
    }
    const until = request.appealBy ? `, until ${formatTime(new Date(request.appealBy))}` : ''
    return `We checked the lead and could not approve your request. If you have more details, you can appeal once${until}.`
  }
  const returned =
    request.returned === 'plan'
      ? 'The lead is back on your plan, so you can buy another one with it.'
      : 'The money is back in your wallet, ready to use.'
  return `${approvalTexts[request.decidedHow ?? 'person']}${returned}`
}

function rejectionFacts(
  label: string,
  { rejectionCode, rejectionReason }: Pick<ReplacementRequest, 'rejectionCode' | 'rejectionReason'>,
): Fact[] {
  const why = formatRejection(rejectionCode, rejectionReason)
  return why ? [[label, userText(why)]] : []
}

/** The results of the checks. */
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
