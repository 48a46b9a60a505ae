import type { Database } from '../../platform/database/connect.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import type { InvoiceSettings } from '../invoices/public/issue-invoice.ts'

export interface SettleDeps {
  database: Database
  jobs: Pick<JobQueue, 'send'>
  queueMail: QueueMail
  publicUrl: string
  /** The seller on the invoices, and whether payments move money. */
  invoicing: InvoiceSettings
  log: Log
}
