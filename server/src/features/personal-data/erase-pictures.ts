import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/**
 * Removes the pictures that buyers added to replacement requests of bought leads, which can show a chat with the traveller, and marks the
 * purchases, so that none is added later. The sweep of unreferenced files removes the files. The caller has locked the leads.
 */
export async function erasePictures(
  tx: Transaction,
  boughtLeadIds: readonly string[],
): Promise<void> {
  // An upload in progress holds the purchase, so the deletion after this lock finds its picture.
  await sql`
    update purchases set traveller_erased_at = clock_timestamp()
    where lead_id = any(${boughtLeadIds}::uuid[]) and traveller_erased_at is null`.execute(tx)
  await sql`
    delete from request_pictures where request_id in (
      select r.id from replacement_requests r join purchases p on p.id = r.purchase_id
      where p.lead_id = any(${boughtLeadIds}::uuid[]))`.execute(tx)
}
