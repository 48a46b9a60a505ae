import { callReportStates } from '@raahi/contract/call-reports'
import { consentsNamingBuyer } from '@raahi/contract/consent-versions'
import {
  duplicateWithinDays,
  type EnquiryCorrection,
  enquiryStates,
} from '@raahi/contract/enquiries'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { stateAfter } from '@raahi/contract/states'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { queueOrDiscard } from '../../platform/jobs/queue-or-discard.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { removeQueuedMails } from '../../platform/mail/queued-mails.queries.ts'
import { findReportableFrom } from '../call-reports/call-reports.queries.ts'
import { reportNoCall } from '../call-reports/report-no-call.ts'
import { countColumns, type LeadRow, leadLabel, toColumns } from '../leads/lead-wire.ts'
import { lockLead } from '../leads/leads.queries.ts'
import { matchColumnsOf } from '../leads/place-columns.ts'
import { endFollowUp } from '../pipeline/erase-cards.ts'
import { findNewestDisclosures } from './contact-disclosures.ts'
import { newLinkToken } from './create-enquiry.ts'
import {
  type EnquiryRow,
  findByToken,
  findEarlierEnquiry,
  lockByToken,
  lockContacts,
} from './enquiries.queries.ts'
import { findOwnAgent } from './enquiry-buyer.ts'
import { areWithinContactLimit, limitLinks } from './enquiry-limits.ts'
import { revokeAddedLinks } from './enquiry-links.ts'
import { receivedMail, withdrawnMail, withdrawnOutsideMail } from './enquiry-mails.ts'
import { enquiries } from './enquiry-metrics.ts'
import { enquiryLabel, situationOf, toOwnEnquiry } from './enquiry-wire.ts'

// Calls of a traveller with the secret of the link. A wrong secret and an erased enquiry get the same response.

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
  contactEmail: string
}

/** @throws ApiFailure ENQUIRY_NOT_FOUND */
export async function readOwnEnquiry(database: Database, token: string): Promise<OwnEnquiry> {
  return readOwn(database.kysely, token)
}

/** Reads the enquiry of a link as its traveller sees it. */
export async function readOwn(db: Kysely<Schema>, token: string): Promise<OwnEnquiry> {
  const enquiry = requireEnquiry(await findByToken(db, hashToken(token)))
  const reportableFrom = await findReportableFrom(db, enquiry.id)
  const report = { reportableFrom: reportableFrom?.toISOString() ?? null }
  // An older consent does not cover showing the buyer and who has seen the contact.
  if (!consentsNamingBuyer.includes(enquiry.consent_version)) {
    return toOwnEnquiry(enquiry, {
      agent: null,
      disclosures: null,
      hasOlderViews: false,
      ...report,
    })
  }
  return toOwnEnquiry(enquiry, {
    agent: await findOwnAgent(db, enquiry.id),
    ...(await findNewestDisclosures(db, enquiry.id)),
    ...report,
  })
}

/**
 * Corrects an enquiry, and its lead while it is unsold. Only fields that the traveller changed are written to the lead;
 * others keep the admin's values. A new contact is checked for duplicates like a new enquiry. If the email changes, the
 * new address gets a mail with a new link and the old link is revoked, because a typing error may have sent it to a
 * stranger.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_WITH_AGENT once the lead is sold; ENQUIRY_CLOSED in any other final
 * state; TOO_MANY_REQUESTS if this enquiry has sent too many mails. Too many mails to one address mark the enquiry as
 * suspected instead, and no mail is sent: a refusal would reveal which emails Raahi knows
 * @returns the enquiry, and the secret of the new link if there is one
 */
export async function correctOwnEnquiry(
  { database, queueMail, publicUrl }: Deps,
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
        ...(isOtherContact(enquiry, fields) && {
          duplicate_of: await findEarlierEnquiry(tx, {
            ...fields,
            withinDays: duplicateWithinDays,
            than: enquiry.id,
          }),
        }),
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
  return a.email?.toLowerCase() === b.email?.toLowerCase()
}

/** Columns that a lead always has. If the traveller clears one, the lead keeps its value. */
const alwaysKnown: readonly string[] = ['trip_type', 'lead_type']

type Column = keyof ReturnType<typeof toColumns>

/**
 * The lead columns that a correction changes. A field that the traveller clears is cleared on the lead too, unless the
 * admin filled in another value; a travel date is always cleared.
 */
function changesOf(enquiry: EnquiryRow, fields: EnquiryCorrection, lead: LeadRow) {
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

async function correctLead(
  tx: Transaction,
  leadId: string,
  changesOfLead: (lead: LeadRow) => object,
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
    .set({ ...changes, ...matchColumnsOf(changes), updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', leadId)
    .execute()
}

/**
 * Withdraws an enquiry. An unsold lead goes off sale in the same transaction: a concurrent purchase either came first,
 * and the buyer keeps the lead and is asked not to contact the traveller, or finds no lead. Mails to the traveller that
 * are still queued are not sent any more. Repeating the call returns the same response.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED if it was rejected
 */
export async function withdrawOwnEnquiry(deps: Deps, token: string): Promise<OwnEnquiry> {
  const { answer, isNew } = await withTransaction(deps.database, async (tx) => {
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (enquiry.status === 'withdrawn') return { answer: await readOwn(tx, token), isNew: false }
    if (stateAfter(enquiryStates, enquiry.status, 'withdraw') === null)
      throw new ApiFailure('ENQUIRY_CLOSED')
    if (enquiry.lead_id) await takeOffSale(tx, enquiry.lead_id)
    await tx
      .updateTable('enquiries')
      .set({ status: 'withdrawn', withdrawn_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', enquiry.id)
      .execute()
    if (enquiry.lead_id) await endFollowUp(tx, enquiry.lead_id)
    await removeQueuedMails(tx, enquiry.id)
    const after = requireEnquiry(await findByToken(tx, hashToken(token)))
    if (situationOf(after) === 'withdrawn-with-agent') await notifyBuyer(deps, tx, after)
    return { answer: await readOwn(tx, token), isNew: true }
  })
  if (isNew) enquiries.inc({ event: 'withdrawn' })
  return answer
}

/**
 * Reports that no agent has called: the buyer is mailed, and admins see it until the buyer answers. Repeating the call
 * returns the same response, and no second mail is sent.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; CALL_NOT_DUE if the enquiry has not been with an agent for 24 hours
 */
export async function reportOwnNoCall(deps: Deps, token: string): Promise<OwnEnquiry> {
  return withTransaction(deps.database, async (tx) => {
    const enquiry = requireEnquiry(await lockByToken(tx, hashToken(token)))
    if (situationOf(enquiry) !== 'with-agent') throw new ApiFailure('CALL_NOT_DUE')
    const status = enquiry.call_status ?? 'none'
    if (stateAfter(callReportStates, status, 'report') !== null) {
      await reportNoCall(deps, tx, enquiry.id)
    }
    return readOwn(tx, token)
  })
}

async function takeOffSale(tx: Transaction, leadId: string): Promise<void> {
  const lead = await lockLead(tx, leadId)
  if (lead?.status !== 'buy') return
  const now = sql<Date>`clock_timestamp()`
  await tx
    .updateTable('leads')
    .set({ deleted_at: now, deleted_cause: 'withdrawn', updated_at: now })
    .where('id', '=', leadId)
    .execute()
}

/**
 * Notifies the buyer, or the operator if the lead was sold outside the product, because only an admin knows that buyer.
 */
async function notifyBuyer(
  { queueMail, publicUrl, contactEmail }: Deps,
  tx: Transaction,
  enquiry: EnquiryRow,
): Promise<void> {
  if (!enquiry.lead_id || enquiry.lead_number === null) return
  const buyer = await tx
    .selectFrom('purchases')
    .innerJoin('users', 'users.id', 'purchases.user_id')
    .select(['users.name', 'users.email', 'users.email_confirmed_at as emailConfirmedAt'])
    .where('purchases.lead_id', '=', enquiry.lead_id)
    .executeTakeFirst()
  const lead = leadLabel(enquiry.lead_number)
  const reference = enquiryLabel(enquiry.number)
  await queueMail(
    tx,
    buyer
      ? withdrawnMail(buyer, { lead, erased: false }, publicUrl)
      : withdrawnOutsideMail(contactEmail, { lead, reference }, publicUrl),
  )
}

/** @throws ApiFailure ENQUIRY_NOT_FOUND */
export function requireEnquiry(enquiry: EnquiryRow | undefined): EnquiryRow {
  if (!enquiry) throw new ApiFailure('ENQUIRY_NOT_FOUND')
  return enquiry
}
