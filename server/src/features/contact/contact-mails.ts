import { operatorRecipient, travellerRecipient } from '../../platform/mail/address-mail.ts'
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

/**
 * An admin's answer to a message. The message is not quoted: another person may have entered the address. It counts as
 * confirmed for the answer, because an admin has read the message and has written the text.
 */
export function answerMail(
  email: string,
  { answer, quoteForm }: { answer: string; quoteForm: boolean },
  { contactEmail, publicUrl }: { contactEmail: string; publicUrl: string },
): MailDraft {
  return {
    to: travellerRecipient({ email, checkedAt: new Date() }),
    replyTo: contactEmail,
    subject: 'Our answer to your message',
    heading: 'Our answer to your message',
    paragraphs: answer.split(/\n+/).map(userText),
    ...(quoteForm && { action: { label: 'Make an enquiry', url: `${publicUrl}/quote` } }),
    note: 'You get this email because this address was entered in our contact form. Reply to it to write to us again.',
  }
}
