import { sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'

/** Queues a mail or an SMS, or does the same work and discards it, so that the response time does not reveal which. */
export async function queueOrDiscard(
  isDiscarded: boolean,
  tx: Transaction,
  queue: () => Promise<void>,
): Promise<void> {
  await sql`savepoint before_queued`.execute(tx)
  await queue()
  if (isDiscarded) await sql`rollback to savepoint before_queued`.execute(tx)
  else await sql`release savepoint before_queued`.execute(tx)
}
