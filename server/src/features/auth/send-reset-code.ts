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
  keepCode,
  lockResetAccount,
  type ResetAccount,
  type ResetRequest,
} from './password-resets.queries.ts'
import { codeMail } from './reset-mails.ts'

const perHour = 5
const perDay = 10
/** All within the ten minutes after which nobody waits for the code any more. */
const retries = { limit: 4, firstPauseSeconds: 15 }

/**
 * Notes that somebody asked for a code. It is the same work for every address, so that neither the answer nor its time
 * tells which of them have an account.
 */
export async function askForCode(
  jobs: JobQueue,
  db: Kysely<Schema> | Transaction,
  email: string,
): Promise<void> {
  await jobs.send(db, { queue: 'password-reset', data: { email }, retries })
}

/** Answers the requests, whenever the queue hands them out. */
export function handleCodeRequests(deps: {
  jobs: JobQueue
  database: Database
  sendMail: SendMail
  log: Log
}): void {
  deps.jobs.handle<{ email: string }>('password-reset', async (job) => {
    const request = { id: job.id, requestedAt: job.sentAt }
    const made = await withTransaction(deps.database, (tx) => makeCode(tx, job.data.email, request))
    if (!made) return
    // An id of its own: done again, the job sends another code, which is another mail.
    await deliver(deps, job, { id: uuidv7(), mail: addressMail(codeMail(made.account, made.code)) })
  })
}

/**
 * Makes the code of a request and keeps its hash: it exists in the clear here and in the mail alone.
 * @returns nothing where no active account has this email, or it asks too soon, too often or waited too long
 */
async function makeCode(
  tx: Transaction,
  email: string,
  request: ResetRequest,
): Promise<{ account: ResetAccount; code: number } | undefined> {
  const account = await lockResetAccount(tx, email)
  if (!account) return undefined
  const others = await countOtherRequests(tx, account.id, request, otpResendSeconds)
  if (others.isStale || others.justNow > 0) return undefined
  if (others.inHour >= perHour || others.inDay >= perDay) return undefined
  const code = randomInt(10_000, 100_000)
  await keepCode(tx, account, request, code)
  return { account, code }
}
