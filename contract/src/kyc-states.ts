export const kycStatuses = ['none', 'submitted', 'approved', 'rejected'] as const
export type KycStatus = (typeof kycStatuses)[number]

export type KycAction = 'submit' | 'approve' | 'reject' | 'expire'

/**
 * The states of an agent's KYC.
 * - submit: the agent uploads a document, which replaces the previous one.
 * - reject: also withdraws an approval.
 * - expire: the document of an unused account is deleted. An approval remains.
 */
export const kycStates = {
  none: { submit: 'submitted' },
  submitted: { submit: 'submitted', approve: 'approved', reject: 'rejected', expire: 'none' },
  approved: { submit: 'submitted', reject: 'rejected' },
  rejected: { submit: 'submitted', expire: 'none' },
} as const satisfies Record<KycStatus, Partial<Record<KycAction, KycStatus>>>

/** The message after a decision on a KYC that had this status. */
export function kycDecisionDone(previous: KycStatus, action: 'approve' | 'reject'): string {
  if (action === 'approve') return 'KYC approved.'
  return previous === 'approved' ? 'Approval withdrawn.' : 'KYC rejected.'
}

/** Shown to an agent who cannot buy without an approved KYC. */
export const kycNeededToBuy =
  'To buy leads, we first need to approve your KYC document. See your profile.'

/** Why an admin rejects a document. The agent reads it. */
export const kycReasons = {
  unreadable: 'The document cannot be read',
  'wrong-document': 'This kind of document is not accepted',
  'name-mismatch': 'Name or company differs from the profile',
  'gstin-mismatch': 'The GSTIN differs from the profile',
  expired: 'The document has expired',
  other: 'Other',
} as const
export type KycReason = keyof typeof kycReasons
