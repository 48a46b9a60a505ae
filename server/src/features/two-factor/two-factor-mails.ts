import { formatTime } from '../../platform/mail/format-time.ts'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'

const subjects = {
  on: 'Two-factor login is on for your Raahi account',
  off: 'Two-factor login is off for your Raahi account',
  reset: 'Two-factor login was reset for your Raahi account',
  'new-codes': 'Your Raahi recovery codes were replaced',
  'recovery-login': 'A recovery code was used to log in to Raahi',
  'wrong-codes': 'Someone knows your Raahi password',
}

const sentences: Record<keyof typeof subjects, string> = {
  on: 'To log in you now need your password and a code from the authenticator app you just set up. All other devices have been logged out, and your earlier recovery codes no longer work.',
  off: 'You can now log in with just your password. All other devices have been logged out.',
  reset:
    'The Raahi team has removed the authenticator app and recovery codes from your account and logged you out of all devices. Log in with your password and set up two-factor login again.',
  'new-codes': 'New recovery codes were created. Your earlier codes no longer work.',
  'recovery-login':
    'Someone logged in with your password and a recovery code instead of a code from your app.',
  'wrong-codes':
    'Someone entered your correct password and then several wrong codes. They could not log in.',
}

/** Notifies the owner of a change of the second factor, in case another person made it. */
export function twoFactorMail(
  kind: keyof typeof subjects,
  to: Recipient,
  facts: { ip?: string; codesLeft?: number; publicUrl: string },
): MailDraft {
  return {
    to,
    subject: subjects[kind],
    heading: subjects[kind],
    paragraphs: [
      sentences[kind],
      'If this was you, or you expected it, you do not need to do anything. If not, reset your password now and tell us. That logs out anyone else.',
    ],
    facts: [
      ['When', formatTime(new Date())],
      ...(facts.ip ? [['IP address', facts.ip] as const] : []),
      ...(facts.codesLeft !== undefined
        ? [['Recovery codes left', String(facts.codesLeft)] as const]
        : []),
    ],
    action: { label: 'Reset password', url: `${facts.publicUrl}/forgot-password` },
  }
}
