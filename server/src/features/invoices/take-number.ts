import type { InvoiceKind } from '@raahi/contract/invoices'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The columns of a document that its number sets. */
export interface TakenNumber {
  series: string
  financial_year: number
  serial: number
  number: string
  issued_at: Date
}

/** What was paid with test money has a series of its own: it must not use up a number of the tax's books. */
export function seriesOf(kind: InvoiceKind, isTest: boolean): string {
  return `${isTest ? 'T' : ''}${kind === 'invoice' ? 'RA' : 'CN'}`
}

/**
 * Takes the next number of a kind, in the financial year that `at` falls in. Its row stays locked until the transaction
 * ends, so nothing else may be locked afterwards: whoever numbers next waits for this one.
 */
export async function takeNumber(
  tx: Transaction,
  { kind, isTest, at }: { kind: InvoiceKind; isTest: boolean; at?: Date | undefined },
): Promise<TakenNumber> {
  const series = seriesOf(kind, isTest)
  const { rows } = await sql<TakenNumber>`
    select ${series}::text as series, year as financial_year, serial, number, issued_at
    from take_invoice_number(${series},
      ${at ? sql`${at.toISOString()}::timestamptz` : sql`clock_timestamp()`})`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error('a number is always given out')
  return taken
}
