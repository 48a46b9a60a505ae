import type { TransactionFilters, TransactionStatus } from '@raahi/contract/transactions'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { isCurrentInvoice } from '../invoices/public/current-invoice.ts'
import {
  entryReferenceColumns,
  entryReferenceJoins,
  paymentReferenceColumns,
  type TransactionReferences,
} from './transaction-description.ts'
import { foundSql, newestFoundSql, type Part } from './transaction-filters.ts'

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

/**
 * A page of transactions with their exact count, read in one snapshot by one statement.
 */
export async function findTransactionPage(
  db: Kysely<Schema>,
  filters: TransactionFilters,
  page: { offset: number; limit: number },
): Promise<TransactionPageRows> {
  const { rows } = await sql<TransactionPageRows>`
    with ${shownSql(newestFoundSql(filters), sql`${page.offset}`, page.limit)}
    select (select count(*) from (${foundSql(filters)}) found) as total, coalesce(
      (select json_agg(shown order by created_at desc, id desc) from shown), '[]') as rows`.execute(
    db,
  )
  const [only] = rows
  if (!only) throw new Error('the page query returned no row')
  return only
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
    select e.id, record_label('TX', e.number) as payment_id, ${entryReferenceColumns}, e.status, e.amount_paise,
      d.reference, d.note, null::uuid as invoice_id, e.created_at, u.id as user_id, u.name as user_name, u.email as user_email
    from ${page} page join journal_entries e on e.id = page.id
      join agency_owners u on u.id = e.user_id ${entryReferenceJoins}
      left join recharge_details d on d.entry_id = e.id
    where page.source = 'entry'
    union all
    select p.id, p.gateway_payment_id, ${paymentReferenceColumns}, p.status, p.amount_paise, null, null,
      (select i.id from invoices i where i.payment_id = p.id and ${isCurrentInvoice}), p.created_at,
      u.id, u.name, u.email
    from ${page} page join payments p on p.id = page.id
      join agency_owners u on u.id = p.user_id
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
