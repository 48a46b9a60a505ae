import { type RawBuilder, sql } from 'kysely'
import { queueNames } from './install-job-queue.ts'

/**
 * The jobs that failed for good, as a table and a condition. The queue keeps finished jobs for a day, so these are the
 * failed jobs of the last day.
 */
export const failedJobsSql: RawBuilder<unknown> = sql`
  pgboss.job where state = 'failed' and name in (${sql.join(queueNames.map((name) => sql.lit(name)))})`

/** The code of the error of a failed job. The library writes another output for a job that did not finish in time. */
export const jobErrorSql: RawBuilder<unknown> = sql`
  case when output -> 'value' ->> 'message' = 'job timed out' then 'interrupted' else output ->> 'code' end`
