import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { accounts } from '../server/src/platform/ledger/accounts.ts'
import { LEAD_COST_PAISE, numberedSql } from './fill.ts'

// A year of business of very many agents, with books that are whole: ten transactions each, one after the other.
//   0 recharge   1-6 leads   7 a plan for cash   8 a plan or a top-up online   9 a failed payment, a refund or a recharge

/** Transactions that each agent has. */
const EACH = 10
const RECHARGE_PAISE = 100_000_00
const PLAN_PAISE = 1_999_00
const TOP_UP_PAISE = 5_000_00

const userIdSql = (agent: string) => numberedSql('01930000', agent)
const entryIdSql = (agent: string, turn: string) =>
  numberedSql('01940000', `(${agent} * ${EACH} + ${turn})`)
const leadIdSql = (agent: string, turn: string) =>
  numberedSql('01950000', `(${agent} * ${EACH} + ${turn})`)
/** The moment of a transaction: evenly over the year that ends now. */
const atSql = (agent: string, turn: string) =>
  `(now() - interval '365 days' * (1 - (${agent} * ${EACH} + ${turn} + 1.0) / ($1::bigint * ${EACH})))`

/** Makes so many agents, an admin and all their transactions; returns the admin's token. */
export async function addYearOfBusiness(client: pg.Client, agents: number): Promise<string> {
  const token = await addPeople(client, agents)
  const steps = [
    leadsSql,
    entriesSql,
    postingsSql,
    balancesSql,
    purchasesSql,
    plansSql,
    ordersSql,
    paymentsSql,
  ]
  // Searching leads by text is not what is measured, and its index takes longest to fill.
  await client.query('alter table leads disable trigger leads_searchable_insert')
  for (const step of steps) await client.query(step, [agents])
  await client.query('alter table leads enable trigger leads_searchable_insert')
  await client.query('select fold_lead_counts()')
  for (;;) {
    const { rows } = await client.query<{ n: number }>('select fold_transactions() as n')
    if (!rows[0]?.n) break
  }
  return token
}

/** So many purchases in the audit log, and an admin's action beside every two thousandth; counted as far as they go. */
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
  // The first run sees how far the log goes, each of the next counts 200 blocks of a thousand.
  const turns = 2 + Math.ceil(count / 200_000)
  for (let turn = 0; turn < turns; turn += 1) await client.query('select count_audit_blocks()')
  const { rows } = await client.query<{ left: number }>(
    `select ((select max(id) from audit_log) + 1) / audit_block_size() - block as left
     from audit_blocks_next`,
  )
  if (rows[0]?.left !== 0) throw new Error('the blocks of the audit log are not counted')
}

async function addPeople(client: pg.Client, agents: number): Promise<string> {
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
    sold_cause, sold_cost_paise, sold_at, created_at)
  select ${leadIdSql('n', 'turn')}, 'Traveller ' || n, '+918000000000', 'traveller@bench.example',
    'Pune', 'Goa', 'Family', 'domestic', 'sold', 'purchase', ${LEAD_COST_PAISE},
    ${atSql('n', 'turn')}, ${atSql('n', 'turn')} - interval '1 hour'
  from generate_series(0, $1::bigint - 1) n, generate_series(1, 6) turn order by n, turn`

/** What each turn of an agent is; of a failed payment there is no entry. */
const turnsSql = `
  select n, turn, case when turn = 0 then 'recharge_by_admin' when turn <= 6 then 'lead_wallet'
      when turn = 7 then 'cash' when turn = 8 then 'Online'
      when n % 3 = 1 then 'wallet_refund' else 'recharge_by_admin' end as method,
    case when turn = 0 then ${RECHARGE_PAISE} when turn <= 6 then ${LEAD_COST_PAISE}
      when turn = 7 then ${PLAN_PAISE}
      when turn = 8 then case when n % 2 = 0 then ${PLAN_PAISE} else ${TOP_UP_PAISE} end
      when n % 3 = 1 then ${LEAD_COST_PAISE} else ${TOP_UP_PAISE} end as paise
  from generate_series(0, $1::bigint - 1) n, generate_series(0, ${EACH - 1}) turn
  where not (turn = 9 and n % 3 = 0)`

const entriesSql = `
  insert into journal_entries (id, method, status, user_id, amount_paise, description, created_at)
  select ${entryIdSql('n', 'turn')}, method,
    case when method = 'wallet_refund' then 'lead_refund' else 'captured' end, ${userIdSql('n')},
    paise, 'Of the bench ' || turn, ${atSql('n', 'turn')}
  from (${turnsSql}) turns order by n, turn`

/** From where to where each turn moves its money; a wallet notes its balance. */
const postingsSql = `
  with moves as (
    select n, turn, paise, ${userIdSql('n')} as wallet,
      case when method = 'lead_wallet' then ${userIdSql('n')}
        when method = 'Online' then '${accounts.gateway}'::uuid
        when method = 'wallet_refund' then '${accounts.leadRevenue}'::uuid
        else '${accounts.cash}'::uuid end as from_id,
      case when method = 'lead_wallet' then '${accounts.leadRevenue}'::uuid
        when method = 'cash' or (method = 'Online' and n % 2 = 0) then '${accounts.planRevenue}'::uuid
        else ${userIdSql('n')} end as to_id
    from (${turnsSql}) turns
  ), running as (
    select *, sum(case when to_id = wallet then paise when from_id = wallet then -paise else 0 end)
      over (partition by n order by turn) as balance from moves
  )
  insert into postings (entry_id, account_id, amount_paise, balance_after_paise)
  select ${entryIdSql('n', 'turn')}, from_id, -paise, case when from_id = wallet then balance end
    from running
  union all
  select ${entryIdSql('n', 'turn')}, to_id, paise, case when to_id = wallet then balance end
    from running`

const balancesSql = `
  update accounts set balance_paise = sums.paise from (
    select account_id, sum(amount_paise) as paise from postings group by 1
  ) sums where accounts.id = sums.account_id and accounts.kind = 'wallet' and $1::bigint > 0`

const purchasesSql = `
  with bought as (
    insert into purchases (id, lead_id, user_id, cost_paise, paid_with, entry_id, created_at,
      replacement_status)
    select ${leadIdSql('n', 'turn')}, ${leadIdSql('n', 'turn')}, ${userIdSql('n')},
      ${LEAD_COST_PAISE}, 'wallet', ${entryIdSql('n', 'turn')}, ${atSql('n', 'turn')},
      case when turn = 1 and n % 3 = 1 then 'approved' else 'no-replacement' end
    from generate_series(0, $1::bigint - 1) n, generate_series(1, 6) turn
  )
  insert into replacement_requests (id, purchase_id, user_id, lead_number, reason_code,
    status, created_at, decided_at, decided_by, returned, entry_id)
  select gen_random_uuid(), l.id, ${userIdSql('n')}, l.number, 'wrong-number',
    'approved', ${atSql('n', '9')}, ${atSql('n', '9')}, admin.id, 'wallet', ${entryIdSql('n', '9')}
  from generate_series(0, $1::bigint - 1) n join leads l on l.id = ${leadIdSql('n', '1')}
    cross join (select id from users where role = 'admin') admin
  where n % 3 = 1`

const plansSql = `
  with plan as (
    insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
    values (gen_random_uuid(), 'BENCH', 'Bench plan', ${PLAN_PAISE}, 'Of the bench', 30, 'both', 10)
    returning id
  )
  insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days,
    lead_quota, cause, entry_id, started_at, ends_at)
  select gen_random_uuid(), ${userIdSql('n')}, plan.id, 'Bench plan', ${PLAN_PAISE}, 'both', 30, 10,
    case turn when 7 then 'cash' else 'payment' end, ${entryIdSql('n', 'turn')},
    ${atSql('n', 'turn')}, ${atSql('n', 'turn')} + interval '30 days'
  from generate_series(0, $1::bigint - 1) n, generate_series(7, 8) turn, plan
  where turn = 7 or n % 2 = 0`

/** Each paid order as the first start on an older database makes it: without an id at the gateway, and so no invoice. */
const ordersSql = `
  insert into orders (id, user_id, kind, plan_id, plan_name, plan_type, validity_days, lead_quota,
    amount_paise, status, created_at, paid_at)
  select ${numberedSql('01960000', `(n * ${EACH} + 8)`)}, ${userIdSql('n')},
    case when n % 2 = 0 then 'plan' else 'wallet' end, p.id, p.name, p.type, p.validity_days,
    p.lead_quota, case when n % 2 = 0 then ${PLAN_PAISE} else ${TOP_UP_PAISE} end, 'paid',
    ${atSql('n', '8')}, ${atSql('n', '8')}
  from generate_series(0, $1::bigint - 1) n left join plans p on p.plan_id = 'BENCH' and n % 2 = 0`

const paymentsSql = `
  insert into payments (id, gateway_payment_id, user_id, plan_name, amount_paise, status, entry_id,
    created_at, order_id)
  select ${numberedSql('01960000', `(n * ${EACH} + turn)`)}, 'pay_' || md5(n || '-' || turn),
    ${userIdSql('n')}, case when n % 2 = 0 then 'Bench plan' end,
    case when n % 2 = 0 then ${PLAN_PAISE} else ${TOP_UP_PAISE} end,
    case turn when 8 then 'captured' else 'failed' end,
    case turn when 8 then ${entryIdSql('n', 'turn')} end, ${atSql('n', 'turn')},
    case turn when 8 then ${numberedSql('01960000', `(n * ${EACH} + turn)`)} end
  from generate_series(0, $1::bigint - 1) n, generate_series(8, 9) turn
  where turn = 8 or n % 3 = 0`
