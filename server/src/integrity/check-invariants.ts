import { sql } from 'kysely'
import { enquiryInvariants } from '../features/enquiries/enquiry-invariants.ts'
import { invoiceInvariants } from '../features/invoices/invoice-invariants.ts'
import { paymentInvariants } from '../features/payments/payment-invariants.ts'
import { planInvariants } from '../features/plans/plan-invariants.ts'
import { replacementInvariants } from '../features/replacements/replacement-invariants.ts'
import type { Database } from '../platform/database/connect.ts'
import { sqlState } from '../platform/database/errors.ts'
import type { Transaction } from '../platform/database/transaction.ts'

/** What must hold of the books at every moment; the query of each finds the rows that break it. */
const invariants: Record<string, string> = {
  'all postings sum to zero': `
    select sum(amount_paise) as off_by_paise from postings having sum(amount_paise) <> 0`,
  'each journal entry has two or more postings that sum to zero': `
    select e.id, count(p.entry_id) as postings, sum(p.amount_paise) as off_by_paise
    from journal_entries e left join postings p on p.entry_id = e.id
    group by e.id having count(p.entry_id) < 2 or sum(p.amount_paise) <> 0`,
  'each journal entry moves the amount it says': `
    select e.id, e.amount_paise, max(p.amount_paise) as moved_paise
    from journal_entries e join postings p on p.entry_id = e.id
    group by e.id having sum(greatest(p.amount_paise, 0)) <> e.amount_paise`,
  'each posting belongs to an account': `
    select p.entry_id, p.account_id from postings p
    left join accounts a on a.id = p.account_id where a.id is null`,
  'each wallet holds the sum of its postings and is not negative': `
    select a.id, a.balance_paise, coalesce(sum(p.amount_paise), 0) as sum_of_postings
    from accounts a left join postings p on p.account_id = a.id
    where a.kind = 'wallet' group by a.id
    having a.balance_paise <> coalesce(sum(p.amount_paise), 0) or a.balance_paise < 0`,
  'the balances noted along each wallet follow from its postings': `
    select * from (
      select p.account_id, e.number, p.balance_after_paise,
        sum(p.amount_paise) over (partition by p.account_id order by e.number) as running_paise
      from postings p join journal_entries e on e.id = p.entry_id
      join accounts a on a.id = p.account_id and a.kind = 'wallet'
    ) lines where balance_after_paise is distinct from running_paise`,
  'each agent has a wallet, nobody else has one': `
    select u.id, u.role, a.id as wallet from users u
    left join accounts a on a.user_id = u.id
    where (u.role = 'user') <> (a.id is not null)`,
  'a lead sold to an agent has one purchase, every other lead none': `
    select l.id, l.status, l.sold_cause, count(p.id) as purchases
    from leads l left join purchases p on p.lead_id = l.id
    group by l.id
    having count(p.id) <> case when l.sold_cause = 'purchase' then 1 else 0 end`,
  'a sold lead has a cause, a lead for sale none': `
    select id, status, sold_cause from leads
    where (status = 'sold') <> (sold_cause is not null)`,
  'each purchase is funded by one journal entry of exactly its price': `
    select p.id, p.cost_paise, e.amount_paise from purchases p
    left join journal_entries e on e.id = p.entry_id and e.user_id = p.user_id
      and e.method = 'lead_wallet' and e.status = 'captured'
    where p.paid_with = 'wallet' and (e.id is null or e.amount_paise <> p.cost_paise)`,
  'each purchase is paid by its buyer’s wallet to the revenue of leads': `
    select p.id, p.user_id, p.cost_paise from purchases p
    where p.paid_with = 'wallet' and (
      not exists (select from postings d where d.entry_id = p.entry_id
        and d.account_id = p.user_id and d.amount_paise = -p.cost_paise)
      or not exists (select from postings c join accounts a on a.id = c.account_id
        where c.entry_id = p.entry_id and a.kind = 'revenue_leads'
          and c.amount_paise = p.cost_paise))`,
  'each posting on a wallet belongs to an entry of its user': `
    select p.entry_id, p.account_id, e.user_id from postings p
    join accounts a on a.id = p.account_id and a.kind = 'wallet'
    join journal_entries e on e.id = p.entry_id
    where e.user_id <> a.user_id`,
  'each sale of a lead from a wallet belongs to one purchase': `
    select e.id from journal_entries e left join purchases p on p.entry_id = e.id
    where e.method = 'lead_wallet' and p.id is null`,
  'a purchase costs what its lead was sold for': `
    select p.id, p.rule_version, p.price_paise, p.cost_paise, l.sold_cost_paise
    from purchases p join leads l on l.id = p.lead_id
    where p.price_paise is distinct from coalesce(l.sold_cost_paise,
        case p.paid_with when 'plan' then p.price_paise end)
      or case p.rule_version
        when 1 then p.cost_paise <> case p.paid_with when 'wallet' then p.price_paise else 0 end
        else true end`,
  ...planInvariants,
  ...replacementInvariants,
  ...enquiryInvariants,
  ...paymentInvariants,
  ...invoiceInvariants,
  'one account per email and per phone': `
    select lower(email) as who, count(*) from users group by 1 having count(*) > 1
    union all select phone, count(*) from users where phone is not null group by 1 having count(*) > 1`,
  'no live session of a suspended user': `
    select s.id, s.user_id from sessions s join users u on u.id = s.user_id
    where u.status = 'suspended' and s.ended_at is null`,
  'what a transaction earns is what its postings bring to revenue': `
    select e.id, e.method, r.paise as revenue_paise from journal_entries e
    left join payments p on p.entry_id = e.id
    left join (
      select t.entry_id, sum(t.amount_paise) as paise from postings t
      join accounts a on a.id = t.account_id and a.kind in ('revenue_leads', 'revenue_plans')
      group by t.entry_id
    ) r on r.entry_id = e.id
    where coalesce(r.paise, 0) <> case when p.plan_name is not null then p.amount_paise
      else entry_earns(e.method, e.amount_paise) end`,
  'the kept figures of transactions are those of the tables': keptFigures(
    'method, status',
    'transaction_totals',
  ),
  'the kept figures of each day’s transactions are those of the tables': keptFigures(
    'day, method, status',
    'transaction_day_totals',
  ),
  'the last day on which each customer bought is kept': `
    select coalesce(k.user_id, b.user_id) as user_id, k.day as kept, b.day as bought
    from (
      select user_id, max(day) as day from (
        select user_id, greatest(lead_wallet, cash, online) as day from customers
        union all select buyer_id, day from transaction_changes where buyer_id is not null
      ) parts group by 1
    ) k full join (
      select user_id, max(transaction_day(created_at)) as day from (
        select user_id, created_at from journal_entries where method in ('lead_wallet', 'cash')
        union all select user_id, created_at from payments
          where status = 'captured' and plan_name is not null
      ) sales group by 1
    ) b using (user_id)
    where k.day is distinct from b.day`,
  'each transaction is kept as it is for searches': `
    select t.id, t.source, t.status, s.status as kept from transaction_rows t
    full join transaction_search s using (id)
    where t is distinct from s
      and coalesce(t.id, s.id) not in (select unnest(ids) from transaction_changes)`,
  'each action says in which role it was done': `
    select l.id, l.actor_role, u.role from audit_log l left join users u on u.id = l.actor_id
    where l.actor_role <> coalesce(u.role, 'console')`,
  'the counted blocks of the audit log are what they hold': `
    select block, kept.n as kept, counted.n as counted
    from audit_blocks kept full join (
      select id / audit_block_size() as block, actor_role, action, count(*) as n from audit_log
      where id / audit_block_size() < (select block from audit_blocks_next) group by 1, 2, 3
    ) counted using (block, actor_role, action)
    where kept.n is distinct from counted.n`,
  'a lead marked as expired is unsold and its travel date has passed': `
    select id, status, travel_date from leads
    where is_expired and (status <> 'buy' or travel_date is null or travel_date >= today_in_india())`,
  // Before that migration leads were sold after their travel date.
  'no lead was sold to an agent after its travel date': `
    select p.id, p.lead_id, l.travel_date, p.created_at from purchases p join leads l on l.id = p.lead_id
    where l.travel_date < day_in_india(p.created_at) and p.created_at >
      (select applied_at from schema_migrations where name = '0028-expired-leads.sql')`,
  'the kept counts of leads are those of the table': `
    select coalesce(k.lead_type, l.lead_type) as lead_type,
      coalesce(k.trip_type, l.trip_type) as trip_type, coalesce(k.status, l.status) as status,
      is_expired, k.n as kept, l.n as counted
    from (
      select lead_type, trip_type, status, is_expired, sum(n) as n from (
        select lead_type, trip_type, status, is_expired, n from lead_totals
        union all select lead_type, trip_type, status, is_expired, n from lead_count_changes
      ) parts group by 1, 2, 3, 4
    ) k full join (
      select lead_type, trip_type, status, is_expired, count(*) as n from leads
      where deleted_at is null group by 1, 2, 3, 4
    ) l using (lead_type, trip_type, status, is_expired)
    where coalesce(k.n, 0) <> coalesce(l.n, 0)`,
  'the kept counts of each day are those of the table': `
    select coalesce(k.day, l.day) as day, k.n as kept, l.n as counted
    from (
      select day, lead_type, trip_type, status, is_expired, sum(n) as n from (
        select day, lead_type, trip_type, status, is_expired, n from lead_day_counts
        union all select day, lead_type, trip_type, status, is_expired, n from lead_count_changes
      ) parts group by 1, 2, 3, 4, 5
    ) k full join (
      select lead_day(created_at) as day, lead_type, trip_type, status, is_expired, count(*) as n from leads
      where deleted_at is null group by 1, 2, 3, 4, 5
    ) l using (day, lead_type, trip_type, status, is_expired)
    where coalesce(k.n, 0) <> coalesce(l.n, 0)`,
  'the kept counts of destinations are those of the table': `
    select coalesce(k.destination, l.destination) as destination, k.n as kept, l.n as counted
    from (
      select destination, sum(n) as n from (
        select destination, n from lead_destination_counts
        union all select destination, n from lead_destination_changes
      ) parts group by 1
    ) k full join (
      select destination, count(*) as n from leads
      where deleted_at is null and destination is not null group by 1
    ) l using (destination)
    where coalesce(k.n, 0) <> coalesce(l.n, 0)`,
  'the kept counts of users are those of the table': `
    select day, k.n as kept, u.n as counted
    from user_day_counts k full join (
      select (created_at at time zone 'UTC')::date as day, count(*) as n from users group by 1
    ) u using (day)
    where coalesce(k.n, 0) <> coalesce(u.n, 0)`,
}

/** Kept figures of transactions, what is not yet summed up included, against the tables they are of. */
function keptFigures(by: string, table: string): string {
  return `
    select ${by}, k.n as kept, t.n as counted, k.amount_paise as kept_paise, t.amount_paise
    from (
      select ${by}, sum(n) as n, sum(amount_paise) as amount_paise, sum(earned_paise) as earned_paise
      from (
        select ${by}, n, amount_paise, earned_paise from ${table}
        union all select ${by}, n, amount_paise, earned_paise from transaction_changes
      ) parts group by ${by}
    ) k full join (
      select ${by}, count(*) as n, sum(amount_paise) as amount_paise, sum(earned_paise) as earned_paise
      from (
        select transaction_day(created_at) as day, method, status, amount_paise,
          entry_earns(method, amount_paise) as earned_paise
        from journal_entries where method <> 'Online'
        union all select transaction_day(created_at), 'Online', status, amount_paise,
          case when status = 'captured' and plan_name is not null then amount_paise else 0 end
        from payments
      ) rows group by ${by}
    ) t using (${by})
    where (coalesce(k.n, 0), coalesce(k.amount_paise, 0), coalesce(k.earned_paise, 0))
      is distinct from (coalesce(t.n, 0), coalesce(t.amount_paise, 0), coalesce(t.earned_paise, 0))`
}

export interface Finding {
  invariant: string
  rows: unknown[]
}

/** Rows returned per violated invariant. */
const rowsShown = 20

/**
 * Checks all invariants in one snapshot of the database, so that concurrent purchases do not look like violations.
 * @returns the violated invariants; an empty list if all hold
 */
export async function checkInvariants(database: Database): Promise<Finding[]> {
  const { findings } = await checkInvariantsWithin(database, { statementTimeoutMs: 0 })
  return findings
}

/** query_canceled and lock_not_available: the statement exceeded its time limit. */
const TIME_LIMIT_EXCEEDED = new Set(['57014', '55P03'])

/**
 * Checks all invariants on one core, each for at most `statementTimeoutMs` (0: no limit), for a database in use.
 * Invariants that take longer are returned as `unchecked`.
 * @param signal when it is aborted, the running statement is cancelled and no further invariant is checked
 */
export async function checkInvariantsWithin(
  database: Database,
  { statementTimeoutMs, signal }: { statementTimeoutMs: number; signal?: AbortSignal | undefined },
): Promise<{ findings: Finding[]; unchecked: string[] }> {
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid,
          set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(tx)
      if (statementTimeoutMs > 0)
        await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
      const cancel = () => {
        const cancelled = sql`select pg_cancel_backend(${rows[0]?.pid}::integer)`
        cancelled.execute(database.kysely).catch(() => {}) // The statement then ends at its time limit.
      }
      signal?.addEventListener('abort', cancel)
      try {
        return await checkAll(tx, signal)
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    })
}

async function checkAll(tx: Transaction, signal: AbortSignal | undefined) {
  const findings: Finding[] = []
  const unchecked: string[] = []
  for (const [invariant, query] of Object.entries(invariants)) {
    if (signal?.aborted) break
    await sql`savepoint checking`.execute(tx)
    try {
      const { rows } = await sql.raw(`select * from (${query}) q limit ${rowsShown}`).execute(tx)
      if (rows.length > 0) findings.push({ invariant, rows })
      await sql`release savepoint checking`.execute(tx)
    } catch (error) {
      if (!TIME_LIMIT_EXCEEDED.has(sqlState(error) ?? '')) throw error
      unchecked.push(invariant)
      await sql`rollback to savepoint checking`.execute(tx)
    }
  }
  return { findings, unchecked }
}

/** How many invariants the audit checks. */
export const invariantCount = Object.keys(invariants).length
