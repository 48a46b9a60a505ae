import { type KycReason, kycReasons } from '@raahi/contract/kyc-states'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'

/** Notifies an agent of the approval. */
export function kycApprovedMail(to: Recipient, publicUrl: string): MailDraft {
  return {
    to,
    subject: 'Your KYC is approved',
    heading: 'Your agency is verified',
    paragraphs: [
      'Thank you. We have checked your document and approved your KYC. Your profile now shows the badge ‘Verified agency’.',
    ],
    action: { label: 'View travel leads', url: `${publicUrl}/dashboard/my-leads` },
  }
}

/** Notifies an agent of the rejection, with its reason. */
export function kycRejectedMail(
  to: Recipient,
  reason: { code: KycReason; note: string },
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: 'Please upload your KYC document again',
    heading: 'We could not approve your KYC',
    paragraphs: [
      'We have checked your KYC document and need another one. Please upload it on your profile.',
    ],
    facts: [
      ['Reason', reason.code === 'other' ? userText(reason.note) : kycReasons[reason.code]],
      ...(reason.note && reason.code !== 'other' ? [['Note', userText(reason.note)] as const] : []),
    ],
    action: { label: 'Upload a document', url: `${publicUrl}/dashboard/user-profile#kyc` },
  }
}
