import type pg from 'pg'
import { enquiryConsent } from '../contract/src/enquiry-labels.ts'
import type { SellerSettings } from '../server/src/config/payments.ts'
import { insertLeads, LEAD_COST_PAISE, numberedSql, settle } from './fill.ts'
import { copyLeads, withoutIndexes, withoutTriggers } from './fill-in-bulk.ts'
import {
  addActions,
  addPeople,
  addPlansAndRequests,
  insertTransactions,
  transactionTables,
} from './fill-transactions.ts'

// Fills a database as if the product were in use, with realistic proportions at any size. For example, 1,000,000 leads
// include 300,000 bought by 50,000 agents, with 500,000 transactions, 50,000 invoices, 16,667 replacement requests and
// 100,000 enquiries.

const LEADS_AN_AGENT = 20
const indexedTables = [...transactionTables, 'enquiries', 'invoices']
/** Number of leads that `insertTransactions` sells to each agent. */
const BOUGHT_BY_EACH = 6
const ENQUIRY_PER_LEADS = 10
const MESSAGE_PER_LEADS = 100
/** Enquiries have numbered ids, as leads do. */
const enquiryIdSql = (number: string) => numberedSql('01970000', number)

/**
 * Needs a superuser.
 * @param seller printed on the invoices
 * @param verifiedShare share of the leads for sale that is converted from enquiries and has a verified contact
 */
export async function addBusiness(
  client: pg.Client,
  business: { leads: number; seller: SellerSettings; sac: string; verifiedShare?: number },
): Promise<void> {
  const { leads, seller, sac, verifiedShare = 0 } = business
  const agents = Math.floor(leads / LEADS_AN_AGENT)
  const admin = "(select id from users where role = 'admin')"
  const others = Math.floor(leads / ENQUIRY_PER_LEADS / 2)
  await withoutIndexes(client, ['users'], () => addPeople(client, agents))
  await withoutTriggers(client, async () => {
    await withoutIndexes(client, indexedTables, async () => {
      await insertTransactions(client, agents)
      await insertLeads(client, { first: 0, count: leads - agents * BOUGHT_BY_EACH, verifiedShare })
      const { text, version } = enquiryConsent
      await client.query(convertedSql(admin), [text, version])
      await client.query(otherEnquiriesSql(admin), [text, version, others])
      await client.query(invoicesSql, [seller.name, seller.address, seller.gstin, sac])
    })
    await copyLeads(client)
  })
  await addPlansAndRequests(client, agents)
  await client.query(
    `insert into lead_costs (id, type, price_paise) values (gen_random_uuid(), 'both', $1)`,
    [LEAD_COST_PAISE],
  )
  await client.query(messagesSql(admin), [Math.floor(leads / MESSAGE_PER_LEADS)])
  await client.query(
    `update orders set gateway_order_id = 'order_' || md5(id::text), next_check_at = null`,
  )
  await addActions(client, leads, agents)
  await settle(client)
}

const travellerColumns =
  'name, phone, email, city, destination, travel_date, travel_days, travel_nights, adult, trip_type, lead_type'
const consentColumns = 'source, consent_text, consent_version, consent_at'

/** Converts every twentieth lead from an enquiry, unless it already has one because of its verified contact. */
const convertedSql = (admin: string) => `
  with sources as (
    select l.*, ${enquiryIdSql('l.number')} as enquiry_id, created_at - interval '2 hours' as asked_at
    from leads l where number % ${ENQUIRY_PER_LEADS * 2} = 0 and not exists (select from lead_origins where lead_id = l.id)
  ), made as (
    insert into enquiries (id, token_hash, status, ${travellerColumns}, ${consentColumns},
      decided_at, decided_by, created_at)
    select enquiry_id, sha256(enquiry_id::text::bytea), 'converted', ${travellerColumns}, 'Website',
      $1, $2, asked_at, created_at, ${admin}, asked_at
    from sources order by asked_at
  )
  insert into lead_origins (lead_id, enquiry_id, ${consentColumns})
  select id, enquiry_id, 'Website', $1, $2, asked_at from sources`

/** Adds the same number of other enquiries. Of five, three are rejected, one is withdrawn and one is still new. */
const otherEnquiriesSql = (admin: string) => `
  insert into enquiries (id, token_hash, status, name, phone, email, city, destination, adult,
    trip_type, lead_type, ${consentColumns}, reject_reason, decided_at, decided_by, withdrawn_at,
    created_at)
  select gen_random_uuid(), sha256(('other ' || n)::bytea), status, 'Traveller ' || n,
    '+9183' || lpad(n::text, 8, '0'), 'asker' || n || '@bench.example', 'Pune', 'Goa', 2, 'Family',
    'domestic', 'Website', $1, $2, at, case status when 'rejected' then 'other' end,
    case status when 'rejected' then at end, case status when 'rejected' then ${admin} end,
    case status when 'withdrawn' then at end, at
  from (
    select n, case when n % 5 = 0 then 'new' when n % 5 = 1 then 'withdrawn' else 'rejected' end as status,
      now() - interval '365 days' * (1 - n / ($3::float8 + 1)) as at
    from generate_series(1, $3::bigint) n
  ) asked order by n`

const messagesSql = (admin: string) => `
  insert into contact_messages (id, name, email, message, created_at, answered_at, answered_by)
  select gen_random_uuid(), 'Writer ' || n, 'writer' || n || '@bench.example',
    'Do you plan trips to Ladakh in winter? We are two families.', at,
    case when n % 5 <> 0 then at end, case when n % 5 <> 0 then ${admin} end
  from (
    select n, now() - interval '365 days' * (1 - n / ($1::float8 + 1)) as at
    from generate_series(1, $1::bigint) n
  ) written order by n`

/**
 * One invoice per captured payment, within the seller's state: half of the tax is CGST, half SGST, rounded as in
 * `splitGst`.
 */
const invoicesSql = `
  with paid as (
    select p.*, financial_year(p.created_at) as year,
      row_number() over (partition by financial_year(p.created_at) order by p.created_at, p.id) as serial,
      (2 * p.amount_paise * 9 + 118) / 236 as half
    from payments p where p.status = 'captured'
  ), numbered as (
    select *, 'TRA/' || lpad((year % 100)::text, 2, '0') || '-' || lpad(((year + 1) % 100)::text, 2, '0')
      || '/' || lpad(serial::text, 6, '0') as number from paid
  ), made as (
    insert into invoices (id, kind, series, financial_year, serial, number, payment_id, user_id, is_test,
      gateway_payment_id, seller_name, seller_address, seller_gstin, buyer_name, buyer_company,
      buyer_email, buyer_phone, place_of_supply, sac, description, taxable_paise, cgst_paise,
      sgst_paise, igst_paise, total_paise, issued_at)
    select ${numberedSql('01990000', '(i.year * 1000000 + i.serial)')}, 'invoice', 'TRA', i.year, i.serial, i.number, i.id,
      u.id, true, i.gateway_payment_id, $1, $2, $3::text, u.name, u.company_name, u.email, u.phone,
      left($3::text, 2), $4, coalesce('Plan ' || i.plan_name, 'Wallet top-up for buying leads'),
      i.amount_paise - 2 * i.half, i.half, i.half, 0, i.amount_paise, i.created_at
    from numbered i join users u on u.id = i.user_id order by i.created_at, i.id
  )
  insert into invoice_serials (series, financial_year, last_number, last_issued_at)
  select 'TRA', year, max(serial), max(created_at) from paid group by year`
