import type { TransactionMethod } from '@raahi/contract/transactions'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { accounts, walletOf } from '../platform/ledger/accounts.ts'

/** A past transfer of the demo. */
export interface Movement {
  /** Id of its journal entry. */
  id: string
  at: Date
  userId: string
  from: string
  to: string
  amountPaise: number
  method: TransactionMethod
  status: 'captured' | 'lead_refund'
}

export function movement(fields: Omit<Movement, 'id'>): Movement {
  return { id: uuidv7({ msecs: fields.at.getTime() }), ...fields }
}

/** Cash that an admin received for a wallet. */
export function rechargeAt(at: Date, userId: string, amountPaise: number): Movement {
  return movement({
    at,
    userId,
    from: accounts.cash,
    to: walletOf(userId),
    amountPaise,
    method: 'recharge_by_admin',
    status: 'captured',
  })
}

/**
 * Writes past transfers to the ledger in order of time, so that entry numbers and stored balances are consistent.
 * `post_transfer` always uses the current time, so the rows are inserted directly; the invariants still hold.
 */
export async function recordMovements(
  tx: Transaction,
  movements: readonly Movement[],
): Promise<void> {
  const inOrder = movements.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const balances = new Map<string, number>()
  const posting = (entryId: string, userId: string, accountId: string, amountPaise: number) => {
    const isWallet = accountId === walletOf(userId)
    const balance = (balances.get(userId) ?? 0) + (isWallet ? amountPaise : 0)
    balances.set(userId, balance)
    return {
      entry_id: entryId,
      account_id: accountId,
      amount_paise: amountPaise,
      balance_after_paise: isWallet ? balance : null,
    }
  }
  const postings = inOrder.flatMap(({ id, userId, from, to, amountPaise }) => [
    posting(id, userId, from, -amountPaise),
    posting(id, userId, to, amountPaise),
  ])
  await tx
    .insertInto('journal_entries')
    .values(
      inOrder.map(({ id, at, userId, amountPaise, method, status }) => ({
        id,
        method,
        status,
        user_id: userId,
        amount_paise: amountPaise,
        created_at: at,
      })),
    )
    .execute()
  await tx.insertInto('postings').values(postings).execute()
  for (const [userId, balance] of balances) {
    await tx
      .updateTable('accounts')
      .set({ balance_paise: balance })
      .where('id', '=', walletOf(userId))
      .execute()
  }
}
