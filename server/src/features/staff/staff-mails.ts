import { rightLabels, type StaffRight } from '@raahi/contract/staff-rights'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'

/** Notifies a new admin, who chooses the password with a code. */
export function staffAddedMail(
  to: Recipient,
  rights: readonly StaffRight[],
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: 'You are now an admin of Raahi',
    heading: 'Your admin account is ready',
    paragraphs: [
      'We have opened an admin account for you with this email address.',
      'Please choose a password that only you know: press the button, enter this email address, and type the code that we send you.',
    ],
    facts: [['Your rights', rights.map((right) => rightLabels[right]).join(', ')]],
    action: { label: 'Choose my password', url: `${publicUrl}/forgot-password` },
    note: 'If you did not expect an account, please ignore this email: without a password no login is possible.',
  }
}
