import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { enquiryConsent } from '../contract/src/enquiries.ts'
import { accounts } from '../server/src/platform/ledger/accounts.ts'
import { copyLeads, withoutIndexes, withoutTriggers } from './fill-in-bulk.ts'

/** An agent with a session. */
export type Agent = { userId: string; token: string }

/** Price of every lead for sale, in paise. */
export const LEAD_COST_PAISE = 5000
/** Initial balance of every wallet, in paise. */
export const WALLET_PAISE = 100_000_000_00

const numbered = (prefix: string, number: number) =>
  `${prefix}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Prefix of the nth agent's id; the rest is the number in hex, so that SQL can create it too. */
export const AGENT_ID_PREFIX = '01900000'
/** Prefix of the nth lead's id, in the same form. */
export const LEAD_ID_PREFIX = '01910000'
export const leadId = (number: number) => numbered(LEAD_ID_PREFIX, number)
export const agentId = (number: number) => numbered(AGENT_ID_PREFIX, number)

/** The SQL of such an id. `number` is a SQL expression. */
export const numberedSql = (prefix: string, number: string) =>
  `('${prefix}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** Creates agents with large balances, paid in as cash, a session for each, and the prices. */
export async function addAgents(client: pg.Client, count: number): Promise<Agent[]> {
  const agents = Array.from({ length: count }, (_, at) => ({
    userId: agentId(at),
    token: randomBytes(32).toString('base64url'),
  }))
  await client.query(
    `with agents as (
       select id, n from unnest($1::uuid[]) with ordinality as given (id, n)
     ), people as (
       insert into users (id, name, email, phone, password_hash, company_name, role)
       select id, 'Agent ' || n, 'agent' || n || '@bench.example', '+9170' || lpad(n::text, 8, '0'),
         'none', 'Company ' || n, 'user' from agents
     ), wallets as (
       insert into accounts (id, kind, user_id, balance_paise) select id, 'wallet', id, 0 from agents
     )
     insert into sessions (id, user_id) select id, id from agents`,
    [agents.map(({ userId }) => userId)],
  )
  await client.query(
    `insert into session_tokens (token_hash, session_id, kind, expires_at)
     select hash, id, 'access', now() + interval '1 day'
     from unnest($1::bytea[], $2::uuid[]) as given (hash, id)`,
    [
      agents.map(({ token }) => createHash('sha256').update(token).digest()),
      agents.map(({ userId }) => userId),
    ],
  )
  await client.query(
    `select post_transfer(gen_random_uuid(), $1, id, $2, 'recharge_by_admin', 'captured', id)
     from users where role = 'user' order by id`,
    [accounts.cash, WALLET_PAISE],
  )
  await client.query(rechargeActionsSql)
  await client.query(
    `insert into lead_costs (id, type, price_paise) values (gen_random_uuid(), 'both', $1)
     on conflict (type) do nothing`,
    [LEAD_COST_PAISE],
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
  /** Share that is marked as sold outside the product. */
  soldShare?: number
  /**
   * Share that is converted from enquiries, a third each with a verified email, a verified phone, and both. An agent must
   * exist.
   */
  verifiedShare?: number
}

/** The entries of recharges in the audit log, which an invariant expects. */
export const rechargeActionsSql = `
  insert into audit_log (at, actor_role, action, subject_type, subject_id, after)
  select created_at, 'console', 'wallet.recharge', 'wallet', user_id,
    jsonb_build_object('entryId', id, 'amountPaise', amount_paise)
  from journal_entries e where method = 'recharge_by_admin' and not exists (
    select from audit_log l where l.subject_id = e.user_id and l.after ->> 'entryId' = e.id::text)`

const leadsSql = `insert into leads (id, name, phone, email, city, destination, travel_date, travel_month, month_end, travel_days,
       travel_nights, adult, children, trip_type, lead_type, status, sold_cause, sold_cost_paise,
       sold_at, created_at, email_verified_at, phone_verified_at)
     select ${numberedSql(LEAD_ID_PREFIX, 'n')},
       (array['Asha','Ravi','Meera','Kabir','Leela','Arjun','Nisha','Vikram'])[1 + n % 8] || ' ' ||
         (array['Sharma','Iyer','Khan','Das','Patel','Reddy','Singh'])[1 + n % 7] || ' ' || n,
       '+9180' || lpad((n % 100000000)::text, 8, '0'), 'traveller' || n || '@bench.example',
       (array['Mumbai','Delhi','Pune','Chennai','Kolkata','Jaipur'])[1 + n % 6],
       (array['Goa','Kerala','Rajasthan','Manali','Jaipur','Bali','Dubai','Paris','Leh'])[1 + n % 9],
       case when n % 23 > 0 then current_date + 10 + (n % 200)::integer end,
       month, month_end_from(month, today_in_india()), 3 + (n % 8)::integer, 2 + (n % 8)::integer,
       1 + (n % 4)::integer, (n % 3)::integer,
       (array['Business','Family','Friends','Couples','Senior_Citizen','Others','Group'])[1 + n % 7],
       case when n % 3 = 0 then 'international' else 'domestic' end,
       case when sold then 'sold' else 'buy' end, case when sold then 'outside' end,
       case when sold then ${LEAD_COST_PAISE} end, case when sold then now() end,
       created_at, case when verified and n % 3 <> 1 then created_at end, case when verified and n % 3 <> 2 then created_at end
     from (
       select n, case when n % 23 = 0 then to_char(current_date + 10 + (n % 200)::integer, 'FMMonth') end as month,
         (n * 7919 % 1000) < 1000 * $3::float8 as sold, n * 31 % 100 < 100 * $4::float8 as verified,
         now() - interval '365 days' * (1 - (n - $1::bigint + 1.0) / $2::bigint) as created_at
       from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n
     ) numbers`

/** Inserts leads, spread evenly over the last 12 months. The highest number is the newest. One in 23 has a month instead of a travel date. */
export async function insertLeads(client: pg.Client, leads: Leads): Promise<void> {
  const { first, count, soldShare = 0, verifiedShare = 0 } = leads
  await client.query(leadsSql, [first, count, soldShare, verifiedShare])
  if (verifiedShare > 0) await client.query(originsSql, [first, count, ...consent])
}

/** Creates any number of leads in a database without leads. Needs a superuser. */
export async function addManyLeads(
  client: pg.Client,
  { count, ...shares }: Omit<Leads, 'first'>,
): Promise<void> {
  await withoutTriggers(client, async () => {
    await withoutIndexes(client, ['leads', 'enquiries'], () =>
      insertLeads(client, { first: 0, count, ...shares }),
    )
    await copyLeads(client)
  })
}

const consent = [enquiryConsent.text, enquiryConsent.version]
const copied =
  'name, phone, email, city, destination, travel_date, travel_days, travel_nights, adult, children, trip_type, lead_type, email_verified_at, phone_verified_at'

/** Creates the enquiries from which the leads with verified contacts were converted. */
const originsSql = `
  with sources as (
    select l.*, ${numberedSql('01940000', 'n')} as enquiry_id from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n
    join leads l on l.id = ${numberedSql(LEAD_ID_PREFIX, 'n')}
    where l.email_verified_at is not null or l.phone_verified_at is not null
  ), made as (
    insert into enquiries (id, token_hash, status, ${copied}, source, consent_text, consent_version, consent_at,
      decided_at, decided_by, created_at)
    select enquiry_id, sha256(enquiry_id::text::bytea), 'converted', ${copied}, 'Website', $3, $4, created_at,
      created_at, (select id from users order by id limit 1), created_at from sources
  )
  insert into lead_origins (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
  select id, enquiry_id, 'Website', $3, $4, created_at from sources`

/** Runs VACUUM ANALYZE now, so that autovacuum does not disturb a measurement later. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}
