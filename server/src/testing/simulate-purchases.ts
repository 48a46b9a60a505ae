import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

interface Simulation {
  count: number
  /** The agent that buys all of them. */
  userId: string
  /** The purchases are spread over the days before this instant. */
  until: Date
  days: number
}

/** A number from 0 to 1 that depends on the purchase `n` and the name alone, so that every run has the same values. */
const draw = (name: string) =>
  sql`(('x' || left(md5(n || ${name}::text), 8))::bit(32)::bigint / 4294967296.0)`

/** The probability that a simulated lead is returned. It depends on all columns by which leads are grouped. */
const knownOddsSql = sql`0.02
  + case source when 'Advertisement' then 0.1 when 'Referral' then 0 else 0.04 end
  + case when verified_at is not null then 0 else 0.05 end
  + case when is_complete then 0 else 0.06 end
  + case when has_date then 0 else 0.05 end
  + case lead_type when 'international' then 0.04 else 0 end`

/**
 * Inserts sold leads of all kinds with known odds of a return, their purchases and the returns. Triggers do not run, so
 * the counts of leads and the ledger do not contain them.
 */
export async function simulatePurchases(tx: Transaction, simulation: Simulation): Promise<void> {
  const { count, userId, until, days } = simulation
  await sql`set local session_replication_role = replica`.execute(tx)
  // On a busy machine 100,000 purchases take longer than a statement of the product may.
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`
    with drawn as materialized (
      select n, gen_random_uuid() as lead_id, gen_random_uuid() as purchase_id, bought_at,
        (array['Website', 'Referral', 'Advertisement', null])[1 + floor(4 * ${draw('source')})::integer] as source,
        ${draw('complete')} < 0.5 as is_complete, ${draw('date')} < 0.6 as has_date,
        case when ${draw('verified')} < 0.3 then bought_at - interval '1 hour' end as verified_at,
        case when ${draw('type')} < 0.7 then 'domestic' else 'international' end as lead_type
      from generate_series(1, ${count}::integer) n, lateral (select ${until}::timestamptz
        - make_interval(secs => 86400 * ${days}::integer * n::float8 / ${count}::integer) as bought_at) bought
    ), new_leads as (
      insert into leads (id, name, phone, email, city, destination, travel_date, travel_days, travel_nights,
        adult, children, infant, trip_type, lead_type, status, sold_cause, sold_cost_paise, sold_at, created_at,
        phone_verified_at)
      select lead_id, 'Traveller ' || n, '+9174' || lpad(n::text, 8, '0'),
        case when is_complete then 'simulated' || n || '@bench.example' end,
        case when is_complete then 'Pune' end, 'Goa', case when has_date then bought_at::date + 30 end,
        case when is_complete then 4 else 0 end, 0, 2, 0, 0, 'Family', lead_type, 'sold', 'purchase', 5000,
        bought_at, bought_at - interval '2 hours', verified_at
      from drawn
    ), new_origins as (
      insert into lead_origins (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
      select lead_id, gen_random_uuid(), source, '', '', bought_at from drawn where source is not null
    ), new_purchases as (
      insert into purchases (id, lead_id, user_id, number, price_paise, full_price_paise, ageing_version, cost_paise, paid_with,
        entry_id, replacement_status, created_at)
      select purchase_id, lead_id, ${userId}, n + (select coalesce(max(number), 0) from purchases where user_id = ${userId}), 5000, 5000, 1, 5000, 'wallet', gen_random_uuid(), 'no-replacement', bought_at
      from drawn
    )
    insert into replacement_requests (id, purchase_id, user_id, lead_number, reason_code, reason_text, status,
      created_at, decided_at, decided_by, decided_how, returned, refund_paise, rule_version, entry_id)
    select gen_random_uuid(), purchase_id, ${userId}, n, 'unreachable', '', 'approved',
      bought_at + interval '2 days', bought_at + interval '3 days', ${userId}, 'person', 'wallet', 5000, 1,
      gen_random_uuid()
    from drawn where ${draw('return')} < ${knownOddsSql}`.execute(tx)
}
