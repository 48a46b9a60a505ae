import { ownEnquiryPath } from '@raahi/contract/enquiries'
import { operatorRecipient, visitorRecipient } from '../mail/address-mail.ts'
import type { MailDraft, Recipient } from '../mail/mail.ts'

/**
 * Tells a traveller what happens next. Nothing that was typed into the form is repeated: whoever types in somebody
 * else's address can send them this text and no other.
 */
export function receivedMail(
  email: string,
  { reference, token }: { reference: string; token: string },
  publicUrl: string,
): MailDraft {
  return {
    to: visitorRecipient(email),
    subject: `We have your travel enquiry ${reference}`,
    heading: 'Your enquiry has arrived',
    paragraphs: [
      'Thank you for asking us. We read every enquiry ourselves, and pass it on to one travel agent, who then gets in touch with you about your trip.',
      'Under the link below you can see where your enquiry stands, correct it, or withdraw it at any time. The link is yours alone: whoever has it can do the same.',
    ],
    facts: [['Your reference', reference]],
    action: { label: 'Your enquiry', url: `${publicUrl}${ownEnquiryPath(token)}` },
    note: 'You receive this mail because this address was entered in an enquiry at Raahi. If that was not you, withdraw it under the link, and nobody will contact you.',
  }
}

/** Tells the buyer of a lead that its traveller does not want to be contacted any more. */
export function withdrawnMail(
  to: Recipient,
  { lead, erased }: { lead: string; erased: boolean },
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: `The traveller of lead ${lead} has withdrawn`,
    heading: 'Please do not contact this traveller any more',
    paragraphs: [
      erased
        ? `The traveller of lead ${lead}, which you have bought, has asked us to erase what we keep. Please do not contact them any more, and erase what you have stored yourself.`
        : `The traveller of lead ${lead}, which you have bought, has withdrawn the enquiry. Please do not contact them any more.`,
      'The lead stays among your purchased leads. If it was of no use to you, you can request its replacement there.',
    ],
    facts: [['Lead', lead]],
    action: { label: 'Your purchased leads', url: `${publicUrl}/dashboard/purchased-leads` },
  }
}

/** Asks the office to do the same where a lead was sold outside the product, whose buyer only an admin knows. */
export function withdrawnOutsideMail(
  contactEmail: string,
  { lead, reference }: { lead: string; reference: string },
  publicUrl: string,
): MailDraft {
  return {
    to: operatorRecipient(contactEmail),
    subject: `The traveller of lead ${lead} has withdrawn`,
    heading: 'Please tell whoever has this lead',
    paragraphs: [
      `The traveller of enquiry ${reference} has withdrawn it. Its lead ${lead} was marked as sold outside Raahi, so we know no buyer whom we could tell: please ask them not to contact the traveller any more.`,
    ],
    facts: [['Lead', lead]],
    action: { label: 'Enquiries', url: `${publicUrl}/dashboard/enquiries` },
  }
}
