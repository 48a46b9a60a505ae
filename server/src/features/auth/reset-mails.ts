import type { Config } from '../../config/index.ts'
import { formatTime } from '../../platform/mail/format-time.ts'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'

/** The mail with the code that resets a password. */
export function codeMail(to: Recipient, code: number): MailDraft {
  return {
    to,
    subject: 'Your code to reset your Raahi password',
    heading: 'Reset your password',
    paragraphs: [
      'Enter this code on the page where you asked for it. It works once and expires in 10 minutes.',
    ],
    code: String(code),
    note: 'You are getting this email because someone asked to reset the password of this account. If it was not you, ignore this email; your password stays the same. Raahi will never ask you for this code.',
  }
}

/** Notifies the owner of a changed password, in case it was changed by another person. */
export function passwordChangedMail(
  to: Recipient,
  facts: { at: Date; ip: string },
  config: Config,
): MailDraft {
  return {
    to,
    subject: 'Your Raahi password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed using a code sent to this email. All devices have been logged out.',
      'If this was you, you do not need to do anything. If not, reset your password now. That logs out anyone else.',
    ],
    facts: [
      ['When', formatTime(facts.at)],
      ['IP address', facts.ip],
    ],
    action: { label: 'Reset password', url: `${config.publicUrl}/forgot-password` },
  }
}
