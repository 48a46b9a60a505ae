import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction as KyselyTransaction } from 'kysely'
import { databaseRetries } from '../observability/metrics.ts'
import { traced } from '../observability/tracing.ts'
import type { Database } from './connect.ts'
import { sqlState } from './errors.ts'
import type { Schema } from './schema.ts'

/** What a query of a use case requires, so that none can run outside its transaction. */
export type Transaction = KyselyTransaction<Schema>

const MAX_ATTEMPTS = 3
const RETRIED = new Set(['40001', '40P01']) // serialization_failure, deadlock_detected

/**
 * Runs `work` in one read-committed transaction: committed when it resolves, rolled back when it throws.
 * Run again as a whole where it collided with another (see `retryConflicts`).
 */
export async function withTransaction<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    database.kysely
      .transaction()
      .setIsolationLevel('read committed')
      .execute((tx) => work(tx))
  return retryConflicts(() => traced({ name: 'transaction' }, attempt))
}

/**
 * Does a whole transaction again where the database undid it for a deadlock or a serialisation failure, at most
 * three times in all: `attempt` must be the whole of it and do nothing outside the database. A connection lost
 * during the commit is not retried, because nobody can tell whether it was committed: the caller's idempotency key
 * answers that.
 */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      const sqlstate = sqlState(error) ?? ''
      if (!RETRIED.has(sqlstate)) throw error
      const isLast = tries >= MAX_ATTEMPTS
      databaseRetries.inc({ sqlstate, outcome: isLast ? 'given_up' : 'again' })
      if (isLast) throw error
      // The two that collided must not meet again in step.
      await sleep(Math.random() * 20 * tries)
    }
  }
}
