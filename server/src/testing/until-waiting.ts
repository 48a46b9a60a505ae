import { expect, vi } from 'vitest'
import type { Database } from '../platform/database/connect.ts'

/** The number of connections to this database that wait for a lock, with this in their statement. */
export async function countWaiting(database: Database, statement = ''): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [statement],
  )
  return rows[0]?.n ?? 0
}

/** Waits until so many connections to this database wait for a lock, with this in their statement. */
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

/** Waits until one buyer waits for a lock by itself: in a list of several it gives its place up before long. */
export const untilBuyerWaits = (database: Database) => untilWaiting(database, 1, ' buy_lead(')
