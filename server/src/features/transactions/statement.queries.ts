import type { TransactionMethod } from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { walletOf } from '../../platform/ledger/accounts.ts'

export interface StatementRow {
  id: string
  number: number
  payment_id: string
  method: TransactionMethod
  status: 'captured' | 'lead_refund'
  description: string
  reference: string | null
  note: string | null
  invoice_id: string | null
  created_at: string
  amount_paise: number
  balance_after_paise: number | null
}

export interface StatementFilter {
  userId: string
  method: TransactionMethod | undefined
}

const columns = sql`e.id, e.number, transaction_label(e.number) as payment_id, e.method, e.status,
  e.description, d.reference, d.note, e.created_at, p.amount_paise, p.balance_after_paise,
  case when e.method = 'Online' then (
    select i.id from payments g join invoices i on i.payment_id = g.id and i.kind = 'invoice'
    where g.entry_id = e.id) end as invoice_id`

/** Postings on a user's wallet with their entries. */
function ofWallet({ userId, method }: StatementFilter): RawBuilder<unknown> {
  return sql`
    from journal_entries e join postings p on p.entry_id = e.id
      left join recharge_details d on d.entry_id = e.id
    where e.user_id = ${userId} and p.account_id = ${walletOf(userId)}
      ${method ? sql`and e.method = ${method}` : sql``}`
}

/** A page of a statement, newest first, and the number of its lines, in one snapshot. */
export async function findStatementPage(
  database: Database,
  filter: StatementFilter,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: StatementRow[] }> {
  const { rows } = await sql<{ total: number; rows: StatementRow[] }>`
    with lines as (
      select ${columns} ${ofWallet(filter)}
      order by e.number desc offset ${page.offset} limit ${page.limit}
    )
    select (select count(*) ${ofWallet(filter)}) as total,
      coalesce((select json_agg(lines order by number desc) from lines), '[]') as rows`.execute(
    database.kysely,
  )
  const [only] = rows
  if (!only) throw new Error('the page query returned no row')
  return only
}

/** The lines below a number, newest first; without a number, from the newest on. */
export async function findStatementBelow(
  database: Database,
  filter: StatementFilter,
  number: number | undefined,
  limit: number,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select ${columns} ${ofWallet(filter)}
      ${number === undefined ? sql`` : sql`and e.number < ${number}`}
    order by e.number desc limit ${limit}`.execute(database.kysely)
  return rows
}
