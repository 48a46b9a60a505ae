import type { TravellerContact } from '@raahi/contract/personal-data'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { withdrawnMail } from '../enquiries/public/enquiry-mails.ts'
import { eraseFromAuditLog, eraseRecords } from '../enquiries/public/erase-records.ts'
import { eraseTravellerRows } from '../imports/public/traveller-rows.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { eraseCards } from '../pipeline/public/erase-cards.ts'
import { eraseQuotes } from '../quotes/public/erase-quotes.ts'
import { queueAnalysis } from './analyze-erasures.ts'
import { erasePictures } from './erase-pictures.ts'
import { whereContact, whereEnquiry, whereLead, whereMessage } from './personal-data.queries.ts'

interface Erased {
  enquiries: number
  leads: number
  messages: number
  /** LD numbers of the leads that their buyers keep. */
  kept: string[]
}

/**
 * Erases a traveller: empties enquiries and unsold leads, and removes messages, personal data in the audit log and sent
 * mails. A bought lead keeps the data that was sold; the texts of its buyer about the traveller are removed, and a mail
 * asks the buyer not to contact the traveller. A concurrent purchase either commits first, and the buyer keeps the
 * lead, or finds no lead.
 */
export async function erasePersonalData(
  deps: { database: Database; jobs: JobQueue; queueMail: QueueMail; publicUrl: string },
  actor: Actor,
  contact: TravellerContact,
): Promise<Erased> {
  return withTransaction(deps.database, async (tx) => {
    const importRows = await eraseTravellerRows(tx, contact)
    const enquiryIds = await lockIds(
      tx,
      sql`select e.id from enquiries e where ${whereEnquiry(contact)} order by e.id for update`,
    )
    const allLeadIds = await lockIds(
      tx,
      sql`select l.id from leads l where l.phone <> '' and (${whereLead(contact)} or l.id in (
        select lead_id from lead_origins where enquiry_id = any(${enquiryIds}::uuid[])
      )) order by l.id for update`,
    )
    // Read after the leads are locked, so that a concurrent purchase is included.
    const boughtLeads = await findBoughtLeads(tx, allLeadIds)
    const bought = new Set(boughtLeads.map(({ leadId }) => leadId))
    const leadIds = allLeadIds.filter((id) => !bought.has(id))
    // Both include bought leads: quotes and codes were sent to the addresses and phones of those leads.
    const emails = await findEmails(tx, { enquiryIds, leadIds: allLeadIds })
    await eraseMessages(tx, contact, { enquiryIds, leadIds: allLeadIds })
    await eraseRecords(tx, { enquiryIds, leadIds })
    const messageIds = await lockIds(
      tx,
      sql`delete from contact_messages m where ${whereMessage(contact)} returning m.id`,
    )
    await erasePictures(tx, [...bought])
    await eraseCards(tx, [...bought])
    await eraseQuotes(tx, [...bought])
    await eraseFromAuditLog(tx, [...bought, ...messageIds])
    await eraseOtherTraces(tx, contact, emails)
    await queueAnalysis(tx, deps.jobs)
    const kept = boughtLeads.map(({ number }) => leadLabel(number))
    for (const { number, ...worker } of boughtLeads) {
      const mail = { lead: leadLabel(number), erased: true }
      await deps.queueMail(tx, withdrawnMail(worker, mail, deps.publicUrl))
    }
    const erased = {
      enquiries: enquiryIds.length,
      leads: leadIds.length,
      messages: messageIds.length,
      kept,
    }
    await recordAction(tx, actor, {
      action: 'personal-data.erase',
      subjectType: 'personal-data',
      subjectId: uuidv7(),
      after: { ...erased, importRows },
    })
    return erased
  })
}

async function lockIds(tx: Transaction, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(tx)
  return rows.map((row) => (row as { id: string }).id)
}

/** The bought leads, each with the person who works it. */
async function findBoughtLeads(tx: Transaction, leadIds: readonly string[]) {
  const { rows } = await sql<{
    leadId: string
    number: number
    name: string
    email: string
    emailConfirmedAt: Date | null
  }>`
    select w.lead_id as "leadId", l.number, w.name, w.email, w.email_confirmed_at as "emailConfirmedAt"
    from lead_workers w join leads l on l.id = w.lead_id
    where w.lead_id = any(${leadIds}::uuid[]) order by l.number`.execute(tx)
  return rows
}

/** Emails of the records: a traveller who is found by phone number has received mails too. */
async function findEmails(
  tx: Transaction,
  { enquiryIds, leadIds }: { enquiryIds: readonly string[]; leadIds: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from enquiries
      where id = any(${enquiryIds}::uuid[]) and email is not null
    union select email from leads where id = any(${leadIds}::uuid[]) and email <> ''`.execute(tx)
  return rows.map(({ email }) => email)
}

/** Removes the SMS that a trial keeps instead of sending them. */
async function eraseMessages(
  tx: Transaction,
  { phone }: TravellerContact,
  { enquiryIds, leadIds }: { enquiryIds: readonly string[]; leadIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from sandbox_messages where phone = ${phone ?? null}
      or phone in (select phone from enquiries where id = any(${enquiryIds}::uuid[])
        union select phone from leads where id = any(${leadIds}::uuid[]))`.execute(tx)
}

/**
 * Removes audit data with an earlier contact of the traveller, and sent mails, which the job queue keeps for a day.
 * @param emails emails of the traveller's records
 */
async function eraseOtherTraces(
  tx: Transaction,
  contact: TravellerContact,
  emails: readonly string[],
): Promise<void> {
  const before = sql`jsonb_to_record(t.before) as p(phone text, email text)`
  const after = sql`jsonb_to_record(t.after) as p(phone text, email text)`
  await sql`
    delete from audit_personal_data t
    where exists (select from ${before} where ${whereContact(contact, sql`p`)})
      or exists (select from ${after} where ${whereContact(contact, sql`p`)})`.execute(tx)
  // Mails about contact messages are found only by the given email.
  const { email = null, phone = null } = contact
  await deleteJobs(
    tx,
    sql`name = 'mail'
      and (data ->> 'to' = any(${emails}::text[])
        or ${email}::text in (data ->> 'to', data ->> 'replyTo'))`,
  )
  // Jobs that send a link contain the contact. Finished jobs of all travellers are deleted, because none is needed any
  // more.
  await deleteJobs(
    tx,
    sql`name = 'enquiry-link'
      and (state not in ('created', 'retry') or data ->> 'contact' = any(${emails}::text[])
        or data ->> 'contact' in (${email}::text, ${phone}::text))`,
  )
}
