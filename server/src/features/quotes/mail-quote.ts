import type { Quote } from '@raahi/contract/quotes'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import { addressMail } from '../../platform/mail/address-mail.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { deliver, mailRetries } from '../../platform/mail/mail-queue.ts'
import type { SendMail } from '../../platform/mail/send-mail.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { quoteMail } from './quote-mails.ts'
import { readQuote } from './read-quote.ts'
import { addQuoteLink, lockPresentVersion } from './share-quote.ts'

/** Identifies the version without its content, so that the job contains neither a secret nor personal data. */
interface QuoteMailJob {
  quoteId: string
  version: number
}

/**
 * Queues the mail of the present version to the traveller, once per version. The link is created when the mail is sent.
 * @throws ApiFailure QUOTE_NOT_FOUND, also for another agent's quote; QUOTE_NOT_SENT, QUOTE_ALREADY_MAILED,
 * TRAVELLER_HAS_NO_EMAIL, CONTACT_STOPPED, LEAD_RETURNED
 */
export async function mailQuote(
  { database, jobs }: { database: Database; jobs: JobQueue },
  by: LeadScope & { quoteId: string },
): Promise<Quote> {
  const { quoteId } = by
  return withTransaction(database, async (tx) => {
    const { purchase, present } = await lockPresentVersion(tx, by)
    if (present.mailed_at !== null) throw new ApiFailure('QUOTE_ALREADY_MAILED')
    if (purchase.lead_email === null) throw new ApiFailure('TRAVELLER_HAS_NO_EMAIL')
    const data: QuoteMailJob = { quoteId, version: present.number }
    await jobs.send(tx, { queue: 'quote-mail', data, retries: mailRetries })
    await tx
      .updateTable('quote_versions')
      .set({ mailed_at: sql<Date>`clock_timestamp()` })
      .where('quote_id', '=', quoteId)
      .where('number', '=', present.number)
      .execute()
    return readQuote(tx, by)
  })
}

interface Deps {
  database: Database
  publicUrl: string
  sendMail: SendMail
  log: Log
}

/** Handles the queued mails of quotes. */
export function handleQuoteMails({ jobs, ...deps }: Deps & { jobs: JobQueue }): void {
  jobs.handle<QuoteMailJob>('quote-mail', async (job) => {
    const mail = await withTransaction(deps.database, (tx) => createMail(tx, deps, job.data))
    // Each attempt has a new mail id, because it creates a new link and is therefore a different mail.
    if (mail) await deliver(deps, job, { id: uuidv7(), mail })
  })
}

/**
 * Repeats the checks, because the mail may have been queued two days ago, and creates the link.
 * @returns undefined if the quote must no longer be sent: the traveller has withdrawn or is erased, the version is
 * withdrawn or replaced, the lead is returned, or the agent is suspended
 */
async function createMail(
  tx: Transaction,
  { publicUrl }: Deps,
  { quoteId, version }: QuoteMailJob,
): Promise<Mail | undefined> {
  const by = await findActiveAgent(tx, quoteId)
  if (!by) return undefined
  const locked = await lockPresentVersion(tx, { userId: by.user_id, quoteId }).catch(
    (error: unknown) => {
      if (error instanceof ApiFailure) return undefined
      throw error
    },
  )
  if (locked?.present.number !== version) return undefined
  const to = await findTraveller(tx, locked.purchase.purchase_id)
  if (!to) return undefined
  const url = await addQuoteLink(tx, quoteId, publicUrl)
  const replyTo = locked.present.agency_email ?? locked.purchase.agency_email
  return addressMail(quoteMail(to, { replyTo, version: locked.present, url }))
}

async function findActiveAgent(
  tx: Transaction,
  quoteId: string,
): Promise<{ user_id: string } | undefined> {
  return tx
    .selectFrom('quotes as q')
    .innerJoin('users as u', 'u.id', 'q.user_id')
    .select('q.user_id')
    .where('q.id', '=', quoteId)
    .where('u.status', '=', 'active')
    .executeTakeFirst()
}

/**
 * The traveller as the recipient of a mail. The address is checked once the traveller has verified it or an admin has
 * read it. The address of a lead without an enquiry was entered by an admin.
 */
async function findTraveller(
  tx: Transaction,
  purchaseId: string,
): Promise<{ email: string; checkedAt: Date | null; hasEnquiry: boolean } | undefined> {
  const { rows } = await sql<{ email: string; checked_at: Date | null; has_enquiry: boolean }>`
    select l.email, e.id is not null as has_enquiry, case when e.id is null then l.created_at
      when l.email is distinct from e.email then e.decided_at
      else coalesce(e.email_verified_at,
        case when e.corrected_at is null or e.corrected_at <= e.decided_at then e.decided_at end)
      end as checked_at
    from purchases p join leads l on l.id = p.lead_id
    left join lead_origins o on o.lead_id = l.id left join enquiries e on e.id = o.enquiry_id
    where p.id = ${purchaseId} and l.email <> ''`.execute(tx)
  const [row] = rows
  return row && { email: row.email, checkedAt: row.checked_at, hasEnquiry: row.has_enquiry }
}
