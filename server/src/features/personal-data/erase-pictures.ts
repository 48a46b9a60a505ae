import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/**
 * Removes the pictures that buyers added to replacement requests of bought leads, because a picture can show a chat
 * with the traveller, and marks the purchases, so that no picture is added later. The sweep of unreferenced files
 * removes the files. The caller has locked the leads.
 */
export async function erasePictures(
  tx: Transaction,
  boughtLeadIds: readonly string[],
): Promise<void> {
  // An upload in progress holds the lock of the purchase. After this lock, the deletion finds the picture of that
  // upload.
  await sql`
    update purchases set traveller_erased_at = clock_timestamp()
    where lead_id = any(${boughtLeadIds}::uuid[]) and traveller_erased_at is null`.execute(tx)
  await sql`
    delete from request_pictures where request_id in (
      select r.id from replacement_requests r join purchases p on p.id = r.purchase_id
      where p.lead_id = any(${boughtLeadIds}::uuid[]))`.execute(tx)
}
