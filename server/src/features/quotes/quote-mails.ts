import { formatDay, formatPaise } from '@raahi/contract/formats'
import type { QuoteAnswerKind } from '@raahi/contract/quote-rules'
import { travellerRecipient } from '../../platform/mail/address-mail.ts'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import type { QuoteVersionRow } from './quotes.queries.ts'

const ofEnquiry =
  'You are getting this email because a travel agent who received your enquiry through Raahi has sent you a quote. To stop this, withdraw your enquiry with the link in our first email.'
/** The note for a traveller without an enquiry, who has not received the mail that confirms an enquiry. */
const ofAdmin =
  'You are getting this email because a travel agent who received your contact details through Raahi has sent you a quote. To stop this, reply to the agent or write to us with the contact form on Raahi.'

/**
 * The mail with the link of a quote to its traveller. It shows the agency as the quote does. A reply goes to the agent.
 */
export function quoteMail(
  to: { email: string; checkedAt: Date | null; hasEnquiry: boolean },
  { replyTo, version, url }: { replyTo: string; version: QuoteVersionRow; url: string },
): MailDraft {
  return {
    to: travellerRecipient(to),
    replyTo,
    subject: version.number > 1 ? 'An updated quote for your trip' : 'A quote for your trip',
    heading: 'Your quote is ready',
    paragraphs: [
      'Your travel agent has made a quote for your trip. With the link below you can read it day by day, download it as a PDF, say that you like it or ask a question.',
    ],
    facts: [
      ['Agency', userText(version.agency_company ?? '')],
      ['Agent', userText(version.agency_agent ?? '')],
      ['Trip', userText(version.title)],
      ['Total', formatPaise(version.total_paise)],
      ...(version.valid_until ? [['Valid until', formatDay(version.valid_until)] as const] : []),
    ],
    action: { label: 'Open the quote', url },
    note: `${to.hasEnquiry ? ofEnquiry : ofAdmin} Please do not share this link: anyone who has it can read the quote.`,
  }
}

/**
 * Notifies an agent of a traveller's answer, without the text of a question, because an erasure cannot remove sent
 * mails.
 */
export function quoteAnswerMail(
  to: Recipient,
  { kind, lead, purchaseUrl }: { kind: QuoteAnswerKind; lead: string; purchaseUrl: string },
): MailDraft {
  const isLike = kind === 'like'
  return {
    to,
    subject: isLike
      ? `The traveller of lead ${lead} likes your quote`
      : `A question about your quote for lead ${lead}`,
    heading: isLike ? 'The traveller likes your quote' : 'The traveller has a question',
    paragraphs: [
      isLike
        ? `The traveller of lead ${lead} has pressed “I like it” on your quote. This is a good moment to call.`
        : `The traveller of lead ${lead} has asked a question about your quote. Read it in Raahi and answer by phone, WhatsApp or email.`,
    ],
    facts: [['Lead', lead]],
    action: { label: 'Open the quote', url: purchaseUrl },
  }
}
