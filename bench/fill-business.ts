import type pg from 'pg'
import { enquiryConsent } from '../contract/src/enquiry-labels.ts'
import type { SellerSettings } from '../server/src/config/payments.ts'
import { accounts } from '../server/src/platform/ledger/accounts.ts'
import { withClient } from '../server/src/testing/load/database.ts'
import {
  type Agent,
  addSessions,
  agentIdPrefix,
  insertLeads,
  leadCostPaise,
  leadIdPrefix,
  numberedSql,
  rechargeActionsSql,
  settle,
  timeSql,
} from '../server/src/testing/load/fill.ts'

// Fills a database as if the product had been in use for a year, with the same proportions at any size and with all
// invariants. 1,000,000 leads include 300,000 bought by 50,000 agents, with 500,000 transactions, 50,000 invoices,
// 16,667 replacement requests and 150,000 enquiries.

/** Agent n buys the leads 20n + 2 to 20n + 7. */
const leadsPerAgent = 20
/** Transaction 0 is a recharge, 1 to 6 are leads, 7 is a plan for cash, 8 a plan or top-up online, 9 a failed payment, a refund or a recharge. */
const steps = 10
const rechargePaise = 100_000_00
const planPaise = 1_999_00
const topUpPaise = 5_000_00
const sessions = 500
const adminCount = 8

const userIdSql = numberedSql(agentIdPrefix, 'n')
const adminSql = `(select id from users where role = 'admin' order by email limit 1)`
const stepIdSql = (prefix: string, step = 'step') => numberedSql(prefix, `(n * ${steps} + ${step})`)
const entryIdSql = (step?: string) => stepIdSql('01940000', step)
const paymentIdSql = (step?: string) => stepIdSql('01960000', step)
const soldLeadSql = (step: string) =>
  numberedSql(leadIdPrefix, `(n * ${leadsPerAgent} + ${step} + 1)`)
/** The time of a transaction. A lead is sold after it was created, see `insertLeads`. */
const atSql = (step = 'step') => timeSql(`(n * ${steps} + ${step} + 1) / ($1::float8 * ${steps})`)

export type Business = { agents: Agent[]; admins: Agent[] }

/**
 * Needs a superuser.
 * @param leads a multiple of 20
 * @param seller printed on the invoices
 * @returns some agents and all admins, each with a session
 */
export async function addBusiness(
  client: pg.Client,
  { leads, seller, sac }: { leads: number; seller: SellerSettings; sac: string },
): Promise<Business> {
  const agents = leads / leadsPerAgent
  const others = Math.floor(leads / 20)
  const { text, version } = enquiryConsent
  await withoutIndexes(client, ['users'], () => client.query(usersSql, [agents]))
  await client.query(adminsSql, [adminCount])
  // Triggers, foreign keys and indexes take most of the time of an insert. What triggers would store is inserted too.
  await client.query(`set session_replication_role = replica`)
  await client.query(`set work_mem = '256MB'`)
  const tables = ['leads', 'journal_entries', 'purchases', 'orders', 'payments']
  await withoutIndexes(client, [...tables, 'enquiries', 'invoices'], async () => {
    await client.query(planSql)
    // In one transaction, so that `now()` is the same in all steps.
    await client.query('begin')
    await insertLeads(client, { first: 0, count: leads, inUse: true })
    for (const step of [entriesSql, postingsSql, balancesSql, purchasesSql, ordersSql, paymentsSql])
      await client.query(step, [agents])
    await client.query(convertedSql, [text, version])
    await client.query(otherEnquiriesSql, [text, version, others])
    await client.query(invoicesSql, [seller.name, seller.address, seller.gstin, sac])
    await client.query('commit')
  })
  await client.query(leadContactsSql)
  await client.query('reset work_mem')
  await client.query('reset session_replication_role')
  for (const step of [subscriptionsSql, requestsSql]) await client.query(step, [agents])
  for (const step of [rechargeActionsSql, planActionsSql]) await client.query(step)
  await client.query(
    `insert into lead_costs (id, type, price_paise) values (gen_random_uuid(), 'both', $1)`,
    [leadCostPaise],
  )
  await client.query(messagesSql, [Math.floor(leads / 100)])
  await addActions(client, leads, agents)
  const idsOf = async (sql: string) =>
    (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id)
  const agentIds = `select id from users where role = 'user' order by id limit ${sessions}`
  const agentSessions = await addSessions(client, await idsOf(agentIds))
  const admins = await addSessions(client, await idsOf(`select id from users where role = 'admin'`))
  await settle(client)
  return { agents: agentSessions, admins }
}

/** The newest leads for sale, the newest first. */
export async function readLeadsForSale(databaseUrl: string): Promise<string[]> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: string }>(
      `select id from leads where status = 'buy' order by created_at desc, id desc limit 100000`,
    ),
  )
  return rows.map(({ id }) => id)
}

/** Drops the indexes of these tables, except those of constraints, runs `work`, and creates them again. */
async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
     where i.indrelid = any ($1::regclass[]) and c.oid is null
     order by 1`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const { definition } of rows) await client.query(definition)
  await client.query('reset maintenance_work_mem')
}

/** Adds `count` purchases to the audit log, with an admin action for every two thousand. */
async function addActions(client: pg.Client, count: number, agents: number): Promise<void> {
  await client.query(
    `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, after)
     select case when n % 2000 = 0 then ${adminSql} else ${numberedSql(agentIdPrefix, 'n % least($2::bigint, 1000)')} end,
       case when n % 2000 = 0 then 'admin' else 'user' end,
       case when n % 2000 = 0 then 'lead.edit' else 'lead.buy' end, 'lead', null,
       jsonb_build_object('costPaise', ${leadCostPaise})
     from generate_series(1, $1::bigint) n order by n`,
    [count, agents],
  )
}

const usersSql = `
  with people as (
    insert into users (id, name, email, phone, password_hash, company_name, city, role)
    select ${userIdSql}, 'Agent ' || n, 'agent' || n || '@bench.example', '+9171' || lpad(n::text, 8, '0'), 'none',
      'Company ' || n, (array['Mumbai','Delhi','Pune','Leh'])[1 + n % 4], 'user'
    from generate_series(0, $1::bigint - 1) n returning id
  )
  insert into accounts (id, kind, user_id, balance_paise) select id, 'wallet', id, 0 from people`

const adminsSql = `
  insert into users (id, name, email, phone, password_hash, company_name, role, rights)
  select gen_random_uuid(), 'Admin ' || n, 'admin' || n || '@bench.example', '+9172' || lpad(n::text, 8, '0'), 'none',
    'Raahi', 'admin', '{leads,agents,money,support,settings}'
  from generate_series(1, $1::integer) n`

/** The kind of each transaction. A failed payment has no journal entry. */
const stepsSql = `
  select n, step, case when step = 0 then 'recharge_by_admin' when step <= 6 then 'lead_wallet'
      when step = 7 then 'cash' when step = 8 then 'Online'
      when n % 3 = 1 then 'wallet_refund' else 'recharge_by_admin' end as method,
    case when step = 0 then ${rechargePaise} when step <= 6 then ${leadCostPaise}
      when step = 7 then ${planPaise}
      when step = 8 then case when n % 2 = 0 then ${planPaise} else ${topUpPaise} end
      when n % 3 = 1 then ${leadCostPaise} else ${topUpPaise} end as paise
  from generate_series(0, $1::bigint - 1) n, generate_series(0, ${steps - 1}) step
  where not (step = 9 and n % 3 = 0)`

const entriesSql = `
  insert into journal_entries (id, method, status, user_id, amount_paise, created_at)
  select ${entryIdSql()}, method,
    case when method = 'wallet_refund' then 'lead_refund' else 'captured' end, ${userIdSql}, paise, ${atSql()}
  from (${stepsSql}) steps order by n, step`

/** The source and target account of each transaction. A wallet posting stores the balance. */
const postingsSql = `
  with moves as (
    select n, step, paise, ${userIdSql} as wallet,
      case when method = 'lead_wallet' then ${userIdSql}
        when method = 'Online' then '${accounts.gateway}'::uuid
        when method = 'wallet_refund' then '${accounts.leadRevenue}'::uuid
        else '${accounts.cash}'::uuid end as from_id,
      case when method = 'lead_wallet' then '${accounts.leadRevenue}'::uuid
        when method = 'cash' or (method = 'Online' and n % 2 = 0) then '${accounts.planRevenue}'::uuid
        else ${userIdSql} end as to_id
    from (${stepsSql}) steps
  ), running as (
    select *, sum(case when to_id = wallet then paise when from_id = wallet then -paise else 0 end)
      over (partition by n order by step) as balance from moves
  )
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise)
  select ${entryIdSql()}, from_id, -paise, case when from_id = wallet then balance end from running
  union all
  select ${entryIdSql()}, to_id, paise, case when to_id = wallet then balance end from running`

const balancesSql = `
  update accounts set balance_paise = sums.paise from (
    select account_id, sum(amount_paise) as paise from postings group by 1
  ) sums where accounts.id = sums.account_id and accounts.kind = 'wallet' and $1::bigint > 0`

const purchasesSql = `
  insert into purchases (id, lead_id, user_id, number, price_paise, full_price_paise, ageing_version, cost_paise, paid_with, entry_id, created_at,
    refund_rule_version, replacement_status)
  select ${soldLeadSql('step')}, ${soldLeadSql('step')}, ${userIdSql}, step,
    ${leadCostPaise}, ${leadCostPaise}, 1, ${leadCostPaise}, 'wallet', ${entryIdSql()}, ${atSql()},
    1, case when step = 1 and n % 3 = 1 then 'approved' else 'no-replacement' end
  from generate_series(0, $1::bigint - 1) n, generate_series(1, 6) step`

const requestsSql = `
  insert into replacement_requests (id, purchase_id, user_id, lead_number, reason_code,
    status, created_at, decided_at, decided_by, decided_how, returned, refund_paise, rule_version, entry_id)
  select gen_random_uuid(), l.id, ${userIdSql}, l.number, 'wrong-number', 'approved', ${atSql('9')},
    ${atSql('9')}, ${adminSql}, 'person', 'wallet', ${leadCostPaise}, 1, ${entryIdSql('9')}
  from generate_series(1, $1::bigint - 1, 3) n join leads l on l.id = ${soldLeadSql('1')}`

const planSql = `
  insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
  values (gen_random_uuid(), 'BENCH', 'Bench plan', ${planPaise}, 'Of the bench', 30, 'both', 10)`

/** Marks every subscription as reminded, so that no reminders are sent during a measurement. */
const subscriptionsSql = `
  insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days,
    lead_quota, cause, entry_id, started_at, ends_at, reminded_at)
  select gen_random_uuid(), ${userIdSql}, plan.id, 'Bench plan', ${planPaise}, 'both', 30, 10,
    case step when 7 then 'cash' else 'payment' end, ${entryIdSql()}, ${atSql()}, ${atSql()} + interval '30 days', ${atSql()}
  from generate_series(0, $1::bigint - 1) n, generate_series(7, 8) step, plans plan
  where plan.plan_id = 'BENCH' and (step = 7 or n % 2 = 0)`

const planActionsSql = `
  insert into audit_log (at, actor_role, action, subject_type, subject_id, after)
  select started_at, 'console', 'plan.assign', 'subscription', id, jsonb_build_object('userId', user_id,
    'price_paise', price_paise, 'type', type, 'validity_days', validity_days, 'lead_quota', lead_quota)
  from subscriptions where cause = 'cash'`

const ordersSql = `
  insert into orders (id, user_id, kind, plan_id, plan_name, plan_type, validity_days, lead_quota,
    amount_paise, status, created_at, paid_at, gateway_order_id)
  select ${paymentIdSql('8')}, ${userIdSql}, case when n % 2 = 0 then 'plan' else 'wallet' end, p.id, p.name, p.type,
    p.validity_days, p.lead_quota, case when n % 2 = 0 then ${planPaise} else ${topUpPaise} end, 'paid',
    ${atSql('8')}, ${atSql('8')}, 'order_' || md5(n::text)
  from generate_series(0, $1::bigint - 1) n left join plans p on p.plan_id = 'BENCH' and n % 2 = 0`

const paymentsSql = `
  insert into payments (id, gateway_payment_id, user_id, plan_name, amount_paise, status, entry_id,
    created_at, order_id)
  select ${paymentIdSql()}, 'pay_' || md5(n || '-' || step), ${userIdSql},
    case when n % 2 = 0 then 'Bench plan' end,
    case when n % 2 = 0 then ${planPaise} else ${topUpPaise} end,
    case step when 8 then 'captured' else 'failed' end, case step when 8 then ${entryIdSql()} end, ${atSql()},
    case step when 8 then ${paymentIdSql()} end
  from generate_series(0, $1::bigint - 1) n, generate_series(8, 9) step
  where step = 8 or n % 3 = 0`

/** One invoice per captured payment, within the seller's state: half of the tax is CGST, half SGST, rounded as in `splitGst`. */
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

const consentColumns = 'source, consent_text, consent_version, consent_at'
const travellerColumns =
  'name, phone, email, city, destination, travel_date, travel_days, travel_nights, adult, children, trip_type, lead_type, email_verified_at, phone_verified_at'

/** The enquiries from which the leads with verified contacts were converted. */
const convertedSql = `
  with sources as (
    select *, ${numberedSql('01970000', 'number')} as enquiry_id from leads
    where email_verified_at is not null or phone_verified_at is not null
  ), made as (
    insert into enquiries (id, token_hash, status, ${travellerColumns}, ${consentColumns}, decided_at, decided_by,
      created_at)
    select enquiry_id, sha256(enquiry_id::text::bytea), 'converted', ${travellerColumns}, 'Website', $1, $2,
      created_at, created_at, ${adminSql}, created_at from sources order by created_at
  )
  insert into lead_origins (lead_id, enquiry_id, ${consentColumns})
  select id, enquiry_id, 'Website', $1, $2, created_at from sources`

/** Other enquiries. Of five, three are rejected, one is withdrawn and one is still new. */
const otherEnquiriesSql = `
  insert into enquiries (id, token_hash, status, name, phone, email, city, destination, adult,
    trip_type, lead_type, ${consentColumns}, reject_reason, decided_at, decided_by, withdrawn_at, created_at)
  select gen_random_uuid(), sha256(('other ' || n)::bytea), status, 'Traveller ' || n,
    '+9183' || lpad(n::text, 8, '0'), 'asker' || n || '@bench.example', 'Pune', 'Goa', 2, 'Family',
    'domestic', 'Website', $1, $2, at, case status when 'rejected' then 'other' end,
    case status when 'rejected' then at end, case status when 'rejected' then ${adminSql} end,
    case status when 'withdrawn' then at end, at
  from (
    select n, case when n % 5 = 0 then 'new' when n % 5 = 1 then 'withdrawn' else 'rejected' end as status,
      ${timeSql('n / ($3::float8 + 1)')} as at
    from generate_series(1, $3::bigint) n
  ) enquiry order by n`

/** The index of contacts that triggers maintain, in the order of its key, which is faster. */
const leadContactsSql = `
  insert into lead_contacts (contact_hash, lead_id, phone)
  select contact_hash(phone), id, phone from leads where phone <> ''
  union select contact_hash(email), id, null from leads where email <> '' order by 1, 2`

const messagesSql = `
  insert into contact_messages (id, name, email, message, created_at, answered_at, answered_by)
  select gen_random_uuid(), 'Writer ' || n, 'writer' || n || '@bench.example',
    'Do you plan trips to Ladakh in winter? We are two families.', at,
    case when n % 5 <> 0 then at end, case when n % 5 <> 0 then ${adminSql} end
  from (
    select n, ${timeSql('n / ($1::float8 + 1)')} as at from generate_series(1, $1::bigint) n
  ) message order by n`
