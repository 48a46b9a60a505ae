import { expect, vi } from 'vitest'
import type { Database } from '../platform/database/connect.ts'

/** Counts the connections to this database that wait for a lock and whose statement contains this text. */
export async function countWaiting(database: Database, statement = ''): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [statement],
  )
  return rows[0]?.n ?? 0
}

/** Waits until this many connections to this database wait for a lock, with a statement that contains this text. */
export async function untilWaiting(
  database: Database,
  count: number,
  statement = '',
): Promise<void> {
  await vi.waitFor(async () => expect(await countWaiting(database, statement)).toBe(count), {
    timeout: 20_000,
    interval: 20,
  })
}

/** Waits until a single purchase waits for a lock. A batch of purchases stops waiting after a short time. */
export const untilPurchaseWaits = (database: Database) => untilWaiting(database, 1, ' buy_lead(')
