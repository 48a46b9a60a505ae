import { exportTypes } from '@raahi/contract/export-format'
import type { StatementMail } from '@raahi/contract/statements'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import type { Log } from '../../platform/log.ts'
import { addressMail } from '../../platform/mail/address-mail.ts'
import { deliver, mailRetries } from '../../platform/mail/mail-queue.ts'
import type { SendMail } from '../../platform/mail/send-mail.ts'
import { findSettings } from '../settings/public/settings.queries.ts'
import { readStatement, statementWorkbook } from './export-statement.ts'
import {
  findStatementAddress,
  findStatementMail,
  lastDayOf,
  takeMonthlyStatement,
  takeStatement,
} from './statement-mails.queries.ts'
import { statementMail } from './statement-mails.ts'

interface Queue {
  database: Database
  jobs: Pick<JobQueue, 'send'>
}

/** The address is read when the mail is sent, so that the job contains no personal data. */
interface StatementJob {
  month: string
}

const queueStatement = (tx: Transaction, jobs: Queue['jobs'], data: StatementJob) =>
  jobs.send(tx, { queue: 'statement-mail', data, retries: mailRetries })

/**
 * Queues the statement of the last month if it was not sent yet. The row of the month and the job are one transaction, so
 * that neither a second process nor a crash loses or repeats it.
 */
export async function sendMonthlyStatement({ database, jobs }: Queue): Promise<void> {
  await withTransaction(database, async (tx) => {
    const month = await takeMonthlyStatement(tx)
    if (month) await queueStatement(tx, jobs, { month })
  })
}

/**
 * Every hour, so that a statement that was missed on the first day is sent later. A quarter of an hour after midnight all
 * transactions of the last month have ended, so that none of their invoices is missing.
 */
export function monthlyStatementTask(queue: Queue): ScheduledTask {
  return {
    name: 'monthly-statement',
    cron: '15 * * * *',
    run: () => sendMonthlyStatement(queue),
  }
}

/**
 * Queues the statement of the last month for an admin, also if it was sent before.
 * @throws ApiFailure NO_ACCOUNTANT, STATEMENT_SENT_MEANWHILE
 */
export async function sendStatement(
  { database, jobs }: Queue,
  actor: Actor,
  { seenAt }: { seenAt: string | null },
): Promise<StatementMail> {
  return withTransaction(database, async (tx) => {
    const { accountantEmail: email } = await findSettings(tx)
    if (email === null) throw new ApiFailure('NO_ACCOUNTANT')
    const month = await takeStatement(tx, { email, userId: actor.userId, seenAt })
    if (!month) throw new ApiFailure('STATEMENT_SENT_MEANWHILE')
    const { id } = await tx.selectFrom('settings').select('id').executeTakeFirstOrThrow()
    await recordAction(tx, actor, {
      action: 'settings.send-statement',
      subjectType: 'settings',
      subjectId: id,
      after: { month, accountantEmail: email },
    })
    await queueStatement(tx, jobs, { month })
    return findStatementMail(tx)
  })
}

/** Handles the queued statements. Invoices never change, so each attempt has the same content and one mail id. */
export function handleStatementMails({
  jobs,
  ...deps
}: {
  database: Database
  jobs: JobQueue
  publicUrl: string
  sendMail: SendMail
  log: Log
}): void {
  const { database, publicUrl } = deps
  jobs.handle<StatementJob>('statement-mail', async (job) => {
    const { month } = job.data
    const email = await findStatementAddress(database.kysely, month)
    if (!email) return
    const statement = await readStatement(database, {
      startDate: `${month}-01`,
      endDate: lastDayOf(month),
    })
    const mail = {
      ...addressMail(statementMail(email, { month, statement, publicUrl })),
      attachments: [
        {
          name: `gst-statement-${month}.xlsx`,
          type: exportTypes.xlsx,
          content: await statementWorkbook(statement),
        },
      ],
    }
    await deliver(deps, job, { id: job.id, mail })
  })
}
