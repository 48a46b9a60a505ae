import { mailedEnquiryPath } from '@raahi/contract/enquiries'
import { formatPhone } from '@raahi/contract/formats'
import { nameError } from '@raahi/contract/names'
import type { OwnAgent } from '@raahi/contract/own-enquiry'
import {
  operatorRecipient,
  travellerRecipient,
  visitorRecipient,
} from '../../../platform/mail/address-mail.ts'
import { formatTime } from '../../../platform/mail/format-time.ts'
import { type MailDraft, type Recipient, userText } from '../../../platform/mail/mail.ts'

/**
 * Mails a traveller the reference and the next steps. It repeats no submitted text: the address is unconfirmed, and the
 * form could be used to send text to other people.
 */
export function receivedMail(
  email: string,
  { reference, token, emailKey }: { reference: string; token: string; emailKey: string },
  publicUrl: string,
): MailDraft {
  return {
    to: visitorRecipient(email),
    subject: `We have your travel enquiry ${reference}`,
    heading: 'Thank you for your enquiry',
    paragraphs: [
      'We have received it and will read it soon, usually within one working day. We then pass it on to one travel agent, who will contact you about your trip.',
      'Please open the link below and press “This is my email”. Travel agents then see that your email is real; they do not see the email itself.',
      'With the same link you can check its status, correct it or withdraw it at any time. Please do not share the link: anyone who has it can do the same.',
    ],
    facts: [['Your reference', reference]],
    action: { label: 'Your enquiry', url: `${publicUrl}${mailedEnquiryPath(token, emailKey)}` },
    note: 'You are getting this email because this address was entered in an enquiry at Raahi. If that was not you, please withdraw the enquiry with the link, and no one will contact you.',
  }
}

/** Mails a traveller the link of an enquiry again. */
export function linkMail(
  email: string,
  { reference, token }: { reference: string; token: string },
  publicUrl: string,
): MailDraft {
  return {
    to: visitorRecipient(email),
    subject: `Your link to enquiry ${reference}`,
    heading: 'Here is your link again',
    paragraphs: [
      'With the link below you can check the status of your enquiry, correct it or withdraw it. Links from earlier emails still work.',
      'Please do not share the link: anyone who has it can do the same.',
    ],
    facts: [['Your reference', reference]],
    action: { label: 'Your enquiry', url: `${publicUrl}${mailedEnquiryPath(token, token)}` },
    note: 'You are getting this email because this link was requested at Raahi. If that was not you, you do not need to do anything.',
  }
}

/** The fields of the buyer in a mail. */
type NamedBuyer = Pick<
  OwnAgent,
  'companyName' | 'name' | 'city' | 'phone' | 'isVerified' | 'boughtAt'
>

/**
 * Mails a traveller which agent has bought the enquiry. A mail to an unchecked address does not name the agent. A city
 * from before the check of cities is omitted if it contains a web address.
 */
export function buyerMail(
  to: { email: string; checkedAt: Date | null },
  { reference, token, agent }: { reference: string; token: string; agent: NamedBuyer },
  publicUrl: string,
): MailDraft {
  const { companyName, name, city, phone, isVerified, boughtAt } = agent
  return {
    to: travellerRecipient(to),
    subject: `Your travel agent for enquiry ${reference}`,
    heading: 'Meet your travel agent',
    paragraphs: [
      to.checkedAt
        ? 'This agent has bought your enquiry and will contact you about your trip. No other agent gets your phone number or email.'
        : 'A travel agent has bought your enquiry and will contact you about your trip. No other agent gets your phone number or email. The link below shows you who it is.',
      'If no one has called you within a day, or your plans have changed, use the link below to tell us or to withdraw your enquiry.',
    ],
    facts: [
      ['Agency', userText(companyName)],
      ['Agent', userText(name)],
      ...(city && !nameError(city) ? [['City', userText(city)] as const] : []),
      ...(phone ? [['Phone', formatPhone(phone)] as const] : []),
      ['Verified agency', isVerified ? 'Yes, we have checked its documents' : 'Not yet'],
      ['Bought on', formatTime(new Date(boughtAt))],
      ['Your reference', reference],
    ],
    action: { label: 'Your enquiry', url: `${publicUrl}${mailedEnquiryPath(token, token)}` },
    note: 'You are getting this email because you agreed in your enquiry that we pass it on to one travel agent. Please do not share the link: anyone who has it can see and withdraw your enquiry.',
  }
}

/** Notifies the buyer of a lead that the traveller does not want to be contacted any more. */
export function withdrawnMail(
  to: Recipient,
  { lead, erased }: { lead: string; erased: boolean },
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: `The traveller of lead ${lead} has withdrawn`,
    heading: 'Please do not contact this traveller again',
    paragraphs: [
      erased
        ? `The traveller of lead ${lead}, which you have bought, has asked us to erase their data. Please do not contact them again, and erase what you have stored yourself.`
        : `The traveller of lead ${lead}, which you have bought, has withdrawn the enquiry. Please do not contact them again.`,
      'The lead stays among your purchased leads. If it was of no use, a replacement can be requested there.',
    ],
    facts: [['Lead', lead]],
    action: { label: 'Your purchased leads', url: `${publicUrl}/dashboard/purchased-leads` },
  }
}

/** Asks the operator to notify the buyer of a lead that was sold outside the product. */
export function withdrawnOutsideMail(
  contactEmail: string,
  { lead, reference }: { lead: string; reference: string },
  publicUrl: string,
): MailDraft {
  return {
    to: operatorRecipient(contactEmail),
    subject: `The traveller of lead ${lead} has withdrawn`,
    heading: 'Please inform the buyer of this lead',
    paragraphs: [
      `The traveller of enquiry ${reference} has withdrawn it. Its lead ${lead} was marked as sold outside Raahi, so only you know the buyer. Please ask them not to contact the traveller again.`,
    ],
    facts: [['Lead', lead]],
    action: { label: 'Enquiries', url: `${publicUrl}/dashboard/enquiries` },
  }
}
