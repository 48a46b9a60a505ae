import { normaliseEmail } from '@raahi/contract/emails'
import { normalisePhone } from '@raahi/contract/phones'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { isWithinContactLimit } from '../../platform/http/contact-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { addLink } from './public/enquiry-links.ts'
import { linkMail } from './public/enquiry-mails.ts'
import { enquiryLabel } from './public/enquiry-response.ts'

/** The maximum number of enquiries whose links one request mails: the newest ones per email, and in total. */
const maxEnquiries = { perEmail: 3, total: 9 }
/** The maximum number of mails with links to one email, from all requests together. */
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
  const data = { contact: normaliseEmail(contact) ?? normalisePhone(contact) }
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
 * Mails the links of the newest enquiries with this contact, each to the email stored with it. The newest enquiry of
 * each email comes first, then the second newest of each, because other people may have entered the same phone number.
 * Enquiries that are withdrawn or erased are skipped, and so are suspected ones that no admin has converted.
 */
async function mailLinks(
  { queueMail, publicUrl }: Deps,
  tx: Transaction,
  contact: string,
): Promise<void> {
  const isSame = contact.includes('@') ? sql`email = ${contact}` : sql`phone = ${contact}`
  const isMailed = sql`email is not null and erased_at is null and status <> 'withdrawn'
    and (status = 'converted' or not suspected)`
  const { rows } = await sql<{ id: string; number: number; email: string }>`
    select e.id, e.number, e.email from enquiries e join (
      select id as enquiry_id, row_number() over (
        partition by email order by created_at desc, id desc) as nth
      from enquiries where ${isSame} and ${isMailed}
    ) newest on newest.enquiry_id = e.id and nth <= ${maxEnquiries.perEmail}
    where ${isMailed}
    order by nth, e.created_at desc, e.id desc limit ${maxEnquiries.total} for share of e`.execute(
    tx,
  )
  for (const { id, number, email } of rows) {
    if (!(await isWithinContactLimit(tx, 'enquiry link mail', mailsPerEmail, email))) continue
    const link = { reference: enquiryLabel(number), token: await addLink(tx, id) }
    await queueMail(tx, linkMail(email, link, publicUrl))
  }
}
