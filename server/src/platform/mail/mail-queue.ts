import { type Job, JobGivenUp, type JobQueue } from '../jobs/job-queue.ts'
import type { Log } from '../log.ts'
import { mailCount } from '../observability/metrics.ts'
import { addressMail } from './address-mail.ts'
import type { Mail, QueueMail } from './mail.ts'
import { MailRefused, type SendMail } from './send-mail.ts'

/** Twelve retries over one to two days: longer than a mail server is usually unavailable. */
export const mailRetries = { limit: 12, firstPauseSeconds: 30 }
const sentAtOnce = 2

/** Sends the mails of the job queue `mail`. */
export function createMailQueue(jobs: JobQueue, sendMail: SendMail, log: Log): QueueMail {
  jobs.handle<Mail>(
    'mail',
    async (job) => deliver({ sendMail, log }, job, { id: job.id, mail: job.data }),
    { atOnce: sentAtOnce },
  )
  return (tx, draft, id) =>
    jobs.send(tx, { queue: 'mail', data: addressMail(draft), retries: mailRetries, id })
}

/**
 * Sends the mail of a job. The log contains the job's id and a masked address, never the content.
 * @throws JobGivenUp if no attempt can succeed; any other error if a later one may
 */
export async function deliver(
  { sendMail, log }: { sendMail: SendMail; log: Log },
  job: Pick<Job<unknown>, 'id' | 'isLastTry'>,
  { id, mail }: { id: string; mail: Mail },
): Promise<void> {
  const facts = { job: job.id, to: maskAddress(mail.to) }
  try {
    await sendMail(id, mail)
    log.info(facts, 'mail sent')
    mailCount.inc({ outcome: 'sent' })
  } catch (error) {
    const failed = { ...facts, err: error }
    if (error instanceof MailRefused) {
      log.error(failed, 'mail refused permanently')
      mailCount.inc({ outcome: 'refused' })
      throw new JobGivenUp(error.message, { cause: error })
    }
    mailCount.inc({ outcome: job.isLastTry ? 'given_up' : 'retry' })
    if (job.isLastTry) log.error(failed, 'mail given up after its last attempt')
    else log.warn(failed, 'mail could not be sent yet')
    throw error
  }
}

/** `priya@example.in` as `p…@example.in`: enough to find a mail in the log. */
function maskAddress(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${[...name][0] ?? ''}…@${domain}`
}
