import type { TransactionMethod } from '@raahi/contract/transactions'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type DayRange, inDays } from '../../platform/database/in-days.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import { walletOf } from '../../platform/ledger/accounts.ts'
import { isCurrentInvoice } from '../invoices/public/current-invoice.ts'
import {
  entryReferenceColumns,
  entryReferenceJoins,
  type TransactionReferences,
} from './transaction-description.ts'

export interface StatementRow extends TransactionReferences {
  id: string
  number: number
  payment_id: string
  status: 'captured' | 'lead_refund'
  reference: string | null
  note: string | null
  invoice_id: string | null
  created_at: string
  amount_paise: number
  balance_after_paise: number | null
}

export interface StatementFilter extends DayRange {
  userId: string
  method?: TransactionMethod | undefined
}

/** The postings on a user's wallet with their entries. */
function ofWallet({ userId, method, ...days }: StatementFilter): RawBuilder<unknown> {
  const conditions = joinConditions([
    sql`e.user_id = ${userId} and p.account_id = ${walletOf(userId)}`,
    method && sql`e.method = ${method}`,
    inDays(sql`e.created_at`, days),
  ])
  return sql`from journal_entries e join postings p on p.entry_id = e.id where ${conditions}`
}

/**
 * The lines of a statement. The page is selected before the references are joined, so that no join runs for skipped
 * lines.
 */
function linesSql(
  filter: StatementFilter,
  { condition, limits }: { condition: RawBuilder<unknown>; limits: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select e.id, e.number, record_label('TX', e.number) as payment_id, ${entryReferenceColumns}, e.status, d.reference,
      d.note, e.created_at, e.moved_paise as amount_paise, e.balance_after_paise,
      case when e.method = 'Online' then (
        select i.id from payments g join invoices i on i.payment_id = g.id and ${isCurrentInvoice}
        where g.entry_id = e.id) end as invoice_id
    from (
      select e.id, e.number, e.method, e.status, e.created_at, p.amount_paise as moved_paise, p.balance_after_paise
      ${ofWallet(filter)} ${condition} order by e.number desc ${limits}
    ) e ${entryReferenceJoins}
      left join recharge_details d on d.entry_id = e.id`
}

/** A page of a statement, newest first, and the number of its lines, in one snapshot. */
export async function findStatementPage(
  database: Database,
  filter: StatementFilter,
  page: { offset: number; limit: number },
): Promise<{ total: number; rows: StatementRow[] }> {
  const { rows } = await sql<{ total: number; rows: StatementRow[] }>`
    with lines as (${linesSql(filter, {
      condition: sql``,
      limits: sql`offset ${page.offset} limit ${page.limit}`,
    })})
    select (select count(*) ${ofWallet(filter)}) as total,
      coalesce((select json_agg(lines order by number desc) from lines), '[]') as rows`.execute(
    database.kysely,
  )
  const [only] = rows
  if (!only) throw new Error('the page query returned no row')
  return only
}

/** The lines below a number, newest first, or from the newest if no number is given. */
export async function findStatementBelow(
  database: Database,
  filter: StatementFilter,
  number: number | undefined,
  limit: number,
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select * from (${linesSql(filter, {
      condition: number === undefined ? sql`` : sql`and e.number < ${number}`,
      limits: sql`limit ${limit}`,
    })}) lines order by number desc`.execute(database.kysely)
  return rows
}
