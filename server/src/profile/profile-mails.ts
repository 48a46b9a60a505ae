import type { MailDraft, Recipient } from '../mail/mail.ts'
import { timeText } from '../mail/time-text.ts'

/** Says that the password was changed in a session, in case it was not the owner. */
export function ownPasswordChangedMail(to: Recipient, ip: string, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'Your Raahi password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed by someone who was signed in and knew the old one. Every other device has been signed out.',
      'If this was you, there is nothing to do. If not, reset the password now and tell us.',
    ],
    facts: [
      ['When', timeText(new Date())],
      ['From the address', ip],
    ],
    action: { label: 'Reset the password', url: `${publicUrl}/forgot-password` },
  }
}
