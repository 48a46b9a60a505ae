import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { enquiryLabel } from '../enquiries/public/enquiry-response.ts'
import {
  type PurchasedLeadRow,
  purchasedLeadsSql,
  toPurchasedLead,
} from '../purchases/public/purchased-lead.ts'

type Db = Kysely<Schema>
/** @returns undefined if the event is no longer sent: its record is gone, or its traveller withdrew or was erased */
type ReadData = (db: Db, subjectId: string) => Promise<object | undefined>

/**
 * The `data` of each event, from the records as they are now. Amounts are integer paise. Only `lead.purchased` and
 * `quote.answered` contain what a traveller gave, and only while the traveller may be contacted.
 */
const readers: Record<string, ReadData> = {
  'lead.purchased': readPurchase,
  'lead.withdrawn': (db, id) =>
    readOne(
      sql`select p.id as "purchaseId", ${leadSql} from purchases p join leads l on l.id = p.lead_id where p.id = ${id}`,
      db,
    ),
  'replacement.decided': (db, id) =>
    readOne(
      sql`select r.id as "requestId", ${leadSql}, r.status, r.decided_how as "decidedHow", r.returned,
        r.refund_paise as "refundPaise", r.rejection_code as "rejectionCode", r.decided_at as "decidedAt"
      from replacement_requests r join purchases p on p.id = r.purchase_id join leads l on l.id = p.lead_id
      where r.id = ${id}`,
      db,
    ),
  'replacement.requested': (db, id) =>
    readOne(
      sql`select r.id as "requestId", ${leadSql}, r.user_id as "userId", r.reason_code as "reasonCode",
        r.created_at as "requestedAt", r.decide_by as "decideBy"
      from replacement_requests r join purchases p on p.id = r.purchase_id join leads l on l.id = p.lead_id
      where r.id = ${id}`,
      db,
    ),
  'wallet.low': (db, id) =>
    readOne(
      sql`select balance_after_paise as "balancePaise" from postings
      where entry_id = ${id} and balance_after_paise is not null`,
      db,
    ),
  'plan.ending': (db, id) =>
    readOne(
      sql`select id as "subscriptionId", plan_name as "planName", ends_at as "endsAt",
        lead_quota - leads_used as "leadsLeft" from subscriptions where id = ${id}`,
      db,
    ),
  'quote.answered': (db, id) =>
    readOne(
      sql`select a.quote_id as "quoteId", a.number as version, ${leadSql}, a.kind, a.text
      from quote_answers a join quotes q on q.id = a.quote_id join purchases p on p.id = q.purchase_id
      join leads l on l.id = p.lead_id where a.id = ${id} and not is_contact_stopped(p)`,
      db,
    ),
  'enquiry.received': readEnquiry,
  'lead.published': (db, id) =>
    readOne(
      sql`select ${leadSql}, l.lead_type as "leadType", l.trip_type as "tripType", l.destination, l.city,
        l.travel_date as "travelDate", l.travel_month as "travelMonth",
        coalesce(l.sold_cost_paise, (lead_price(l.lead_type, l.created_at, today_in_india())).price_paise) as "pricePaise", l.created_at as "createdAt"
      from leads l where l.id = ${id} and l.deleted_at is null and not is_traveller_stopped(l.id)`,
      db,
    ),
  'lead.sold': (db, id) =>
    readOne(
      sql`select ${leadSql}, l.sold_at as "soldAt", l.sold_cause as cause, l.sold_cost_paise as "pricePaise",
        p.id as "purchaseId", p.user_id as "userId", p.cost_paise as "costPaise", p.paid_with as "paidWith"
      from leads l left join purchases p on p.lead_id = l.id where l.id = ${id}`,
      db,
    ),
  'payment.captured': (db, id) =>
    readOne(
      sql`select id as "paymentId", gateway_payment_id as "gatewayPaymentId", user_id as "userId",
        amount_paise as "amountPaise", plan_name as "planName" from payments where id = ${id}`,
      db,
    ),
  'user.registered': (db, id) =>
    readOne(
      sql`select id as "userId", name, company_name as "companyName", city, email, created_at as "registeredAt"
      from users where id = ${id}`,
      db,
    ),
  'webhook.test': async () => ({}),
}

/** The `data` of an event. */
export async function readWebhookData(
  db: Db,
  { type, subjectId }: { type: string; subjectId: string },
): Promise<object | undefined> {
  return readers[type]?.(db, subjectId)
}

/** The id and the number of a lead, which name no traveller. */
const leadSql = sql`json_build_object('_id', l.id, 'leadId', 'LD-' || lpad(l.number::text, greatest(6, length(l.number::text)), '0')) as lead`

async function readOne(query: ReturnType<typeof sql>, db: Db): Promise<object | undefined> {
  return (await query.execute(db)).rows[0] as object | undefined
}

async function readPurchase(db: Db, id: string): Promise<object | undefined> {
  const { rows } = await sql<PurchasedLeadRow>`${purchasedLeadsSql} where p.id = ${id}`.execute(db)
  return rows[0] && toPurchasedLead(rows[0])
}

async function readEnquiry(db: Db, id: string): Promise<object | undefined> {
  const row = await db
    .selectFrom('enquiries as e')
    .innerJoin('sources as s', 's.id', 'e.source_id')
    .select(['e.number', 'e.lead_type', 'e.trip_type', 'e.destination', 'e.source', 'e.created_at'])
    .select(['e.duplicate_of', 'e.duplicate_of_lead', 's.id as source_id', 's.name as source_name'])
    .where('e.id', '=', id)
    .where('e.status', '<>', 'withdrawn')
    .where('e.erased_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      enquiryId: id,
      reference: enquiryLabel(row.number),
      leadType: row.lead_type,
      tripType: row.trip_type,
      destination: row.destination,
      source: row.source,
      sourceId: row.source_id,
      sourceName: row.source_name,
      isDuplicate: row.duplicate_of !== null || row.duplicate_of_lead !== null,
      receivedAt: row.created_at,
    }
  )
}
