import { type MailDraft, type Recipient, userText } from '../../../platform/mail/mail.ts'

/** Notifies the old address that the email was changed. */
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

/** Notifies a user of the suspension. */
export function suspendedMail(to: Recipient, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'Your Raahi account is suspended',
    heading: 'Your account is suspended',
    paragraphs: [
      'You cannot log in to Raahi for now. Your wallet balance, plans and purchased leads stay as they are.',
      'If you think this is a mistake, write to us. We will look into it.',
    ],
    action: { label: 'Write to us', url: `${publicUrl}/contact` },
  }
}

/** Notifies a user of the reactivation. */
export function reactivatedMail(to: Recipient, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'Your Raahi account is active again',
    heading: 'Welcome back',
    paragraphs: [
      'Your account is active again. Log in as before: your wallet balance, plans and purchased leads are where you left them.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/auth/login` },
  }
}
