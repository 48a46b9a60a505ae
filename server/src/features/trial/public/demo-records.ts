import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** The tables that contain demo data, by the kind of mark. */
const demoTables = {
  user: 'users',
  lead: 'leads',
  plan: 'plans',
  lead_cost: 'lead_costs',
  enquiry: 'enquiries',
  contact_message: 'contact_messages',
  source: 'sources',
} as const

export type DemoKind = keyof typeof demoTables

/** Marks every record that this transaction has written as demo data. */
export async function markDemoRecords(tx: Transaction): Promise<void> {
  for (const [kind, table] of Object.entries(demoTables)) {
    await sql`
      insert into demo_records (kind, id)
      select ${kind}, id from ${sql.table(table)} where xmin = pg_current_xact_id()::xid`.execute(
      tx,
    )
  }
}

/** Whether this account is a demo account and the trial of the database has ended. */
export async function isEndedDemoAccount(tx: Transaction, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from demo_records, trial_end
    where kind = 'user' and id = ${userId}`.execute(tx)
  return rows.length > 0
}
