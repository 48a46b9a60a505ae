import type { JobKind } from '@raahi/contract/failed-jobs'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import type { Mail } from '../platform/mail/mail.ts'

interface FailedJobFields {
  kind: JobKind
  data: object
  output: object
  /** How many retries followed the first attempt. */
  retries: number
  failedAt: Date
}

/** The mail of a failed job. */
export const failedMail: Mail = {
  to: 'priya.sharma@agents.example',
  subject: 'Receipt for lead RL-00042',
  heading: 'Lead RL-00042 is yours',
  paragraphs: ['You have bought this lead.'],
}

/** A job that failed for good: a mail unless given otherwise. @returns its id */
export async function makeFailedJob(
  db: Kysely<Schema>,
  fields: Partial<FailedJobFields> = {},
): Promise<string> {
  const {
    kind = 'mail',
    data = failedMail,
    output = { reason: 'the mail server did not take the mail', code: 'mail-server-unreachable' },
    retries = 12,
    failedAt = new Date(),
  } = fields
  const id = uuidv7()
  await sql`
    insert into pgboss.job (id, name, data, state, output, retry_limit, retry_count, retry_delay,
      retry_backoff, expire_seconds, deletion_seconds, created_on, started_on, completed_on)
    values (${id}, ${kind}, ${JSON.stringify(data)}::jsonb, 'failed', ${JSON.stringify(output)}::jsonb,
      ${retries}, ${retries}, 30, true, 120, 86400, ${failedAt}::timestamptz - interval '1 day',
      ${failedAt}, ${failedAt})`.execute(db)
  return id
}
