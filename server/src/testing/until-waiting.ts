import { expect, vi } from 'vitest'
import type { Database } from '../database/connect.ts'

/** Waits until so many connections to this database wait for a lock. */
export async function untilWaiting(database: Database, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::integer as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0]?.n).toBe(count)
    },
    { timeout: 20_000, interval: 20 },
  )
}
