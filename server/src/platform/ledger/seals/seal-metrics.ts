import { sql } from 'kysely'
import type { StoredMetrics } from '../../observability/stored-metrics.ts'

/** The progress of the sealing. A broken chain violates an invariant, which the metrics of the audit report. */
export const sealMetrics: StoredMetrics = async (database) => {
  const { rows } = await sql<{ days: number; lagSeconds: number }>`
    select (select count(*) from sealed_days) as days, (
      select coalesce(greatest(extract(epoch from
          clock_timestamp() - day_start_in_india(day_in_india(min(created_at)) + 1)), 0), 0)::float8
      from journal_entries where created_at >= first_open_instant()
    ) as "lagSeconds"`.execute(database.kysely)
  const { days, lagSeconds } = rows[0] ?? { days: 0, lagSeconds: 0 }
  return (gauge) => {
    gauge('raahi_ledger_sealed_days', 'Days of the ledger that are sealed').set(days)
    gauge(
      'raahi_ledger_seal_lag_seconds',
      'Time since the end of the oldest day of the ledger that has ended and is not sealed',
    ).set(lagSeconds)
  }
}
