import { type EnquiryCorrection, enquiryStates, reviewedFields } from '@raahi/contract/enquiries'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { queueOrDiscard } from '../../platform/jobs/queue-or-discard.ts'
import { lockContacts } from '../leads/public/known-leads.ts'
import { countColumns, type LeadRow, toColumns } from '../leads/public/lead-response.ts'
import { lockLead } from '../leads/public/leads.queries.ts'
import { matchColumnsOf } from '../leads/public/place-columns.ts'
import { type OwnEnquiryDeps, readOwn, requireEnquiry } from './own-enquiry.ts'
import {
  type EnquiryRow,
  findByToken,
  findEarlier,
  lockByToken,
} from './public/enquiries.queries.ts'
import { areWithinContactLimit, limitLinks } from './public/enquiry-limits.ts'
import { newLinkToken, revokeAddedLinks } from './public/enquiry-links.ts'
import { receivedMail } from './public/enquiry-mails.ts'
import { enquiryLabel } from './public/enquiry-response.ts'

/**
 * Corrects an enquiry, and its lead while it is unsold. Only fields that the traveller changed are written to the lead;
 * others keep the admin's values. If the lead gets another text or contact, it goes off sale until an admin has read it. A new contact is checked for duplicates like a new enquiry. If the email changes, the
 * new address gets a mail with a new link and the old link is revoked, because a typing error may have sent it to a
 * stranger.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_WITH_AGENT once the lead is sold; ENQUIRY_CLOSED in any other final
 * state; TOO_MANY_REQUESTS if this enquiry has sent too many mails. Too many mails to one address mark the enquiry as
 * suspected instead, and no mail is sent: a refusal would reveal which emails Raahi knows
 * @returns the enquiry, and the secret of the new link if there is one
 */
export async function correctOwnEnquiry(
  { database, queueMail, publicUrl }: OwnEnquiryDeps,
  token: string,
  fields: EnquiryCorrection,
): Promise<OwnEnquiry & { newToken: string | null }> {
  const { id, email: before } = requireEnquiry(await findByToken(database.kysely, hashToken(token)))
  const newEmail = isSameEmail(fields, { email: before }) ? null : fields.email
  if (newEmail) await limitLinks(database, id)
  return withTransaction(database, async (tx) => {
    // The contacts are locked before the enquiry, because creating an enquiry locks the contacts first and then
    // references an enquiry, possibly this one.
    await lockContacts(tx, fields)
    const isOverLimit = newEmail !== null && !(await areWithinContactLimit(tx, [newEmail]))
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (stateAfter(enquiryStates, enquiry.status, 'correct') === null)
      throw new ApiFailure('ENQUIRY_CLOSED')
    // If the enquiry had no email, the link was not mailed.
    const keepsLink = enquiry.email === null || isSameEmail(fields, enquiry)
    const newToken = keepsLink ? null : newLinkToken()
    const presentToken = newToken ?? token
    const emailKey = newLinkToken()
    if (enquiry.lead_id) {
      await correctLead(tx, enquiry.lead_id, (lead) => changesOf(enquiry, fields, lead))
    }
    await tx
      .updateTable('enquiries')
      .set({
        ...toColumns(fields),
        ...(isOtherContact(enquiry, fields) && (await findEarlier(tx, fields, enquiry))),
        ...(isOverLimit && { suspected: true }),
        corrected_at: sql<Date>`clock_timestamp()`,
        ...(newToken !== null && { token_hash: hashToken(newToken) }),
        // The secret in a mail to the previous address proves nothing about the new one.
        ...(!isSameEmail(fields, enquiry) && {
          email_key_hash: newEmail ? hashToken(emailKey) : null,
        }),
      })
      .where('id', '=', enquiry.id)
      .execute()
    if (newToken !== null) await revokeAddedLinks(tx, [enquiry.id])
    if (newEmail) {
      const reference = enquiryLabel(enquiry.number)
      const link = { reference, token: presentToken, emailKey }
      const mail = receivedMail(newEmail, link, publicUrl)
      await queueOrDiscard(isOverLimit, tx, () => queueMail(tx, mail))
    }
    return { ...(await readOwn(tx, presentToken)), newToken }
  })
}

function isOtherContact(enquiry: EnquiryRow, fields: EnquiryCorrection): boolean {
  return fields.phone !== enquiry.phone || !isSameEmail(fields, enquiry)
}

function isSameEmail(a: { email: string | null }, b: { email: string | null }): boolean {
  return a.email === b.email
}

/** Columns that a lead always has. If the traveller clears one, the lead keeps its value. */
const alwaysKnown: readonly string[] = ['trip_type', 'lead_type']

type Column = keyof ReturnType<typeof toColumns>
type LeadChanges = Record<string, unknown>

/**
 * The lead columns that a correction changes. A field that the traveller clears is cleared on the lead too, unless the
 * admin filled in another value; a travel date is always cleared.
 */
function changesOf(enquiry: EnquiryRow, fields: EnquiryCorrection, lead: LeadRow): LeadChanges {
  const clearedValue = (name: Column) => {
    if (alwaysKnown.includes(name)) return undefined
    if (countColumns.includes(name)) return 0
    return name === 'travel_date' || lead[name] === enquiry[name] ? null : undefined
  }
  const columns = Object.entries(toColumns(fields)) as [Column, unknown][]
  return Object.fromEntries(
    columns
      .filter(([name, value]) => value !== enquiry[name])
      .map(([name, value]) => [name, value ?? clearedValue(name)])
      .filter(([, value]) => value !== undefined),
  )
}

/**
 * Applies a correction to an unsold lead. Purchases lock the lead, too: the lead is either sold with the earlier data, or
 * under review.
 * @throws ApiFailure ENQUIRY_WITH_AGENT once the lead is sold; ENQUIRY_CLOSED if it was deleted
 */
async function correctLead(
  tx: Transaction,
  leadId: string,
  changesOfLead: (lead: LeadRow) => LeadChanges,
): Promise<void> {
  const lead = await lockLead(tx, leadId)
  if (!lead) {
    const { status } = await tx
      .selectFrom('leads')
      .select('status')
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    throw new ApiFailure(status === 'sold' ? 'ENQUIRY_WITH_AGENT' : 'ENQUIRY_CLOSED')
  }
  if (lead.status === 'sold') throw new ApiFailure('ENQUIRY_WITH_AGENT')
  const changes = changesOfLead(lead)
  await tx
    .updateTable('leads')
    .set({
      ...changes,
      ...matchColumnsOf(changes),
      ...startReview(lead, changes),
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', leadId)
    .execute()
}

/** The columns that take a lead off sale if agents would see a text, or get a contact, that no admin has read. */
function startReview(lead: LeadRow, changes: LeadChanges) {
  const before = Object.fromEntries(
    reviewedFields
      .filter((name) => changes[name] !== undefined && changes[name] !== lead[name])
      .map((name) => [name, lead[name]]),
  )
  if (Object.keys(before).length === 0) return {}
  return {
    // Of several corrections, the values before the first one stay.
    corrected_from: sql<string>`${JSON.stringify(before)}::jsonb || coalesce(corrected_from, '{}')`,
    is_expired: true,
  }
}
