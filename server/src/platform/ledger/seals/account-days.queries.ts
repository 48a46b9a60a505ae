import { transactionMethods } from '@raahi/contract/transactions'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { AccountDay, SealedPosting } from './seal-encoding.ts'

/** Selects the entries of a day. It lists every method, so that the index by method and creation time is used. */
export const isOfDaySql = (day: string): RawBuilder<unknown> => sql`
  e.method = any (${[...transactionMethods]}::text[])
  and e.created_at >= day_start_in_india(${day}::date)
  and e.created_at < day_start_in_india(${day}::date + 1)`

/** The first day from `first_open_instant` to `through` that has an entry, of the ledger or of the audit log; null: none. */
export async function findOpenDay(tx: Transaction, through: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(day_in_india(min(at)), 'YYYY-MM-DD') as day from (
      select first.at from unnest(${[...transactionMethods]}::text[]) as methods (method), lateral (
        select min(e.created_at) as at from journal_entries e
        where e.method = methods.method and e.created_at >= first_open_instant()
          and e.created_at < day_start_in_india(${through}::date + 1)
      ) first
      union all
      select min(at) from audit_log
      where at >= first_open_instant() and at < day_start_in_india(${through}::date + 1)
    ) firsts`.execute(tx)
  return rows[0]?.day ?? null
}

/** Counts the entries of a day and sums their amounts. */
export async function countEntries(tx: Transaction, day: string) {
  const { rows } = await sql<{ entries: number; movedPaise: number }>`
    select count(*) as entries, coalesce(sum(e.amount_paise), 0)::bigint as "movedPaise"
    from journal_entries e where ${isOfDaySql(day)}`.execute(tx)
  return rows[0] ?? { entries: 0, movedPaise: 0 }
}

/** Counts and hashes the entries of the audit log on a day. Personal data is stored apart and not hashed, so that it can be erased. */
export async function readActions(tx: Transaction, day: string) {
  const { rows } = await sql<{ actions: number; actionsHash: Buffer }>`
    select count(*) as actions, sha256('\\x06'::bytea || coalesce(string_agg(sha256(convert_to(jsonb_build_array(id,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor_id, actor_role, action, subject_type, subject_id,
        before, after, request_id, ip)::text, 'UTF8')), ''::bytea order by id), '')) as "actionsHash"
    from audit_log where at >= day_start_in_india(${day}::date) and at < day_start_in_india(${day}::date + 1)`.execute(
    tx,
  )
  const [only] = rows
  if (!only) throw new Error('the query of the audit log returned no row')
  return only
}

/** The last sealed leaf of each of these accounts that has one. */
export async function readLastLeaves(
  tx: Transaction,
  accountIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ id: string; leaf: Buffer }>`
    select account_id as id, leaf from sealed_sums where account_id = any(${accountIds}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, leaf }) => [id, leaf]))
}

/** The hashes in a column such as `sealed_days.leaves`. */
export function splitLeaves(leaves: Buffer): Buffer[] {
  return Array.from({ length: leaves.length / 32 }, (_, at) =>
    leaves.subarray(at * 32, at * 32 + 32),
  )
}

type PostingRow = SealedPosting & { day: string; accountId: string }

const postingColumns = sql`
  to_char(day_in_india(e.created_at), 'YYYY-MM-DD') as day, p.account_id as "accountId", e.id as "entryId", e.number,
  e.method, e.status, e.user_id as "userId", e.amount_paise as "entryPaise", p.amount_paise as "amountPaise",
  p.balance_after_paise as "balanceAfterPaise",
  to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt"`

/** All postings of a day, by account. */
export async function readAccountDays(tx: Transaction, day: string): Promise<AccountDay[]> {
  const { rows } = await sql<PostingRow>`
    select ${postingColumns} from journal_entries e join postings p on p.entry_id = e.id
    where ${isOfDaySql(day)} order by p.account_id, e.number`.execute(tx)
  return groupByAccountDay(rows)
}

/** All postings of a wallet until a day, by day. */
export async function readWalletDays(
  db: Kysely<Schema>,
  walletId: string,
  through: string,
): Promise<AccountDay[]> {
  const { rows } = await sql<PostingRow>`
    select ${postingColumns} from journal_entries e join postings p on p.entry_id = e.id
    where e.user_id = ${walletId} and p.account_id = ${walletId}
      and e.created_at < day_start_in_india(${through}::date + 1)
    order by day, e.number`.execute(db)
  return groupByAccountDay(rows)
}

function groupByAccountDay(rows: readonly PostingRow[]): AccountDay[] {
  const groups = Map.groupBy(rows, ({ day, accountId }) => `${day} ${accountId}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const postings = group.map(({ day: _, accountId: __, ...posting }) => posting)
    return { day: first.day, accountId: first.accountId, postings }
  })
}
