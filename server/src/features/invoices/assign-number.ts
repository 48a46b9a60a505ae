import type { InvoiceKind } from '@raahi/contract/invoices'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The columns of a document that its number sets. */
export interface AssignedNumber {
  series: string
  financial_year: number
  serial: number
  number: string
  issued_at: Date
}

/** Test payments have a separate series, so that they use up no number of the tax records. */
export function seriesOf(kind: InvoiceKind, isTest: boolean): string {
  return `${isTest ? 'T' : ''}${kind === 'invoice' ? 'RA' : 'CN'}`
}

/**
 * Assigns the next number of a kind, in the financial year of `at`. The row of the series stays locked until the
 * transaction ends. It must be the last lock of the transaction, because other transactions that need a number wait for
 * it.
 */
export async function assignNumber(
  tx: Transaction,
  { kind, isTest, at }: { kind: InvoiceKind; isTest: boolean; at?: Date | undefined },
): Promise<AssignedNumber> {
  const series = seriesOf(kind, isTest)
  const { rows } = await sql<AssignedNumber>`
    select ${series}::text as series, year as financial_year, serial, number, issued_at
    from take_invoice_number(${series},
      ${at ? sql`${at.toISOString()}::timestamptz` : sql`clock_timestamp()`})`.execute(tx)
  const [assigned] = rows
  if (!assigned) throw new Error('the series returned no number')
  return assigned
}
