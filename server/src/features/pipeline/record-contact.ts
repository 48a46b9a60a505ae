import { type ContactAttempt, maxContactAttempts } from '@raahi/contract/contact-log'
import {
  type ContactChannel,
  type ContactOutcome,
  reachedOutcomes,
} from '@raahi/contract/pipeline-labels'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { LeadScope } from '../leads/public/lead-scope.ts'
import { announceCard, lockCard, lockCardOfEntry, storeCard } from './locked-card.ts'
import { findContacts } from './public/contacts.queries.ts'
import { moveToContacted } from './public/move-card.ts'
import { checkFollowUpDay } from './set-follow-up.ts'

/**
 * Records a tap on call, WhatsApp or email, once per ID. A tap that the browser stored offline is recorded with the
 * time of the tap, but not before the purchase, and with the time at which it was received.
 * @throws ApiFailure LEAD_NOT_FOUND, also for a lead of another agent; CONTACT_STOPPED; VALIDATION_FAILED if the log is
 * full or another contact has the ID
 */
export async function recordContact(
  database: Database,
  scope: LeadScope,
  contact: { id: string; leadId: string; channel: ContactChannel; keptSeconds?: number },
): Promise<ContactAttempt> {
  return withTransaction(database, async (tx) => {
    const card = await lockCard(tx, { ...scope, leadId: contact.leadId })
    const contacts = await findContacts(tx, card.purchaseId)
    const known = contacts.find(({ _id }) => _id === contact.id)
    if (known) return known
    if (card.contactStopped) throw new ApiFailure('CONTACT_STOPPED')
    if (contacts.length >= maxContactAttempts)
      throw invalid('leadId', `The log of a lead has ${maxContactAttempts} entries at most.`)
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('contact_attempts')
      .values({
        id: contact.id,
        purchase_id: card.purchaseId,
        by_user_id: scope.byUserId ?? scope.userId,
        channel: contact.channel,
        ...(contact.keptSeconds && timesOfKeptTap(card.purchaseId, contact.keptSeconds)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw invalid('id', 'This is not a valid ID.')
    await announceCard(tx, card.leadId)
    return readContact(tx, card.purchaseId, contact.id)
  })
}

const timesOfKeptTap = (purchaseId: string, keptSeconds: number) => ({
  tapped_at: sql<Date>`greatest(clock_timestamp() - make_interval(secs => ${keptSeconds}::integer),
    (select created_at from purchases where id = ${purchaseId}))`,
  received_at: sql<Date>`clock_timestamp()`,
})

/**
 * Enters or corrects the outcome of a contact. If the traveller was reached, the card moves from New to Contacted.
 * 'call-later' sets the follow-up to the given day, or to tomorrow if no day is given and no follow-up is set. Lost and
 * returned leads and travellers who have withdrawn get no follow-up.
 * @throws ApiFailure PIPELINE_ENTRY_NOT_FOUND, also for a contact of another agent; FORBIDDEN for a contact of another member; OUTCOME_IN_REQUEST for a change of
 * an outcome that a replacement request has shown; VALIDATION_FAILED for a day that is over or too far ahead
 */
export async function setContactOutcome(
  database: Database,
  scope: LeadScope,
  entry: { id: string; outcome: ContactOutcome; callLaterOn?: string | null | undefined },
): Promise<ContactAttempt> {
  return withTransaction(database, async (tx) => {
    let card = await lockCardOfEntry(tx, { ...scope, table: 'contact_attempts', id: entry.id })
    const present = await readContact(tx, card.purchaseId, entry.id)
    const isLater = entry.outcome === 'call-later'
    const callLaterOn = isLater ? (entry.callLaterOn ?? present.callLaterOn) : null
    if (present.outcome === entry.outcome && present.callLaterOn === callLaterOn) return present
    if (await isOutcomeInRequest(tx, entry.id)) throw new ApiFailure('OUTCOME_IN_REQUEST')
    if (entry.callLaterOn) await checkFollowUpDay(tx, entry.callLaterOn, 'callLaterOn')
    await tx
      .updateTable('contact_attempts')
      .set({
        outcome: entry.outcome,
        outcome_at: sql`clock_timestamp()`,
        call_later_on: callLaterOn,
      })
      .where('id', '=', entry.id)
      .execute()
    if (reachedOutcomes.includes(entry.outcome))
      card = await moveToContacted(tx, card, scope.byUserId ?? scope.userId)
    const followUpOn =
      entry.callLaterOn ?? (isLater && !card.state.follow_up_on ? await tomorrow(tx) : null)
    if (followUpOn && !card.contactStopped && !card.isReturned && card.state.stage !== 'lost')
      await storeCard(tx, card, { follow_up_on: followUpOn, follow_up_minute: null })
    await announceCard(tx, card.leadId)
    return readContact(tx, card.purchaseId, entry.id)
  })
}

/**
 * Whether a replacement request of the lead was sent or decided after this outcome was entered: the outcome is
 * evidence.
 */
async function isOutcomeInRequest(tx: Transaction, contactId: string): Promise<boolean> {
  const { rows } = await sql`
    select from contact_attempts a join replacement_requests r on r.purchase_id = a.purchase_id
    where a.id = ${contactId} and a.outcome_at <= greatest(r.created_at, r.decided_at)`.execute(tx)
  return rows.length > 0
}

async function tomorrow(tx: Transaction): Promise<string> {
  const { rows } = await sql<{ day: string }>`select today_in_india() + 1 as day`.execute(tx)
  return rows[0]?.day ?? ''
}

async function readContact(
  tx: Transaction,
  purchaseId: string,
  id: string,
): Promise<ContactAttempt> {
  const contact = (await findContacts(tx, purchaseId)).find(({ _id }) => _id === id)
  if (!contact) throw new Error('the contact that was just written is missing')
  return contact
}

function invalid(field: string, message: string): ApiFailure {
  return new ApiFailure('VALIDATION_FAILED', { fieldErrors: { [field]: message } })
}
