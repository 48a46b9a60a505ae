import { hash } from 'node:crypto'

/**
 * SQL for the snapshot of a statement as text: two equal snapshots see the same rows. The text includes the identity of
 * the server run. After a failover the new server continues the transaction numbers that it knew of, and a server that
 * recovered from a crash reuses numbers that it had not written, while a pooler keeps our connections. The start time
 * alone does not change after a crash of a single server process, but the statistics counters restart then, too.
 */
export const snapshotSql = `concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(),
  pg_current_snapshot())`

/**
 * The public form of such a text: a hash of the server run, and the snapshot. Two snapshots can be compared only if the
 * hashes are equal.
 */
export function eventIdOf(snapshot: string): string {
  const end = snapshot.lastIndexOf(' ')
  return `${hash('sha256', snapshot.slice(0, end)).slice(0, 8)}-${snapshot.slice(end + 1)}`
}
