import type { KycCheck, OwnKyc } from '@raahi/contract/kyc'
import type { KycRow } from './kyc.queries.ts'

/** Maps a KYC to the wire format for its agent. */
export function toOwnKyc(row: KycRow, isNeededToBuy: boolean): OwnKyc {
  return {
    status: row.kyc_status,
    ...documentAndDecision(row),
    submittedAt: row.kyc_submitted_at?.toISOString() ?? null,
    isNeededToBuy,
  }
}

/** Maps a KYC with a document or a decision to the wire format for admins. */
export function toKycCheck(row: KycRow): KycCheck {
  return {
    status: row.kyc_status,
    version: row.kyc_version,
    ...documentAndDecision(row),
    // The document of an unused account may be deleted while the list is read.
    submittedAt: (row.kyc_submitted_at ?? row.created_at).toISOString(),
    decidedBy: row.decided_by_name,
    user: {
      _id: row.id,
      name: row.name,
      email: row.email,
      emailConfirmed: row.email_confirmed_at !== null,
      phone: row.phone ?? '',
      city: row.city,
      companyName: row.company_name,
      gstin: row.gstin,
      billingState: row.billing_state,
      billingAddress: row.billing_address,
      createdAt: row.created_at.toISOString(),
    },
  }
}

function documentAndDecision(row: KycRow) {
  const { kyc_name: name, kyc_type: type, kyc_reason_code: code } = row
  return {
    document: name !== null && type !== null ? { name, type } : null,
    decidedAt: row.kyc_decided_at?.toISOString() ?? null,
    reason: code === null ? null : { code, text: row.kyc_reason_text ?? '' },
  }
}
