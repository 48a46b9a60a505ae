import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { accounts } from '../server/src/platform/ledger/accounts.ts'
import { LEAD_COST_PAISE, numberedSql, rechargeActionsSql } from './fill.ts'
import { copyLeads, withoutIndexes, withoutTriggers } from './fill-in-bulk.ts'

// A year of transactions of many agents, in which all ledger invariants hold. Each agent has ten transactions: 0 is a
// recharge, 1 to 6 are leads, 7 is a plan for cash, 8 is a plan or top-up online, 9 is a failed payment, a refund or a
// recharge.

const TRANSACTIONS_PER_AGENT = 10
const RECHARGE_PAISE = 100_000_00
const PLAN_PAISE = 1_999_00
const TOP_UP_PAISE = 5_000_00

const userIdSql = (agent: string) => numberedSql('01930000', agent)
const entryIdSql = (agent: string, step: string) =>
  numberedSql('01940000', `(${agent} * ${TRANSACTIONS_PER_AGENT} + ${step})`)
const leadIdSql = (agent: string, step: string) =>
  numberedSql('01950000', `(${agent} * ${TRANSACTIONS_PER_AGENT} + ${step})`)
/** SQL of a transaction's time. The times are spread evenly over the last year. */
const atSql = (agent: string, step: string) =>
  `(now() - interval '365 days' * (1 - (${agent} * ${TRANSACTIONS_PER_AGENT} + ${step} + 1.0) / ($1::bigint * ${TRANSACTIONS_PER_AGENT})))`

/**
 * Creates `agents` agents, an admin and all transactions. Needs a superuser.
 * @returns the admin's token
 */
export async function addYearOfTransactions(client: pg.Client, agents: number): Promise<string> {
  const token = await addPeople(client, agents)
  await withoutTriggers(client, async () => {
    await insertTransactions(client, agents)
    await copyLeads(client)
  })
  await addPlansAndRequests(client, agents)
  return token
}

/** The filled tables that have indexes besides those of their constraints. */
export const transactionTables = ['leads', 'journal_entries', 'purchases', 'orders', 'payments']

/** Inserts the transactions of `addPeople`'s agents. */
export async function insertTransactions(client: pg.Client, agents: number): Promise<void> {
  const steps = [
    leadsSql,
    entriesSql,
    postingsSql,
    balancesSql,
    purchasesSql,
    ordersSql,
    paymentsSql,
  ]
  await withoutIndexes(client, transactionTables, async () => {
    await client.query(planSql)
    // In one transaction, so that `now()` is the same in all steps.
    await client.query('begin')
    for (const step of steps) await client.query(step, [agents])
    await client.query('commit')
  })
}

/** Inserts subscriptions and replacement requests. Triggers set some of their columns, so they must be enabled. */
export async function addPlansAndRequests(client: pg.Client, agents: number): Promise<void> {
  for (const step of [subscriptionsSql, requestsSql]) await client.query(step, [agents])
  await client.query(rechargeActionsSql)
  await client.query(planActionsSql)
}

/** Adds `count` purchases to the audit log, with an admin action for every two thousand, and counts the blocks. */
export async function addActions(client: pg.Client, count: number, agents: number): Promise<void> {
  await client.query(
    `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, after)
     select case when n % 2000 = 0 then admin.id else ${userIdSql('n % least($2::bigint, 1000)')} end,
       case when n % 2000 = 0 then 'admin' else 'user' end,
       case when n % 2000 = 0 then 'lead.edit' else 'lead.buy' end, 'lead', null,
       jsonb_build_object('costPaise', ${LEAD_COST_PAISE})
     from generate_series(1, $1::bigint) n
       cross join (select id from users where role = 'admin') admin
     order by n`,
    [count, agents],
  )
  // The first run finds the end of the log. Each further run counts 200 blocks of a thousand.
  const runs = 2 + Math.ceil(count / 200_000)
  for (let run = 0; run < runs; run += 1) await client.query('select count_audit_blocks()')
  const { rows } = await client.query<{ left: number }>(
    `select ((select max(id) from audit_log) + 1) / audit_block_size() - block as left
     from audit_blocks_next`,
  )
  if (rows[0]?.left !== 0) throw new Error('the blocks of the audit log are not counted')
}

/** @returns the admin's token */
export async function addPeople(client: pg.Client, agents: number): Promise<string> {
  await client.query(
    `insert into users (id, name, email, phone, password_hash, company_name, role)
     select ${userIdSql('n')}, 'Agent ' || n, 'agent' || n || '@bench.example',
       '+9171' || lpad(n::text, 8, '0'), 'none', 'Company ' || n, 'user'
     from generate_series(0, $1::bigint - 1) n`,
    [agents],
  )
  await client.query(
    `insert into accounts (id, kind, user_id, balance_paise)
     select id, 'wallet', id, 0 from users where role = 'user'`,
  )
  const token = randomBytes(32).toString('base64url')
  await client.query(
    `with admin as (
       insert into users (id, name, email, phone, password_hash, company_name, role)
       values (gen_random_uuid(), 'Admin', 'admin@bench.example', '+917200000000', 'none', 'Raahi',
         'admin') returning id
     ), signed_in as (
       insert into sessions (id, user_id) select id, id from admin returning id
     )
     insert into session_tokens (token_hash, session_id, kind, expires_at)
     select $1, id, 'access', now() + interval '1 day' from signed_in`,
    [createHash('sha256').update(token).digest()],
  )
  return token
}

const leadsSql = `
  insert into leads (id, name, phone, email, city, destination, trip_type, lead_type, status,
    sold_cause, sold_cost_paise, contact_digest, sold_at, created_at)
  select ${leadIdSql('n', 'step')}, 'Traveller ' || n, '+918000000000', 'traveller@bench.example',
    'Pune', 'Goa', 'Family', 'domestic', 'sold', 'purchase', ${LEAD_COST_PAISE},
    contact_digest('Traveller ' || n, '+918000000000', 'traveller@bench.example'),
    ${atSql('n', 'step')}, ${atSql('n', 'step')} - interval '1 hour'
  from generate_series(0, $1::bigint - 1) n, generate_series(1, 6) step order by n, step`

/** The kind of each step. A failed payment has no journal entry. */
const stepsSql = `
  select n, step, case when step = 0 then 'recharge_by_admin' when step <= 6 then 'lead_wallet'
      when step = 7 then 'cash' when step = 8 then 'Online'
      when n % 3 = 1 then 'wallet_refund' else 'recharge_by_admin' end as method,
    case when step = 0 then ${RECHARGE_PAISE} when step <= 6 then ${LEAD_COST_PAISE}
      when step = 7 then ${PLAN_PAISE}
      when step = 8 then case when n % 2 = 0 then ${PLAN_PAISE} else ${TOP_UP_PAISE} end
      when n % 3 = 1 then ${LEAD_COST_PAISE} else ${TOP_UP_PAISE} end as paise
  from generate_series(0, $1::bigint - 1) n, generate_series(0, ${TRANSACTIONS_PER_AGENT - 1}) step
  where not (step = 9 and n % 3 = 0)`

const entriesSql = `
  insert into journal_entries (id, method, status, user_id, amount_paise, created_at)
  select ${entryIdSql('n', 'step')}, method,
    case when method = 'wallet_refund' then 'lead_refund' else 'captured' end, ${userIdSql('n')},
    paise, ${atSql('n', 'step')}
  from (${stepsSql}) steps order by n, step`

/** The source and target account of each step. A wallet posting stores the balance. */
const postingsSql = `
  with moves as (
    select n, step, paise, ${userIdSql('n')} as wallet,
      case when method = 'lead_wallet' then ${userIdSql('n')}
        when method = 'Online' then '${accounts.gateway}'::uuid
        when method = 'wallet_refund' then '${accounts.leadRevenue}'::uuid
        else '${accounts.cash}'::uuid end as from_id,
      case when method = 'lead_wallet' then '${accounts.leadRevenue}'::uuid
        when method = 'cash' or (method = 'Online' and n % 2 = 0) then '${accounts.planRevenue}'::uuid
        else ${userIdSql('n')} end as to_id
    from (${stepsSql}) runs
  ), running as (
    select *, sum(case when to_id = wallet then paise when from_id = wallet then -paise else 0 end)
      over (partition by n order by step) as balance from moves
  )
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise)
  select ${entryIdSql('n', 'step')}, from_id, -paise, case when from_id = wallet then balance end
    from running
  union all
  select ${entryIdSql('n', 'step')}, to_id, paise, case when to_id = wallet then balance end
    from running`

const balancesSql = `
  update accounts set balance_paise = sums.paise from (
    select account_id, sum(amount_paise) as paise from postings group by 1
  ) sums where accounts.id = sums.account_id and accounts.kind = 'wallet' and $1::bigint > 0`

const purchasesSql = `
  insert into purchases (id, lead_id, user_id, price_paise, cost_paise, paid_with, entry_id, created_at,
    refund_rule_version, replacement_status)
  select ${leadIdSql('n', 'step')}, ${leadIdSql('n', 'step')}, ${userIdSql('n')},
    ${LEAD_COST_PAISE}, ${LEAD_COST_PAISE}, 'wallet', ${entryIdSql('n', 'step')}, ${atSql('n', 'step')},
    1, case when step = 1 and n % 3 = 1 then 'approved' else 'no-replacement' end
  from generate_series(0, $1::bigint - 1) n, generate_series(1, 6) step`

const requestsSql = `
  insert into replacement_requests (id, purchase_id, user_id, lead_number, reason_code,
    status, created_at, decided_at, decided_by, decided_how, returned, refund_paise, rule_version, entry_id)
  select gen_random_uuid(), l.id, ${userIdSql('n')}, l.number, 'wrong-number',
    'approved', ${atSql('n', '9')}, ${atSql('n', '9')}, admin.id, 'person', 'wallet', ${LEAD_COST_PAISE}, 1, ${entryIdSql('n', '9')}
  from generate_series(0, $1::bigint - 1) n join leads l on l.id = ${leadIdSql('n', '1')}
    cross join (select id from users where role = 'admin') admin
  where n % 3 = 1`

const planSql = `
  insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
  values (gen_random_uuid(), 'BENCH', 'Bench plan', ${PLAN_PAISE}, 'Of the bench', 30, 'both', 10)`

const planActionsSql = `
  insert into audit_log (at, actor_role, action, subject_type, subject_id, after)
  select started_at, 'console', 'plan.assign', 'subscription', id, jsonb_build_object('userId', user_id,
    'price_paise', price_paise, 'type', type, 'validity_days', validity_days, 'lead_quota', lead_quota)
  from subscriptions where cause = 'cash'`

/** Marks every subscription as reminded, so that no reminders are sent during a measurement. */
const subscriptionsSql = `
  insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days,
    lead_quota, cause, entry_id, started_at, ends_at, reminded_at)
  select gen_random_uuid(), ${userIdSql('n')}, plan.id, 'Bench plan', ${PLAN_PAISE}, 'both', 30, 10,
    case step when 7 then 'cash' else 'payment' end, ${entryIdSql('n', 'step')},
    ${atSql('n', 'step')}, ${atSql('n', 'step')} + interval '30 days', ${atSql('n', 'step')}
  from generate_series(0, $1::bigint - 1) n, generate_series(7, 8) step, plans plan
  where plan.plan_id = 'BENCH' and (step = 7 or n % 2 = 0)`

/**
 * Paid orders as the upgrade of an older database creates them: without a gateway id, and therefore without an invoice.
 */
const ordersSql = `
  insert into orders (id, user_id, kind, plan_id, plan_name, plan_type, validity_days, lead_quota,
    amount_paise, status, created_at, paid_at)
  select ${numberedSql('01960000', `(n * ${TRANSACTIONS_PER_AGENT} + 8)`)}, ${userIdSql('n')},
    case when n % 2 = 0 then 'plan' else 'wallet' end, p.id, p.name, p.type, p.validity_days,
    p.lead_quota, case when n % 2 = 0 then ${PLAN_PAISE} else ${TOP_UP_PAISE} end, 'paid',
    ${atSql('n', '8')}, ${atSql('n', '8')}
  from generate_series(0, $1::bigint - 1) n left join plans p on p.plan_id = 'BENCH' and n % 2 = 0`

const paymentsSql = `
  insert into payments (id, gateway_payment_id, user_id, plan_name, amount_paise, status, entry_id,
    created_at, order_id)
  select ${numberedSql('01960000', `(n * ${TRANSACTIONS_PER_AGENT} + step)`)}, 'pay_' || md5(n || '-' || step),
    ${userIdSql('n')}, case when n % 2 = 0 then 'Bench plan' end,
    case when n % 2 = 0 then ${PLAN_PAISE} else ${TOP_UP_PAISE} end,
    case step when 8 then 'captured' else 'failed' end,
    case step when 8 then ${entryIdSql('n', 'step')} end, ${atSql('n', 'step')},
    case step when 8 then ${numberedSql('01960000', `(n * ${TRANSACTIONS_PER_AGENT} + step)`)} end
  from generate_series(0, $1::bigint - 1) n, generate_series(8, 9) step
  where step = 8 or n % 3 = 0`
