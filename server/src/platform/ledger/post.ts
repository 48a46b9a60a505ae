import type { TransactionMethod } from '@raahi/contract/transactions'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../database/transaction.ts'

/** One movement of money between two accounts. */
export interface Transfer {
  from: string
  to: string
  amountPaise: number
  method: TransactionMethod
  status: 'captured' | 'lead_refund'
  /** The user to whom the transaction belongs. */
  userId: string
}

/**
 * Posts a transfer as one journal entry of two postings, through the database function that is the only
 * writer of the ledger's tables.
 * @returns the entry's id, and the new balance of the wallet or null if no wallet took part
 * @throws a database error that `asFailure` maps to INSUFFICIENT_WALLET_BALANCE or WALLET_LIMIT_EXCEEDED
 */
export async function postTransfer(
  tx: Transaction,
  transfer: Transfer,
): Promise<{ entryId: string; walletPaise: number | null }> {
  const entryId = uuidv7()
  const { rows } = await sql<{ wallet_paise: number | null }>`
    select post_transfer(${entryId}, ${transfer.from}, ${transfer.to}, ${transfer.amountPaise},
      ${transfer.method}, ${transfer.status}, ${transfer.userId}
    ) as wallet_paise`.execute(tx)
  return { entryId, walletPaise: rows[0]?.wallet_paise ?? null }
}
