import { formatTime } from '../../platform/mail/format-time.ts'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'

/** Notifies the owner that the password was changed in a session, in case another person did it. */
export function ownPasswordChangedMail(to: Recipient, ip: string, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'Your Raahi password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed by someone who was logged in and knew the old password. All other devices have been logged out.',
      'If this was you, you do not need to do anything. If not, reset your password now and tell us.',
    ],
    facts: [
      ['When', formatTime(new Date())],
      ['IP address', ip],
    ],
    action: { label: 'Reset password', url: `${publicUrl}/forgot-password` },
  }
}
