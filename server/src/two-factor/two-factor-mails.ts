import type { MailDraft, Recipient } from '../mail/mail.ts'
import { timeText } from '../mail/time-text.ts'

const subjects = {
  on: 'Two-factor sign-in is on for your Raahi account',
  off: 'Two-factor sign-in is off for your Raahi account',
  reset: 'Two-factor sign-in of your Raahi account was reset',
  'new-codes': 'Your Raahi recovery codes were replaced',
  'recovery-login': 'A recovery code was used to log in to Raahi',
  'wrong-codes': 'Somebody knows the password of your Raahi account',
}

const sentences: Record<keyof typeof subjects, string> = {
  on: 'From now on a login asks for the password and for a code of the app that was just set up. Every other device has been signed out, and recovery codes from before no longer work.',
  off: 'From now on the password alone logs in to your account. Every other device has been signed out.',
  reset:
    'Whoever runs Raahi has removed the authenticator app and the recovery codes of your account, and signed it out everywhere. You log in with the password, and set up two-factor sign-in anew.',
  'new-codes': 'New recovery codes were made. The ones from before no longer work.',
  'recovery-login':
    'Somebody logged in with your password and one of your recovery codes, in place of a code of the app.',
  'wrong-codes':
    'Somebody gave your password and then one wrong code after the other. Nobody was let in.',
}

/** Tells the owner what happened to the second factor, for the case that it was somebody else. */
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
      'If this was you, or you were told, there is nothing to do. If not, reset your password now and tell us: that signs out whoever did it.',
    ],
    facts: [
      ['When', timeText(new Date())],
      ...(facts.ip ? [['From the address', facts.ip] as const] : []),
      ...(facts.codesLeft !== undefined
        ? [['Recovery codes left', String(facts.codesLeft)] as const]
        : []),
    ],
    action: { label: 'Reset the password', url: `${facts.publicUrl}/forgot-password` },
  }
}
