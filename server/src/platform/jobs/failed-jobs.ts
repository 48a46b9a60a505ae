import { type RawBuilder, sql } from 'kysely'

/**
 * The jobs that failed for good, as rows of (failed_at). The queue keeps finished jobs for a day, so these are the failed
 * jobs of the last day.
 */
export const failedJobsSql: RawBuilder<unknown> = sql`
  select completed_on as failed_at from pgboss.job where state = 'failed'`
