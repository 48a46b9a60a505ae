import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'

/** Notifies the buyer of a lead that the traveller waits for a call. The mail contains no contact. */
export function callReportMail(
  to: Recipient,
  { lead }: { lead: string },
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: `The traveller of lead ${lead} is waiting for your call`,
    heading: 'Please call this traveller',
    paragraphs: [
      `The traveller of lead ${lead}, which you have bought, says that no one has called yet.`,
      'Open the lead to call, and answer there with one click: ‘Called, no answer’ or ‘Will call today’. The traveller reads your answer.',
    ],
    facts: [['Lead', lead]],
    action: {
      label: `Open lead ${lead}`,
      url: `${publicUrl}/dashboard/purchased-leads?lead=${lead}`,
    },
  }
}
