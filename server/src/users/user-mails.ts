import { type MailDraft, type Recipient, userText } from '../mail/mail.ts'

/** Says at the old address that another one has taken its place. */
export function emailChangedMail(to: Recipient, newEmail: string, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'The email of your Raahi account was changed',
    heading: 'Your email was changed',
    paragraphs: [
      'From now on you log in to Raahi with your new email, and our mails go there.',
      'On every other device you have been logged out. If you did not want this change, please write to us at once.',
    ],
    facts: [['New email', userText(newEmail)]],
    action: { label: 'Write to us', url: `${publicUrl}/contact` },
    note: 'You receive this because this address belonged to a Raahi account until now.',
  }
}
