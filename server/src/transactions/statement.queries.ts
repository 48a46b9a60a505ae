import type { TransactionMethod } from '@raahi/contract/transactions'
import type { Database } from '../database/connect.ts'
import { walletOf } from '../ledger/accounts.ts'

export interface StatementRow {
  id: string
  number: number
  method: TransactionMethod
  status: 'captured' | 'lead_refund'
  description: string
  created_at: Date
  amount_paise: number
  balance_after_paise: number | null
}

export interface StatementFilter {
  userId: string
  method: TransactionMethod | undefined
  offset: number
  limit: number
}

/** Postings on a user's wallet with their entries, newest first. */
export async function findStatement(
  database: Database,
  filter: StatementFilter,
): Promise<StatementRow[]> {
  return ofWallet(database, filter)
    .select([
      'e.id',
      'e.number',
      'e.method',
      'e.status',
      'e.description',
      'e.created_at',
      'p.amount_paise',
      'p.balance_after_paise',
    ])
    .orderBy('e.number', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute()
}

export async function countStatement(database: Database, filter: StatementFilter): Promise<number> {
  const { n } = await ofWallet(database, filter)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

function ofWallet(database: Database, { userId, method }: StatementFilter) {
  const lines = database.kysely
    .selectFrom('journal_entries as e')
    .innerJoin('postings as p', 'p.entry_id', 'e.id')
    .where('e.user_id', '=', userId)
    .where('p.account_id', '=', walletOf(userId))
  return method ? lines.where('e.method', '=', method) : lines
}
