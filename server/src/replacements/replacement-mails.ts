import {
  mostRequests,
  type ReplacementRequest,
  readReplacementReason,
  replacementReasons,
} from '@raahi/contract/replacements'
import type { Mail } from '../mail/mail.ts'

// None of these carries the traveller's phone or email: a mailbox is no place to keep what agents pay for.

/** Tells an admin that somebody asks for a replacement. */
export function noticeMail(request: ReplacementRequest, to: string, publicUrl: string): Mail {
  const { lead, user, askedBefore } = request
  return {
    to,
    subject: `Replacement requested for lead ${lead.leadId}`,
    heading: `${user.name} asks for a replacement`,
    paragraphs: ['A lead that was bought is said to be bad. Please check it and decide.'],
    facts: [
      ['Agent', `${user.name}, ${user.companyName}`],
      ['Lead', leadText(request)],
      ['Reason', reasonText(request)],
      ['Paid', paidText(request)],
      [
        'Asked so far',
        `${askedBefore.requests} of ${askedBefore.purchases} purchases, ${askedBefore.approved} approved`,
      ],
    ],
    action: {
      label: 'Open the requests',
      url: `${publicUrl}/dashboard/replacements?status=pending`,
    },
    note: 'You receive this because you are an admin of Raahi.',
  }
}

/** Tells a buyer that the request has arrived. */
export function confirmationMail(request: ReplacementRequest, publicUrl: string): Mail {
  return {
    to: request.user.email,
    subject: `We have your replacement request for lead ${request.lead.leadId}`,
    heading: 'Your request has arrived',
    paragraphs: [
      `Hello ${request.user.name}, we are checking the lead and will write to you once we have decided.`,
    ],
    facts: [
      ['Lead', leadText(request)],
      ['Reason', reasonText(request)],
      ['You paid', paidText(request)],
    ],
    action: { label: 'Your purchased leads', url: `${publicUrl}/dashboard/purchased-leads` },
  }
}

/** Tells a buyer what was decided, and what came back. */
export function decisionMail(request: ReplacementRequest, publicUrl: string): Mail {
  const { lead, user, status } = request
  const facts: [string, string][] = [
    ['Lead', leadText(request)],
    ['Your reason', reasonText(request)],
  ]
  if (status === 'approved') facts.push(['Returned', returnedText(request)])
  return {
    to: user.email,
    subject: `Replacement ${status} for lead ${lead.leadId}`,
    heading:
      status === 'approved' ? 'Your replacement is approved' : 'Your replacement was not approved',
    paragraphs: [`Hello ${user.name},`, outcomeText(request)],
    facts,
    action: { label: 'Your purchased leads', url: `${publicUrl}/dashboard/purchased-leads` },
  }
}

function outcomeText(request: ReplacementRequest): string {
  if (request.status === 'rejected') {
    const refused = 'we have checked the lead and could not approve its replacement.'
    return request.attempt < mostRequests
      ? `${refused} If you know more about it, you may ask once more.`
      : refused
  }
  return request.returned === 'plan'
    ? 'the lead is back on your plan: you can buy another one with it.'
    : 'the money is back in your wallet and can be used at once.'
}

function leadText({ lead }: ReplacementRequest): string {
  return `${lead.leadId}, ${lead.name}, ${lead.destination}`
}

function reasonText({ reason }: ReplacementRequest): string {
  const { choice, text } = readReplacementReason(reason)
  return text ? `${replacementReasons[choice]}: ${text}` : replacementReasons[choice]
}

function paidText({ paidWith, planName, cost }: ReplacementRequest): string {
  return paidWith === 'plan' ? `1 lead of plan ${planName}` : `${money(cost)} from the wallet`
}

function returnedText({ returned, returnedAmount, planName }: ReplacementRequest): string {
  return returned === 'plan'
    ? `1 lead to plan ${planName}`
    : `${money(returnedAmount ?? 0)} to your wallet`
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

function money(amount: number): string {
  return rupees.format(amount)
}
