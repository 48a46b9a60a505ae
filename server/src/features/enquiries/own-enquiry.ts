import { callReportStates } from '@raahi/contract/call-reports'
import { consentsNamingBuyer } from '@raahi/contract/consent-versions'
import { enquiryStates } from '@raahi/contract/enquiries'
import type { OwnEnquiry } from '@raahi/contract/own-enquiry'
import { stateAfter } from '@raahi/contract/states'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { removeQueuedMails } from '../../platform/mail/queued-mails.queries.ts'
import { findReportableFrom } from '../call-reports/public/call-reports.queries.ts'
import { reportNoCall } from '../call-reports/public/report-no-call.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { endReview, lockLead } from '../leads/public/leads.queries.ts'
import { endFollowUp } from '../pipeline/public/erase-cards.ts'
import { findWorkerOf } from '../users/public/users.queries.ts'
import { enquiryCount } from './enquiry-metrics.ts'
import { canOfferAgain, findRenewal } from './offer-own-again.ts'
import { findNewestDisclosures } from './public/contact-disclosures.ts'
import {
  type EnquiryRow,
  findByToken,
  findEnquiry,
  lockByToken,
  lockEnquiry,
} from './public/enquiries.queries.ts'
import { findOwnAgent } from './public/enquiry-buyer.ts'
import { withdrawnMail, withdrawnOutsideMail } from './public/enquiry-mails.ts'
import { enquiryLabel, situationOf, toOwnEnquiry } from './public/enquiry-response.ts'

// Calls of a traveller with the secret of the link. A wrong secret and an erased enquiry get the same response.

export interface OwnEnquiryDeps {
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
  const [reportableFrom, buyer, again] = [
    await findReportableFrom(db, enquiry.id),
    await findOwnAgent(db, enquiry.id),
    await findRenewal(db, enquiry.id),
  ]
  // An older consent does not cover showing the buyer and who has seen the contact.
  const namesBuyer = consentsNamingBuyer.includes(enquiry.consent_version)
  const seen = namesBuyer
    ? await findNewestDisclosures(db, enquiry.id)
    : { disclosures: null, hasOlderViews: false }
  return toOwnEnquiry(enquiry, {
    ...seen,
    agent: namesBuyer ? buyer : null,
    reportableFrom: reportableFrom?.toISOString() ?? null,
    canOfferAgain: canOfferAgain(enquiry, buyer),
    offeredAgainAs: again && enquiryLabel(again.number),
  })
}

/**
 * Withdraws an enquiry. An unsold lead goes off sale in the same transaction: a concurrent purchase either came first,
 * and the buyer keeps the lead and is asked not to contact the traveller, or finds no lead. Mails to the traveller that
 * are still queued are not sent any more. The enquiries that offer a returned trip again are withdrawn with it, so that
 * one call ends every contact. Repeating the call returns the same response.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; ENQUIRY_CLOSED if it was rejected
 */
export async function withdrawOwnEnquiry(deps: OwnEnquiryDeps, token: string): Promise<OwnEnquiry> {
  const { answer, count } = await withTransaction(deps.database, async (tx) => {
    const [own, ...renewals] = await lockWithRenewals(tx, token)
    if (own.status === 'withdrawn') return { answer: await readOwn(tx, token), count: 0 }
    if (!isWithdrawable(own)) throw new ApiFailure('ENQUIRY_CLOSED')
    const open = [own, ...renewals.filter(isWithdrawable)]
    for (const enquiry of open) await withdraw(deps, tx, enquiry)
    return { answer: await readOwn(tx, token), count: open.length }
  })
  enquiryCount.inc({ event: 'withdrawn' }, count)
  return answer
}

const isWithdrawable = ({ status }: EnquiryRow) =>
  stateAfter(enquiryStates, status, 'withdraw') !== null

/** Locks the enquiry of a link and those that offer its trip again, all before any lead. An erased one is left out. */
async function lockWithRenewals(
  tx: Transaction,
  token: string,
): Promise<[EnquiryRow, ...EnquiryRow[]]> {
  const own = requireEnquiry(await lockByToken(tx, hashToken(token)))
  const renewals: EnquiryRow[] = []
  let next = await findRenewal(tx, own.id)
  while (next) {
    const renewal = await lockEnquiry(tx, next.id)
    if (renewal) renewals.push(renewal)
    next = await findRenewal(tx, next.id)
  }
  return [own, ...renewals]
}

async function withdraw(deps: OwnEnquiryDeps, tx: Transaction, enquiry: EnquiryRow): Promise<void> {
  if (enquiry.lead_id) await takeOffSale(tx, enquiry.lead_id)
  await tx
    .updateTable('enquiries')
    .set({ status: 'withdrawn', withdrawn_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', enquiry.id)
    .execute()
  if (enquiry.lead_id) await endFollowUp(tx, enquiry.lead_id)
  await removeQueuedMails(tx, enquiry.id)
  const after = requireEnquiry(await findEnquiry(tx, enquiry.id))
  if (situationOf(after) === 'withdrawn-with-agent') await notifyBuyer(deps, tx, after)
}

/**
 * Reports that no agent has called: the buyer is mailed, and admins see it until the buyer answers. Repeating the call
 * returns the same response, and no second mail is sent.
 * @throws ApiFailure ENQUIRY_NOT_FOUND; CALL_NOT_DUE if the enquiry has not been with an agent for 24 hours
 */
export async function reportOwnNoCall(deps: OwnEnquiryDeps, token: string): Promise<OwnEnquiry> {
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
    .set({ deleted_at: now, deleted_cause: 'withdrawn', updated_at: now, ...endReview })
    .where('id', '=', leadId)
    .execute()
}

/**
 * Notifies who works the bought lead, or the operator if the lead was sold outside the product, because only an admin knows that buyer.
 */
async function notifyBuyer(
  { queueMail, publicUrl, contactEmail }: OwnEnquiryDeps,
  tx: Transaction,
  enquiry: EnquiryRow,
): Promise<void> {
  if (!enquiry.lead_id || enquiry.lead_number === null) return
  const worker = await findWorkerOf(tx, enquiry.lead_id)
  const lead = leadLabel(enquiry.lead_number)
  const reference = enquiryLabel(enquiry.number)
  await queueMail(
    tx,
    worker
      ? withdrawnMail(worker, { lead, erased: false }, publicUrl)
      : withdrawnOutsideMail(contactEmail, { lead, reference }, publicUrl),
  )
}

/** @throws ApiFailure ENQUIRY_NOT_FOUND */
export function requireEnquiry(enquiry: EnquiryRow | undefined): EnquiryRow {
  if (!enquiry) throw new ApiFailure('ENQUIRY_NOT_FOUND')
  return enquiry
}
