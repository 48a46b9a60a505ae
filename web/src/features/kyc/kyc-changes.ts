import { formatPhone } from '@raahi/contract/formats'
import { gstStates } from '@raahi/contract/gst'
import type { KycCheck } from '@raahi/contract/kyc'

/** A difference between two versions of a KYC. `from` is absent if the earlier value does not matter. */
export interface KycChange {
  label: string
  from?: string
  to: string
}

const none = 'none'

const fields: readonly [label: string, read: (user: KycCheck['user']) => string | null][] = [
  ['Agency', ({ companyName }) => companyName],
  ['Name', ({ name }) => name],
  ['GSTIN', ({ gstin }) => gstin],
  ['State', ({ billingState }) => billingState && (gstStates[billingState] ?? billingState)],
  ['Billing address', ({ billingAddress }) => billingAddress],
  ['City', ({ city }) => city],
  ['Phone', ({ phone }) => phone && formatPhone(phone)],
  ['Email', ({ email }) => email],
]

/** Whether the agent has uploaded another document since. */
export function hasNewDocument(before: KycCheck, after: KycCheck): boolean {
  return before.submittedAt !== after.submittedAt
}

/** Lists what the agent or another admin has changed, the document first. */
export function listKycChanges(before: KycCheck, after: KycCheck): KycChange[] {
  const changes: KycChange[] = []
  if (hasNewDocument(before, after))
    changes.push({ label: 'New document', to: after.document?.name ?? none })
  if (after.decidedAt && after.decidedAt !== before.decidedAt) {
    const label = after.status === 'approved' ? 'Approved by' : 'Rejected by'
    changes.push({ label, to: after.decidedBy ?? 'another admin' })
  }
  for (const [label, read] of fields) {
    const [from, to] = [read(before.user) || none, read(after.user) || none]
    if (from !== to) changes.push({ label, from, to })
  }
  return changes
}
