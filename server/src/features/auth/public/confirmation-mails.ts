import { confirmEmailPath } from '@raahi/contract/email-confirmation'
import type { MailDraft, Recipient } from '../../../platform/mail/mail.ts'

interface Link {
  token: string
  publicUrl: string
}

/** Asks the owner of an address to confirm the new account. */
export function confirmEmailMail(to: Recipient, { token, publicUrl }: Link): MailDraft {
  return {
    to,
    subject: 'Please confirm your email for Raahi',
    heading: 'Confirm your email',
    paragraphs: [
      'A Raahi account was opened with this email address. Open the link below and press Confirm, so that we know our emails reach you.',
      'The link works for three days.',
    ],
    action: { label: 'Confirm my email', url: `${publicUrl}${confirmEmailPath(token)}` },
    note: 'If you did not open an account, please ignore this email. Nothing happens unless you press Confirm.',
  }
}

/** Asks the owner of an address to confirm it as the new email of an account. */
export function confirmNewEmailMail(email: string, { token, publicUrl }: Link): MailDraft {
  return {
    to: { email, emailConfirmedAt: null },
    subject: 'Please confirm your new email for Raahi',
    heading: 'Confirm your new email',
    paragraphs: [
      'You asked us to use this address for your Raahi account. Open the link below and press Confirm to make the change.',
      'The link works for three days. Until you confirm, please log in with your current email.',
    ],
    action: { label: 'Confirm my new email', url: `${publicUrl}${confirmEmailPath(token)}` },
    note: 'If you have no Raahi account or did not ask for this, please ignore this email. Nothing changes unless you press Confirm.',
  }
}

/** Notifies the current address that a change of the email was requested. */
export function emailChangeRequestedMail(to: Recipient, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'A new email was requested for your Raahi account',
    heading: 'Did you ask for a new email?',
    paragraphs: [
      'Someone who was logged in and knew your password asked us to use another email for your account. Nothing changes until the new address is confirmed.',
      'If this was you, you do not need to do anything. If not, reset your password now: that logs out every device and stops the change.',
    ],
    action: { label: 'Reset the password', url: `${publicUrl}/forgot-password` },
  }
}

/** Notifies a user that an admin created the account. The password that the admin chose is never mailed. */
export function accountCreatedMail(to: Recipient, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'Your Raahi account is ready',
    heading: 'Welcome to Raahi',
    paragraphs: [
      'We have opened a Raahi account for you with this email address. Raahi is where travel agents buy enquiries from people who want to travel.',
      'Please choose a password that only you know: press the button, enter this email address, and type the code that we send you.',
    ],
    action: { label: 'Choose my password', url: `${publicUrl}/forgot-password` },
    note: 'If you did not expect an account, please write to us and we will close it.',
  }
}
