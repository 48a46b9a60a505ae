import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { accounts } from '../../platform/ledger/accounts.ts'

/** An agent with a session. */
export type Agent = { userId: string; token: string }

/** Price of every lead for sale, in paise. */
export const leadCostPaise = 5000
/** Initial balance of every wallet, in paise. */
export const walletPaise = 100_000_000_00

const numbered = (prefix: string, number: number) =>
  `${prefix}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Prefix of the nth agent's id; the rest is the number in hex, so that SQL can create it too. */
export const agentIdPrefix = '01900000'
/** Prefix of the nth lead's id, in the same form. */
export const leadIdPrefix = '01910000'
export const leadId = (number: number) => numbered(leadIdPrefix, number)
export const agentId = (number: number) => numbered(agentIdPrefix, number)

/** The SQL of such an id. `number` is a SQL expression. */
export const numberedSql = (prefix: string, number: string) =>
  `('${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Creates agents with large balances, paid in as cash, a session for each, and the prices. */
export async function addAgents(client: pg.Client, count: number): Promise<Agent[]> {
  const ids = Array.from({ length: count }, (_, at) => agentId(at))
  await client.query(
    `with agents as (
       select id, n from unnest($1::uuid[]) with ordinality as given (id, n)
     ), people as (
       insert into users (id, name, email, phone, password_hash, company_name, role)
       select id, 'Agent ' || n, 'agent' || n || '@bench.example', '+9170' || lpad(n::text, 8, '0'),
         'none', 'Company ' || n, 'user' from agents
     )
     insert into accounts (id, kind, user_id, balance_paise) select id, 'wallet', id, 0 from agents`,
    [ids],
  )
  const agents = await addSessions(client, ids)
  await client.query(
    `select post_transfer(gen_random_uuid(), $1, id, $2, 'recharge_by_admin', 'captured', id)
     from users where role = 'user' order by id`,
    [accounts.cash, walletPaise],
  )
  await client.query(rechargeActionsSql)
  await client.query(
    `insert into lead_costs (id, type, price_paise) values (gen_random_uuid(), 'both', $1)
     on conflict (type) do nothing`,
    [leadCostPaise],
  )
  return agents
}

/** Creates a session for each user, in the same order. */
export async function addSessions(client: pg.Client, userIds: readonly string[]): Promise<Agent[]> {
  const agents = userIds.map((userId) => ({
    userId,
    token: randomBytes(32).toString('base64url'),
  }))
  await client.query(
    'insert into sessions (id, user_id) select id, id from unnest($1::uuid[]) id',
    [userIds],
  )
  await client.query(
    `insert into session_tokens (token_hash, session_id, kind, expires_at)
     select hash, id, 'access', now() + interval '1 day'
     from unnest($1::bytea[], $2::uuid[]) as given (hash, id)`,
    [agents.map(({ token }) => createHash('sha256').update(token).digest()), userIds],
  )
  return agents
}

/**
 * Gives every second agent two free plans with so few leads that the agent uses them up and then pays from the wallet.
 */
export async function addPlans(
  client: pg.Client,
  agents: readonly Agent[],
  quotas: readonly [number, number],
): Promise<void> {
  await client.query(
    `with offers as (
       insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
       select gen_random_uuid(), 'BENCH-' || n, 'Bench ' || n, 0, 'Made by the bench', 30 * n, 'both', quota
       from unnest($2::integer[]) with ordinality as given (quota, n)
       returning id, name, validity_days, lead_quota
     )
     insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days,
       lead_quota, cause, ends_at)
     select gen_random_uuid(), user_id, o.id, o.name, 0, 'both', o.validity_days, o.lead_quota, 'free',
       now() + make_interval(hours => 24 * o.validity_days)
     from offers o cross join unnest($1::uuid[]) as given (user_id)`,
    [agents.filter((_, at) => at % 2 === 0).map(({ userId }) => userId), quotas],
  )
}

/** Leads `first` to `first + count - 1`. */
export type Leads = {
  first: number
  count: number
  /**
   * As after a year of use: six of 20 leads are sold (numbers 2 to 7), and two of 20 have contacts that the traveller
   * has verified. The caller adds their purchases and enquiries.
   */
  inUse?: boolean
}

/** The entries of recharges in the audit log, which an invariant expects. */
export const rechargeActionsSql = `
  insert into audit_log (at, actor_role, action, subject_type, subject_id, after)
  select created_at, 'console', 'wallet.recharge', 'wallet', user_id,
    jsonb_build_object('entryId', id, 'amountPaise', amount_paise)
  from journal_entries e where method = 'recharge_by_admin' and not exists (
    select from audit_log l where l.subject_id = e.user_id and l.after ->> 'entryId' = e.id::text)`

/** SQL of a time in the last 365 days. `share` is from 0 to 1. */
export const timeSql = (share: string) => `(now() - interval '365 days' * (1 - ${share}))`

const leadsSql = `insert into leads (id, name, phone, email, city, destination, travel_date, travel_month, month_end, travel_days,
       travel_nights, adult, children, trip_type, lead_type, status, sold_cause, sold_cost_paise, contact_digest,
       sold_at, created_at, email_verified_at, phone_verified_at)
     select ${numberedSql(leadIdPrefix, 'n')}, name, phone, email,
       (array['Mumbai','Delhi','Pune','Chennai','Kolkata','Jaipur'])[1 + n % 6],
       (array['Goa','Kerala','Rajasthan','Manali','Jaipur','Bali','Dubai','Paris','Leh'])[1 + n % 9],
       case when n % 23 > 0 then current_date + 10 + (n % 200)::integer end,
       month, month_end_from(month, today_in_india()), 3 + (n % 8)::integer, 2 + (n % 8)::integer,
       1 + (n % 4)::integer, (n % 3)::integer,
       (array['Business','Family','Friends','Couples','Senior_Citizen','Others','Group'])[1 + n % 7],
       case when n % 3 = 0 then 'international' else 'domestic' end,
       case when sold then 'sold' else 'buy' end, case when sold then 'purchase' end,
       case when sold then ${leadCostPaise} end, case when sold then contact_digest(name, phone, email) end,
       case when sold then ${timeSql('(n + n % 20) / $2::float8')} end,
       created_at, case when verified and n % 3 <> 1 then created_at end, case when verified and n % 3 <> 2 then created_at end
     from (
       select n, (array['Asha','Ravi','Meera','Kabir','Leela','Arjun','Nisha','Vikram'])[1 + n % 8] || ' ' ||
           (array['Sharma','Iyer','Khan','Das','Patel','Reddy','Singh'])[1 + n % 7] || ' ' || n as name,
         '+9180' || lpad((n % 100000000)::text, 8, '0') as phone, 'traveller' || n || '@bench.example' as email,
         case when n % 23 = 0 then to_char(current_date + 10 + (n % 200)::integer, 'FMMonth') end as month,
         $3 and n % 20 between 2 and 7 as sold, $3 and n % 10 = 9 as verified,
         ${timeSql('(n - $1::bigint + 1) / $2::float8')} as created_at
       from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n
     ) numbers order by n`

/**
 * Inserts leads, spread evenly over the last 12 months. The highest number is the newest. One in 23 has a month instead
 * of a travel date.
 */
export async function insertLeads(
  client: pg.Client,
  { first, count, inUse = false }: Leads,
): Promise<void> {
  await client.query(leadsSql, [first, count, inUse])
}

/** Runs VACUUM ANALYZE now, so that autovacuum does not disturb a measurement later. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}
