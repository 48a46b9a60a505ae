import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { revokeAddedLinks } from './enquiry-links.ts'

/**
 * Removes personal data from enquiries and leads, and from the audit log. The caller has locked the rows, enquiries
 * before leads, and excludes every lead that an agent has bought. Unsold leads are
 * deleted, and those that an admin has deleted can no longer be restored. Consent, counts,
 * destination and creation date stay as anonymous data.
 */
export async function eraseRecords(
  tx: Transaction,
  { enquiryIds, leadIds }: { enquiryIds: readonly string[]; leadIds: readonly string[] },
): Promise<void> {
  await sql`
    update leads set name = 'Erased', phone = '', email = '', city = '', travel_date = null, corrected_from = null,
      deleted_cause = case when status = 'buy' then 'erased' else deleted_cause end,
      deleted_at = case when status = 'buy' then coalesce(deleted_at, clock_timestamp())
        else deleted_at end,
      updated_at = clock_timestamp()
    where id = any(${leadIds}::uuid[])`.execute(tx)
  await sql`
    update enquiries set name = '', phone = '', email = null, city = null, travel_date = null,
      token_hash = null, email_key_hash = null, consent_ip = null, message = null, extra = null, erased_at = clock_timestamp()
    where id = any(${enquiryIds}::uuid[])`.execute(tx)
  await sql`
    update traveller_questions set answer = null, was_in_time = null, answered_at = null,
      erased_at = clock_timestamp()
    where enquiry_id = any(${enquiryIds}::uuid[])`.execute(tx)
  await revokeAddedLinks(tx, enquiryIds)
  await eraseFromAuditLog(tx, [...enquiryIds, ...leadIds])
}

/** Removes travellers' data from entries of the audit log; the entries stay. */
export async function eraseFromAuditLog(
  tx: Transaction,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`delete from audit_personal_data where subject_id = any(${subjectIds}::uuid[])`.execute(
    tx,
  )
}
