import { type MoneyEventKind, maxUnpaidOrders } from '@raahi/contract/money-timeline'
import type { OrderStatus } from '@raahi/contract/payments'
import { type Kysely, sql } from 'kysely'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { agentsFound, amountIn, type Part } from './transaction-filters.ts'

/** Leads of a plan that a timeline shows: a plan may have thousands. */
const maxPurchases = 50

export interface MoneyEventRow {
  kind: MoneyEventKind
  at: string
  by: 'agent' | 'admin' | 'gateway' | 'raahi'
  /** Of an admin. */
  name: string | null
  amount_paise: number | null
  label: string | null
  note: string | null
  balance_paise: number | null
  invoice_id: string | null
}

export interface TimelineRow {
  user: { id: string; name: string; email: string; phone: string | null }
  order: { status: OrderStatus; next_check_at: string | null } | null
  older_purchases: number
  events: MoneyEventRow[]
}

export interface UnpaidOrderRow {
  id: string
  gateway_order_id: string | null
  amount_paise: number
  plan_name: string | null
  status: OrderStatus
  created_at: Date
  user_id: string
  name: string
  email: string
  phone: string | null
}

/**
 * Everything that is recorded about the money of a transaction or an order, read in one snapshot.
 * @param id of an order, a payment or a journal entry
 */
export async function findMoneyTimeline(
  db: Kysely<Schema>,
  id: string,
): Promise<TimelineRow | undefined> {
  const { rows } = await sql<TimelineRow>`
    with ${recordsSql(id)}, events as (${eventsSql})
    select json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'phone', u.phone) as "user",
      (select json_build_object('status', status, 'next_check_at', next_check_at) from found_orders) as "order",
      (select greatest(count(*) - ${maxPurchases}, 0) from of_plans) as older_purchases,
      (select coalesce(json_agg(events order by date_trunc('milliseconds', at), rank), '[]') from events) as events
    from users u where u.id = (select user_id from found_orders union select user_id from paid
      union select user_id from journal_entries where id = ${id})`.execute(db)
  return rows[0]
}

/** The records that belong to the money, as common table expressions. */
const recordsSql = (id: string) => sql`
  -- The purchase that the entry paid, or that it gave money back for.
  own as (select * from purchases where entry_id = ${id}
    union all select p.* from purchases p join replacement_requests r on r.purchase_id = p.id where r.entry_id = ${id}),
  own_payment as (
    select * from payments where id = ${id} or entry_id = ${id}
      or id in (select payment_id from refunds where entry_id = ${id} or debit_entry_id = ${id})
      or entry_id in (select s.entry_id from subscriptions s join own on own.subscription_id = s.id)),
  found_orders as (select * from orders where id = ${id} or id in (select order_id from own_payment)),
  paid as (select * from own_payment
    union select p.* from payments p where p.order_id in (select id from found_orders)),
  granted as (select * from subscriptions where entry_id = ${id} or entry_id in (select entry_id from paid)
    union select s.* from subscriptions s join own on own.subscription_id = s.id),
  of_plans as (select * from purchases
    where not exists (select from own) and subscription_id in (select id from granted)),
  bought as (select * from own
    union all (select * from of_plans order by created_at desc, id desc limit ${maxPurchases})),
  returned as (select * from replacement_requests where purchase_id in (select id from bought)),
  refunded as (select * from refunds where payment_id in (select id from paid)),
  -- The recharge of the entry: itself, or the one that it corrects.
  recharged as (select * from journal_entries where method = 'recharge_by_admin'
    and id in (select ${id}::uuid union select recharge_id from recharge_corrections where entry_id = ${id}))`

const lead = sql`record_label('LD', l.number)`
const balance = sql`(select balance_after_paise from postings where entry_id = e.id and account_id = e.user_id)`
const admin = (userId: Part) => sql`(select name from users where id = ${userId})`

/** The events of these records. `rank` is the order of events of one millisecond: invoices store no smaller unit. */
const eventsSql = sql`
  select 'order' as kind, created_at as at, 1 as rank, 'agent' as by, null as name, amount_paise,
    coalesce(gateway_order_id, id::text) as label, plan_name as note, null::bigint as balance_paise, null::uuid as invoice_id
    from found_orders
  union all
  select 'payment-failed', created_at, 2, 'agent', null, amount_paise, gateway_payment_id, failure, null, null
    from paid where status = 'failed'
  union all
  select 'webhook', received_at, 3, 'gateway', null, null, null, event, null, null
    from gateway_events where order_id in (select id from found_orders)
  union all
  select 'payment', e.created_at, 4, 'agent', null, p.amount_paise, p.gateway_payment_id, p.instrument, null, null
    from paid p join journal_entries e on e.id = p.entry_id
  union all
  select 'wallet-credited', e.created_at, 5, 'raahi', null, e.amount_paise, record_label('TX', e.number), null, ${balance}, null
    from paid p join journal_entries e on e.id = p.entry_id where p.plan_name is null and not p.surplus
  union all
  select 'plan-granted', coalesce(e.created_at, s.started_at), 5, case s.cause when 'cash' then 'admin' when 'wallet' then 'agent' else 'raahi' end,
    ${admin(sql`(select actor_id from audit_log where subject_id = s.id and action = 'plan.assign' limit 1)`)},
    s.price_paise, record_label('TX', e.number), s.plan_name, ${balance}, null
    from granted s left join journal_entries e on e.id = s.entry_id
  union all
  select 'recharge', e.created_at, 5, 'admin',
    ${admin(sql`(select actor_id from audit_log where subject_id = e.user_id and action = 'wallet.recharge'
      and after ->> 'entryId' = e.id::text limit 1)`)},
    e.amount_paise, record_label('TX', e.number), nullif(concat_ws(', ', d.reference, d.note), ''), ${balance}, null
    from recharged e left join recharge_details d on d.entry_id = e.id
  union all
  select 'correction', e.created_at, 6, 'admin',
    ${admin(sql`(select actor_id from audit_log where subject_id = e.user_id and action = 'wallet.correct'
      and after ->> 'entryId' = e.id::text limit 1)`)},
    e.amount_paise, record_label('TX', e.number), d.note, ${balance}, null
    from recharge_corrections c join journal_entries e on e.id = c.entry_id left join recharge_details d on d.entry_id = e.id
    where c.recharge_id in (select id from recharged)
  union all
  select 'lead-bought', p.created_at, 6, case when a.id is null then 'agent' else 'raahi' end, null,
    case p.paid_with when 'wallet' then p.cost_paise end, ${lead}, null, ${balance}, null
    from bought p join leads l on l.id = p.lead_id left join journal_entries e on e.id = p.entry_id
    left join automatic_purchases a on a.purchase_id = p.id
  union all
  select 'return-requested', r.created_at, 7, 'agent', null, null, record_label('LD', r.lead_number), null, null, null
    from returned r
  union all
  select case when r.status = 'rejected' then 'return-rejected' when r.returned = 'wallet' then 'return-paid' else 'return-to-plan' end,
    r.decided_at, 8, case when r.decided_by is null then 'raahi' else 'admin' end, ${admin(sql`r.decided_by`)},
    e.amount_paise, record_label('LD', r.lead_number), null, ${balance}, null
    from returned r left join journal_entries e on e.id = r.entry_id where r.status <> 'pending'
  union all
  select 'refund-started', f.created_at, 7, case f.cause when 'admin' then 'admin' else 'raahi' end,
    ${admin(sql`(select actor_id from audit_log where subject_id = f.payment_id and action = 'payment.refund'
      and after ->> 'refundId' = f.id::text limit 1)`)},
    f.amount_paise, record_label('TX', e.number), coalesce(d.note, f.cause), ${balance}, null
    from refunded f left join journal_entries e on e.id = f.debit_entry_id left join recharge_details d on d.entry_id = e.id
  union all
  select 'refund-done', f.processed_at, 8, 'gateway', null, f.amount_paise, f.gateway_refund_id, null, null, null
    from refunded f where f.status = 'processed'
  union all
  select case kind when 'invoice' then 'invoice' else 'credit-note' end, issued_at, 9, 'raahi', null, total_paise, number,
    null, null, id
    from invoices where payment_id in (select id from paid)`

/** The newest orders without a payment whose agent, id or amount the text means. */
export async function findOrdersWithoutPayment(
  db: Kysely<Schema>,
  search: string,
): Promise<UnpaidOrderRow[]> {
  const part = likePattern(search.toLowerCase())
  const amountPaise = amountIn(search)
  const { rows } = await sql<UnpaidOrderRow>`
    select o.id, o.gateway_order_id, o.amount_paise, o.plan_name, o.status, o.created_at,
      u.id as user_id, u.name, u.email, u.phone
    from orders o join users u on u.id = o.user_id
    where not exists (select from payments where order_id = o.id) and (
      o.user_id in (${agentsFound(search)}) or o.id::text like ${part}
      or lower(o.gateway_order_id) like ${part} or o.amount_paise = ${amountPaise})
    order by o.created_at desc, o.id desc limit ${maxUnpaidOrders}`.execute(db)
  return rows
}
