import type { Config } from '../config.ts'
import type { MailDraft, Recipient } from '../mail/mail.ts'
import { timeText } from '../mail/time-text.ts'

/** The code with which a forgotten password is replaced. */
export function codeMail(to: Recipient, code: number): MailDraft {
  return {
    to,
    subject: 'Your code to reset your Raahi password',
    heading: 'Your code to reset the password',
    paragraphs: [
      'Enter this code on the page where you asked for it. It is good for 10 minutes and works once.',
    ],
    code: String(code),
    note: 'You receive this mail because somebody asked to reset the password of this account. If that was not you, do nothing: without the code your password stays as it is. Nobody at Raahi will ever ask you for it.',
  }
}

/** Tells that the password was changed, for the case that it was not the owner. */
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
