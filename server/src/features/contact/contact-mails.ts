import { operatorRecipient } from '../../platform/mail/address-mail.ts'
import { type MailDraft, userText } from '../../platform/mail/mail.ts'

/** Forwards a message of the contact form to the operator. */
export function messageMail(
  { name, email, message }: { name: string; email: string; message: string },
  { contactEmail, publicUrl }: { contactEmail: string; publicUrl: string },
): MailDraft {
  return {
    to: operatorRecipient(contactEmail),
    replyTo: email,
    subject: 'New message from the contact form',
    heading: 'New message from the contact form',
    paragraphs: message.split(/\n+/).map(userText),
    facts: [
      ['From', userText(name)],
      ['Email', userText(email)],
    ],
    action: { label: 'All messages', url: `${publicUrl}/dashboard/contact-messages` },
    note: 'Reply to this email to answer the sender, then open the link and mark the message as answered.',
  }
}
