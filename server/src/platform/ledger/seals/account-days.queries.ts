import { transactionMethods } from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { AccountDay, SealedPosting } from './seal-encoding.ts'

/** Selects the entries of a day. It lists every method, so that the index by method and creation time is used. */
export const isOfDaySql = (day: string): RawBuilder<unknown> => sql`
  e.method = any (${[...transactionMethods]}::text[])
  and e.created_at >= transaction_day_start(${day}::date)
  and e.created_at < transaction_day_start(${day}::date + 1)`

/** The first day from `first_open_instant` to `through` that has an entry; null: none. */
export async function findOpenDay(tx: Transaction, through: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(day_in_india(min(first.at)), 'YYYY-MM-DD') as day
    from unnest(${[...transactionMethods]}::text[]) as methods (method), lateral (
      select min(e.created_at) as at from journal_entries e
      where e.method = methods.method and e.created_at >= first_open_instant()
        and e.created_at < transaction_day_start(${through}::date + 1)
    ) first`.execute(tx)
  return rows[0]?.day ?? null
}

/** Counts the entries of a day and sums their amounts. */
export async function countEntries(tx: Transaction, day: string) {
  const { rows } = await sql<{ entries: number; movedPaise: number }>`
    select count(*) as entries, coalesce(sum(e.amount_paise), 0)::bigint as "movedPaise"
    from journal_entries e where ${isOfDaySql(day)}`.execute(tx)
  return rows[0] ?? { entries: 0, movedPaise: 0 }
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
  { kysely }: Database,
  walletId: string,
  through: string,
): Promise<AccountDay[]> {
  const { rows } = await sql<PostingRow>`
    select ${postingColumns} from journal_entries e join postings p on p.entry_id = e.id
    where e.user_id = ${walletId} and p.account_id = ${walletId}
      and e.created_at < transaction_day_start(${through}::date + 1)
    order by day, e.number`.execute(kysely)
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
