import { randomInt } from 'node:crypto'
import { otpResendSeconds } from '@raahi/contract/password-reset'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { addressMail } from '../../platform/mail/address-mail.ts'
import { deliver } from '../../platform/mail/mail-queue.ts'
import type { SendMail } from '../../platform/mail/send-mail.ts'
import {
  countOtherRequests,
  lockResetAccount,
  type ResetAccount,
  type ResetRequest,
  storeCode,
} from './public/password-resets.queries.ts'
import { codeMail } from './reset-mails.ts'

const perHour = 5
const perDay = 10
/** All attempts are made within ten minutes, because an older request gets no code. */
const retries = { limit: 4, firstPauseSeconds: 15 }

/**
 * Queues a request for a code. The work is the same for every address, so that neither the response nor its time
 * reveals which addresses have an account.
 */
export async function requestResetCode(
  jobs: JobQueue,
  db: Kysely<Schema> | Transaction,
  email: string,
): Promise<void> {
  await jobs.send(db, { queue: 'password-reset', data: { email }, retries })
}

/** Handles the queued requests. */
export function handleCodeRequests(deps: {
  jobs: JobQueue
  database: Database
  sendMail: SendMail
  log: Log
}): void {
  deps.jobs.handle<{ email: string }>('password-reset', async (job) => {
    const request = { id: job.id, requestedAt: job.sentAt }
    const created = await withTransaction(deps.database, (tx) =>
      createCode(tx, job.data.email, request),
    )
    if (!created) return
    // A new mail id for each run: a repeated job sends another code, which is another mail.
    await deliver(deps, job, {
      id: uuidv7(),
      mail: addressMail(codeMail(created.account, created.code)),
    })
  })
}

/**
 * Creates the code of a request and stores its hash. The code itself appears only in the mail.
 * @returns undefined if no active account has this email, or the request is too soon, over the limit or too old
 */
async function createCode(
  tx: Transaction,
  email: string,
  request: ResetRequest,
): Promise<{ account: ResetAccount; code: number } | undefined> {
  const account = await lockResetAccount(tx, email)
  if (!account) return undefined
  const others = await countOtherRequests(tx, account.id, request, otpResendSeconds)
  if (others.isStale || others.withinResendPause > 0) return undefined
  if (others.inHour >= perHour || others.inDay >= perDay) return undefined
  const code = randomInt(10_000, 100_000)
  await storeCode(tx, account, request, code)
  return { account, code }
}
