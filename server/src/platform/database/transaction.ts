import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction as KyselyTransaction } from 'kysely'
import { databaseRetries } from '../observability/metrics.ts'
import { runInSpan } from '../observability/tracing.ts'
import type { Database } from './connect.ts'
import { sqlState } from './errors.ts'
import type { Schema } from './schema.ts'

/** Required by every query of a use case, so that none runs outside its transaction. */
export type Transaction = KyselyTransaction<Schema>

const maxAttempts = 3
const retried = new Set(['40001', '40P01']) // serialization_failure, deadlock_detected

/**
 * Runs `work` in one read-committed transaction: committed when it resolves, rolled back when it throws. Repeated as a
 * whole after a conflict (see `retryConflicts`).
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
  return retryConflicts(() => runInSpan({ name: 'transaction' }, attempt))
}

/**
 * Repeats a whole transaction after a deadlock or serialisation failure, at most three runs in all: `attempt` must be
 * the whole transaction and have no effects outside the database. A connection lost during the commit is not retried,
 * because it is unknown whether it was committed: the caller's idempotency key resolves that.
 */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      const sqlstate = sqlState(error) ?? ''
      if (!retried.has(sqlstate)) throw error
      const isLast = tries >= maxAttempts
      databaseRetries.inc({ sqlstate, outcome: isLast ? 'given_up' : 'again' })
      if (isLast) throw error
      // A random pause, so that the two transactions do not collide again.
      await sleep(Math.random() * 20 * tries)
    }
  }
}
