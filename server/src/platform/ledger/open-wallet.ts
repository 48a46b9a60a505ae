import type { Transaction } from '../database/transaction.ts'
import { walletOf } from './accounts.ts'

/** Opens the empty wallet of a new agent. */
export async function openWallet(tx: Transaction, userId: string): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ id: walletOf(userId), kind: 'wallet', user_id: userId, balance_paise: 0 })
    .execute()
}
