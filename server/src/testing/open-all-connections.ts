import type { Database } from '../platform/database/connect.ts'

/**
 * Opens all connections of the pools. Each new connection discards the kept pages of leads (`list-leads.ts`), so a test
 * of kept pages calls this first.
 */
export async function openAllConnections({ pool, lists }: Database): Promise<void> {
  const connections = [pool, lists.pool].flatMap((each) =>
    Array.from({ length: each.options.max }, () => each.connect()),
  )
  for (const connection of await Promise.all(connections)) connection.release()
}
