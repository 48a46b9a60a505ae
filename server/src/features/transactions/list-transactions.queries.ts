import type { TransactionFilters, TransactionStatus } from '@raahi/contract/transactions'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import {
  entryReferenceColumns,
  entryReferenceJoins,
  paymentReferenceColumns,
  type TransactionReferences,
} from './transaction-description.ts'
import {
  isSearch,
  newestFoundSql,
  type Part,
  storedFigureConditions,
} from './transaction-filters.ts'

export interface TransactionRow extends TransactionReferences {
  id: string
  /** The gateway's id of an online payment, or else a label such as TX-000123. */
  payment_id: string
  status: TransactionStatus
  amount_paise: number
  reference: string | null
  note: string | null
  invoice_id: string | null
  created_at: string
  user_id: string
  user_name: string
  user_email: string
}

export interface TransactionPageRows {
  total: number
  rows: TransactionRow[]
}

/** Pages beyond this offset are found by the day on which they start. */
const shallowOffset = 500

/**
 * A page of transactions with their exact count, read in one snapshot by one statement.
 */
export async function findTransactionPage(
  db: Kysely<Schema>,
  filters: TransactionFilters,
  page: { offset: number; limit: number },
): Promise<TransactionPageRows> {
  const { rows } = await (isSearch(filters)
    ? sql<TransactionPageRows>`
        with found as materialized (${newestFoundSql(filters)}),
        ${shownSql(sql`select * from found`, sql`${page.offset}`, page.limit)}
        select (select count(*) from found) as total, ${shownRows}`
    : sql<TransactionPageRows>`
        with ${pageSql(filters, page)}
        select (${totalSql(filters)}) as total, ${shownRows}`
  ).execute(db)
  const [only] = rows
  if (!only) throw new Error('the page query returned no row')
  return only
}

const shownRows = sql`coalesce(
  (select json_agg(shown order by created_at desc, id desc) from shown), '[]') as rows`

function totalSql(filters: TransactionFilters): Part {
  const kept = storedFigureConditions(filters)
  const table =
    filters.startDate || filters.endDate ? sql`transaction_day_totals` : sql`transaction_totals`
  return sql`
    select coalesce(sum(n), 0)::bigint from (
      select n from ${table} where ${kept}
      union all select n from transaction_changes where ${kept}
    ) counts`
}

/**
 * A deep page. The cost of an offset grows with the skipped rows, so the counts per day give the day on which the page
 * starts, and only rows of that day are skipped.
 */
function pageSql(
  filters: TransactionFilters,
  { offset, limit }: { offset: number; limit: number },
) {
  if (offset <= shallowOffset) return shownSql(newestFoundSql(filters), sql`${offset}`, limit)
  const kept = storedFigureConditions(filters)
  const from = newestFoundSql(
    filters,
    ({ createdAt }) => sql`${createdAt} < transaction_day_start((select day from start_day) + 1)`,
  )
  return sql`start_day as materialized (
      select day, through - n as before from (
        select day, n, sum(n) over (order by day desc) as through from (
          select day, sum(n) as n from (
            select day, n from transaction_day_totals where ${kept}
            union all select day, n from transaction_changes where ${kept}
          ) parts group by day
        ) days
      ) running where through > ${offset}::bigint order by day desc limit 1
    ),
    ${shownSql(from, sql`(select ${offset}::bigint - before from start_day)`, limit)}`
}

/** The rows of a page for display, as a common table expression `shown`. */
function shownSql(found: Part, offset: Part, limit: number): Part {
  return sql`page_of as materialized (
      select source, id from (${found}) found
      order by created_at desc, id desc offset ${offset} limit ${limit}
    ),
    shown as (${shownColumns(sql`page_of`)})`
}

/** @param page a table of (source, id) */
export function shownColumns(page: Part): Part {
  return sql`
    select e.id, transaction_label(e.number) as payment_id, ${entryReferenceColumns}, e.status, e.amount_paise,
      d.reference, d.note, null::uuid as invoice_id, e.created_at, u.id as user_id, u.name as user_name, u.email as user_email
    from ${page} page join journal_entries e on e.id = page.id
      join users u on u.id = e.user_id ${entryReferenceJoins}
      left join recharge_details d on d.entry_id = e.id
    where page.source = 'entry'
    union all
    select p.id, p.gateway_payment_id, ${paymentReferenceColumns}, p.status, p.amount_paise, null, null,
      (select i.id from invoices i where i.payment_id = p.id and i.kind = 'invoice'), p.created_at,
      u.id, u.name, u.email
    from ${page} page join payments p on p.id = page.id
      join users u on u.id = p.user_id
    where page.source = 'payment'`
}

/** The transactions after a given one in the order of the list, or the first ones if none is given. */
export async function findTransactionsAfter(
  db: Kysely<Schema>,
  filters: TransactionFilters,
  after: Pick<TransactionRow, 'created_at' | 'id'> | undefined,
  limit: number,
): Promise<TransactionRow[]> {
  const found = newestFoundSql(
    filters,
    after &&
      (({ createdAt, id }) =>
        sql`(${createdAt}, ${id}) < (${after.created_at}::timestamptz, ${after.id}::uuid)`),
  )
  const { rows } = await sql<TransactionRow>`
    with ${shownSql(found, sql`0`, limit)}
    select *, created_at::text as created_at from shown order by shown.created_at desc, id desc`.execute(
    db,
  )
  return rows
}
