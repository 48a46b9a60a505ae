import type { KycStatus } from '@raahi/contract/kyc-states'
import type { StatusTone } from '../../../ui/status-badge.tsx'

/** The tone and label with which admins see each state. */
export const kycLooks: Record<KycStatus, { tone: StatusTone; text: string }> = {
  none: { tone: 'neutral', text: 'No document' },
  submitted: { tone: 'warning', text: 'To check' },
  approved: { tone: 'success', text: 'Approved' },
  rejected: { tone: 'danger', text: 'Rejected' },
}

export const kycLabels = Object.fromEntries(
  Object.entries(kycLooks).map(([status, { text }]) => [status, text]),
) as Record<KycStatus, string>
