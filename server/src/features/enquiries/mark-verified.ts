import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { lockLead } from '../leads/public/leads.queries.ts'
import type { EnquiryRow } from './public/enquiries.queries.ts'

/**
 * Marks a contact of a locked enquiry as verified, and that of its lead if it is exactly the same. A contact that is
 * already verified keeps its time.
 */
export async function markVerified(
  tx: Transaction,
  { id, lead_id: leadId }: EnquiryRow,
  contact: 'email' | 'phone',
): Promise<void> {
  const mark = sql.ref(`${contact}_verified_at`)
  await sql`
    update enquiries set ${mark} = clock_timestamp() where id = ${id} and ${mark} is null`.execute(
    tx,
  )
  if (!leadId) return
  await lockLead(tx, leadId)
  await sql`
    update leads l set ${mark} = e.${mark}, updated_at = clock_timestamp()
    from enquiries e
    where l.id = ${leadId} and e.id = ${id} and l.${sql.ref(contact)} = e.${sql.ref(contact)}
      and l.${mark} is null`.execute(tx)
}
