import { consentsNamingBuyer } from '@raahi/contract/consent-versions'
import type { OwnAgent } from '@raahi/contract/own-enquiry'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { QueueMail } from '../../../platform/mail/mail.ts'
import { addLink } from './enquiry-links.ts'
import { buyerMail } from './enquiry-mails.ts'
import { enquiryLabel } from './enquiry-response.ts'

interface BuyerRow {
  company_name: string
  name: string
  city: string | null
  phone: string | null
  is_verified: boolean
  bought_at: Date
  is_returned: boolean
}

const buyerColumnsSql = sql`
  u.company_name, owner.name, u.city, owner.phone, u.kyc_status = 'approved' as is_verified,
  p.created_at as bought_at, p.replacement_status = 'approved' as is_returned`

/** Finds the agent who bought an enquiry, for its traveller. The caller has checked that the consent covers this. */
export async function findOwnAgent(
  db: Kysely<Schema>,
  enquiryId: string,
): Promise<OwnAgent | null> {
  const { rows } = await sql<BuyerRow>`
    select ${buyerColumnsSql}
    from lead_origins o
    join purchases p on p.lead_id = o.lead_id join users u on u.id = p.user_id
      join agency_owners owner on owner.id = u.id
    where o.enquiry_id = ${enquiryId}`.execute(db)
  const [row] = rows
  return row ? toBuyer(row) : null
}

/** The buyer, for the page and the mail of the traveller. */
function toBuyer(row: BuyerRow): OwnAgent {
  return {
    companyName: row.company_name,
    name: row.name,
    city: row.city,
    phone: row.phone,
    isVerified: row.is_verified,
    boughtAt: row.bought_at.toISOString(),
    isReturned: row.is_returned,
  }
}

interface TravellerRow extends BuyerRow {
  id: string
  number: number
  email: string
  email_checked_at: Date | null
}

/**
 * Queues a mail that names the buyer to the traveller of a lead that has just been bought. No mail is queued for
 * a lead without an enquiry or an email, for an enquiry that is withdrawn or erased, or under a consent that does not
 * cover it. Because of the lock, a concurrent withdrawal or erasure either comes first or removes the mail from the
 * queue.
 */
export async function queueBuyerMail(
  { queueMail, publicUrl }: { queueMail: QueueMail; publicUrl: string },
  tx: Transaction,
  { leadId, mailId }: { leadId: string; mailId: string },
): Promise<void> {
  const { rows } = await sql<TravellerRow>`
    select e.id, e.number, e.email, ${buyerColumnsSql},
      -- The decision of an admin is a check of the email, unless the traveller has corrected the enquiry since.
      coalesce(e.email_verified_at,
        case when e.corrected_at is null or e.corrected_at <= e.decided_at then e.decided_at end) as email_checked_at
    from lead_origins o join enquiries e on e.id = o.enquiry_id
    join purchases p on p.lead_id = o.lead_id join users u on u.id = p.user_id
      join agency_owners owner on owner.id = u.id
    where o.lead_id = ${leadId} and e.status = 'converted' and e.erased_at is null
      and e.email is not null and e.consent_version = any(${consentsNamingBuyer}::text[])
    for share of e`.execute(tx)
  for (const row of rows) {
    const token = await addLink(tx, row.id)
    const to = { email: row.email, checkedAt: row.email_checked_at }
    const facts = { reference: enquiryLabel(row.number), token, agent: toBuyer(row) }
    await queueMail(tx, { ...buyerMail(to, facts, publicUrl), concernsId: row.id }, mailId)
  }
}
