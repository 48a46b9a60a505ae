import type { Config } from '../config.ts'
import { greetingLine } from '../mail/greeting.ts'
import type { Mail } from '../mail/mail.ts'
import { timeText } from '../mail/time-text.ts'
import type { ResetAccount } from './password-resets.queries.ts'

/** The code with which a forgotten password is replaced. */
export function codeMail(account: ResetAccount, code: number): Mail {
  return {
    to: account.email,
    subject: 'Your code to reset your Raahi password',
    heading: greetingLine(account),
    paragraphs: [
      'Enter this code on the page where you asked for it. It is good for 10 minutes and works once.',
    ],
    code: String(code),
    note: 'You receive this mail because somebody asked to reset the password of this account. If that was not you, do nothing: without the code your password stays as it is. Nobody at Raahi will ever ask you for it.',
  }
}

/** Tells that the password was changed, for the case that it was not the owner. */
export function passwordChangedMail(
  account: ResetAccount,
  facts: { at: Date; ip: string },
  config: Config,
): Mail {
  return {
    to: account.email,
    subject: 'Your Raahi password was changed',
    heading: greetingLine(account),
    paragraphs: [
      'The password of your account was changed with a code sent to this address. Every device has been signed out.',
      'If this was you, there is nothing to do. If not, reset the password now: that signs out whoever did it.',
    ],
    facts: [
      ['When', timeText(facts.at)],
      ['From the address', facts.ip],
    ],
    action: { label: 'Reset the password', url: `${config.publicUrl}/forgot-password` },
  }
}
