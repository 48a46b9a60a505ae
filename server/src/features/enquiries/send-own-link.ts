import { normalisePhone } from '@raahi/contract/field-checks'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { isWithinContactLimit } from '../../platform/http/contact-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { addLink } from './enquiry-links.ts'
import { linkMail } from './enquiry-mails.ts'
import { enquiryLabel } from './enquiry-wire.ts'

/** The newest enquiries of a contact that one request mails links of. */
const maxEnquiries = 3
/** Mails with links to one email, whoever asked for them. */
const mailsPerEmail = { max: 6, windowSeconds: 24 * 60 * 60 }
const retries = { limit: 4, firstPauseSeconds: 15 }

/**
 * Queues a request for the links of a contact. The work is the same for every contact, so that neither the response nor
 * its time reveals which contacts Raahi knows.
 * @param contact an email or a phone number
 */
export async function requestOwnLink(
  jobs: JobQueue,
  db: Kysely<Schema>,
  contact: string,
): Promise<void> {
  const data = { contact: contact.includes('@') ? contact : normalisePhone(contact) }
  await jobs.send(db, { queue: 'enquiry-link', data, retries })
}

interface Deps {
  jobs: JobQueue
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/** Handles the queued requests. A repeated job may mail another link, which does no harm. */
export function handleLinkRequests(deps: Deps): void {
  deps.jobs.handle<{ contact: string }>('enquiry-link', (job) =>
    withTransaction(deps.database, (tx) => mailLinks(deps, tx, job.data.contact)),
  )
}

/**
 * Mails the links of the newest enquiries with this contact, each to the email stored with it. An enquiry that is
 * withdrawn or erased gets none, and so does one that is suspected and undecided.
 */
async function mailLinks(
  { queueMail, publicUrl }: Deps,
  tx: Transaction,
  contact: string,
): Promise<void> {
  const isSame = contact.includes('@')
    ? sql`lower(email) = lower(${contact})`
    : sql`phone = ${contact}`
  const { rows } = await sql<{ id: string; number: number; email: string }>`
    select id, number, email from enquiries
    where ${isSame} and email is not null and erased_at is null and status <> 'withdrawn'
      and (status <> 'new' or not suspected)
    order by created_at desc, id desc limit ${maxEnquiries} for share`.execute(tx)
  for (const { id, number, email } of rows) {
    if (!(await isWithinContactLimit(tx, 'enquiry link mail', mailsPerEmail, email))) return
    const link = { reference: enquiryLabel(number), token: await addLink(tx, id) }
    await queueMail(tx, linkMail(email, link, publicUrl))
  }
}
