import { JobGivenUp, type JobQueue, type Log } from '../jobs/job-queue.ts'
import type { Mail, QueueMail } from './mail.ts'
import { MailRefused, type SendMail } from './send-mail.ts'

/** Eight more tries over two to four hours. */
const retries = { limit: 8, firstPauseSeconds: 30 }
const sentAtOnce = 2

/** Sends the mails of the job queue `mail`. The log gets a job's id and a masked address, never what a mail says. */
export function createMailQueue(jobs: JobQueue, sendMail: SendMail, log: Log): QueueMail {
  jobs.handle<Mail>(
    'mail',
    async ({ id, data: mail, isLastTry }) => {
      const facts = { job: id, to: maskAddress(mail.to) }
      try {
        await sendMail(id, mail)
        log.info(facts, 'mail sent')
      } catch (error) {
        const err = { err: error }
        if (error instanceof MailRefused) {
          log.error({ ...facts, ...err }, 'mail refused for good')
          throw new JobGivenUp(error.message)
        }
        if (isLastTry) log.error({ ...facts, ...err }, 'mail given up after its last try')
        else log.warn({ ...facts, ...err }, 'mail could not be sent yet')
        throw error
      }
    },
    { atOnce: sentAtOnce },
  )
  return (tx, mail) => jobs.send(tx, { queue: 'mail', data: mail, retries })
}

/** `priya@example.in` as `p…@example.in`: enough to help somebody who asks where a mail is. */
export function maskAddress(address: string): string {
  const [name = '', domain = ''] = address.split('@')
  return `${[...name][0] ?? ''}…@${domain}`
}
