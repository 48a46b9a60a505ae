import { type JobKind, refusedJobErrors, retriedJobKinds } from '@raahi/contract/failed-jobs'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { failedJobsSql, jobErrorSql } from '../../platform/jobs/failed-jobs.ts'

export interface FailedJobRow {
  id: string
  kind: JobKind
  queued_at: Date
  failed_at: Date
  attempts: number
  error: string | null
  subject: string | null
  user_id: string | null
  user_name: string | null
  payment_id: string | null
  amount_paise: number | null
  refund_status: 'pending' | 'processed' | null
}

/**
 * The subject of a mail. No other data of a job is returned: the address and the refund id are only used to find the
 * user and the refund.
 */
const subjectSql = sql`case when name = 'mail' then data ->> 'subject' end as subject`

/** Whether a failed job is queued again when an admin retries all failed jobs. */
const isRetriableSql = sql`(name = any(${[...retriedJobKinds]}::text[])
  and coalesce((${jobErrorSql}), 'unknown') <> all(${[...refusedJobErrors]}::text[]))`

type Counts = { total: number; retriable: number }

/** Finds a page of the failed jobs, the latest failure first, with the exact total, in one snapshot. */
export async function findFailedJobPage(
  database: Database,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; retriable: number; rows: FailedJobRow[] }> {
  const { rows } = await sql<Counts & (FailedJobRow | { id: null })>`
    select counted.*, shown.* from (
      select count(*) as total, count(*) filter (where ${isRetriableSql}) as retriable
      from ${failedJobsSql}
    ) counted
    left join (
      select j.id, j.kind, j.queued_at, j.failed_at, j.attempts, j.error, j.subject,
        u.id as user_id, u.name as user_name,
        p.gateway_payment_id as payment_id, r.amount_paise, r.status as refund_status
      from (
        select id, name as kind, created_on as queued_at, completed_on as failed_at,
          retry_count + 1 as attempts, ${jobErrorSql} as error, ${subjectSql},
          coalesce(data ->> 'to', data ->> 'email') as address,
          case when name = 'refund' then (data ->> 'refundId')::uuid end as refund_id
        from ${failedJobsSql}
        order by completed_on desc, id desc
        offset ${(page - 1) * limit} limit ${limit}
      ) j
      left join refunds r on r.id = j.refund_id
      left join payments p on p.id = r.payment_id
      left join users u on u.id =
        coalesce(p.user_id, (select id from users where email = j.address))
    ) shown on true
    order by shown.failed_at desc, shown.id desc`.execute(database.kysely)
  return {
    total: rows[0]?.total ?? 0,
    retriable: rows[0]?.retriable ?? 0,
    // A page beyond the last has one row with only the counts.
    rows: rows.filter((row): row is Counts & FailedJobRow => row.id !== null),
  }
}

export type LockedJob = Pick<FailedJobRow, 'id' | 'kind' | 'attempts' | 'subject'>
const lockedJobSql = sql`id, name as kind, retry_count + 1 as attempts, ${subjectSql}`

/**
 * Finds and locks a failed job that an admin can try again. A concurrent call does not find it: neither while the lock is
 * held nor afterwards. It does not wait for the lock, because a worker skips a job that a waiting call has locked.
 */
export async function lockFailedJob(tx: Transaction, id: string): Promise<LockedJob | undefined> {
  const { rows } = await sql<LockedJob>`
    select ${lockedJobSql} from ${failedJobsSql}
      and id = ${id} and name = any(${[...retriedJobKinds]}::text[]) for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

/** Finds and locks the failed jobs that are queued again together, the oldest failure first. */
export async function lockRetriableJobs(tx: Transaction, limit: number): Promise<LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    select ${lockedJobSql} from ${failedJobsSql} and ${isRetriableSql}
    order by completed_on, id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Counts the failed jobs that would be queued again together. */
export async function countRetriableJobs(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${failedJobsSql} and ${isRetriableSql}`.execute(tx)
  return rows[0]?.n ?? 0
}
