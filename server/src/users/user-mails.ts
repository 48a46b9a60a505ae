import { type MailDraft, type Recipient, userText } from '../mail/mail.ts'

/** Says at the old address that another one has taken its place. */
export function emailChangedMail(to: Recipient, newEmail: string, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'The email of your Raahi account was changed',
    heading: 'Your email was changed',
    paragraphs: [
      'From now on, log in to Raahi with your new email. We will send our emails there too.',
      'All other devices have been logged out. If you did not ask for this change, please write to us right away.',
    ],
    facts: [['New email', userText(newEmail)]],
    action: { label: 'Write to us', url: `${publicUrl}/contact` },
    note: 'You are getting this email because your Raahi account used this address until now.',
  }
}
