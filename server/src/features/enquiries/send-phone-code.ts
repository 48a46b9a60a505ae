import type { Database } from '../../platform/database/connect.ts'
import { JobGivenUp, type JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { type SmsClient, SmsNotSent, SmsRefused } from '../../platform/sms/sms-client.ts'
import { claimSending, recordSending } from './phone-codes.queries.ts'

const sentAtOnce = 2

/**
 * Sends the queued codes. Without an SMS client no codes are queued, and codes that were queued before the settings
 * changed are dropped.
 */
export function handlePhoneCodes(deps: {
  jobs: JobQueue
  database: Database
  sms: SmsClient | undefined
  log: Log
}): void {
  deps.jobs.handle<{ codeId: string }>(
    'phone-code',
    async (job) => {
      if (deps.sms) await sendPhoneCode(deps, deps.sms, { jobId: job.id, codeId: job.data.codeId })
    },
    { atOnce: sentAtOnce },
  )
}

/**
 * Makes one attempt to send a code, and records it before and after the SMS. If the process dies in between, the next
 * attempt counts as a second SMS, so that a number never gets more SMS than its daily limit.
 */
async function sendPhoneCode(
  { database, log }: { database: Database; log: Log },
  sms: SmsClient,
  { jobId, codeId }: { jobId: string; codeId: string },
): Promise<void> {
  const claimed = await claimSending(database, codeId)
  if (!claimed)
    return log.info(
      { job: jobId },
      'phone code not sent: it has ended, or the number has reached its limit',
    )
  try {
    await sms.sendCode(claimed)
  } catch (error) {
    log.warn({ job: jobId, err: error }, 'phone code could not be sent')
    if (error instanceof SmsRefused || error instanceof SmsNotSent) {
      await recordSending(database, codeId, false)
    }
    if (error instanceof SmsRefused) throw new JobGivenUp(error.message, { cause: error })
    throw error
  }
  await recordSending(database, codeId, true)
  log.info({ job: jobId }, 'phone code sent')
}
