import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'

/** A recharge by an admin, with what limits its correction. */
export interface RechargeRow {
  id: string
  payment_id: string
  amount_paise: number
  corrected_paise: number
  wallet_paise: number
  created_at: Date
  user_id: string
  name: string
  email: string
  email_confirmed_at: Date | null
}

/** @throws ApiFailure RECHARGE_NOT_FOUND, also for a transaction of another kind */
export async function findRecharge(db: Kysely<Schema>, id: string): Promise<RechargeRow> {
  const { rows } = await sql<RechargeRow>`
    select e.id, record_label('TX', e.number) as payment_id, e.amount_paise, coalesce((
        select sum(c.amount_paise) from recharge_corrections r join journal_entries c on c.id = r.entry_id
        where r.recharge_id = e.id
      ), 0)::bigint as corrected_paise,
      wallet.balance_paise as wallet_paise, e.created_at, e.user_id, u.name, u.email, u.email_confirmed_at
    from journal_entries e join agency_owners u on u.id = e.user_id join accounts wallet on wallet.id = e.user_id
    where e.id = ${id} and e.method = 'recharge_by_admin'`.execute(db)
  const [recharge] = rows
  if (!recharge) throw new ApiFailure('RECHARGE_NOT_FOUND')
  return recharge
}

/**
 * Locks the wallet of a recharge, then reads the recharge, so that concurrent corrections run one after the other.
 * @throws ApiFailure RECHARGE_NOT_FOUND
 */
export async function lockRecharge(tx: Transaction, id: string): Promise<RechargeRow> {
  await sql`select from accounts where id = (select user_id from journal_entries where id = ${id}) for update`.execute(
    tx,
  )
  return findRecharge(tx, id)
}

/** What a correction can still take back of a recharge. */
export function leftPaise({ amount_paise, corrected_paise }: RechargeRow): number {
  return amount_paise - corrected_paise
}
