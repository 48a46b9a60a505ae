import { jobKinds } from '@raahi/contract/failed-jobs'
import { type RawBuilder, sql } from 'kysely'

/**
 * The jobs that failed permanently, as a table and a condition. The queue keeps finished jobs for a day, so these are
 * the failed jobs of the last day.
 */
export const failedJobsSql: RawBuilder<unknown> = sql`
  pgboss.job where state = 'failed' and name in (${sql.join(jobKinds.map((name) => sql.lit(name)))})`

/** The error code of a failed job. For a job that timed out, pg-boss stores its own output without a code. */
export const jobErrorSql: RawBuilder<unknown> = sql`
  case when output -> 'value' ->> 'message' = 'job timed out' then 'interrupted' else output ->> 'code' end`
