import { randomBytes, randomInt } from 'node:crypto'
import { createOrderWallet } from '@raahi/contract/payments'
import { type Insertable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { openChallenge } from '../../features/auth/public/login-challenges.queries.ts'
import { moveCard } from '../../features/pipeline/public/move-card.ts'
import { recordContact } from '../../features/pipeline/record-contact.ts'
import { addNote } from '../../features/pipeline/write-notes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { makeInvitation } from '../access/member-calls.ts'
import { captureTopUp } from '../captured-payments.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeConfirmationToken,
  makeContactMessage,
  makeEnquiry,
  makeLead,
  makeMember,
  makePlan,
  makePurchase,
  makeRequest,
  makeResetCode,
  makeResetTicket,
  makeSavedSearch,
} from '../factories.ts'
import { type CheckoutFields, openGateway } from '../gateway.ts'
import { setLeadPrice } from '../insert-records.ts'
import { makeImport } from '../make-import.ts'
import { makeKey, makeSource } from '../make-source.ts'
import { blackPng } from '../pictures.ts'
import { addBrowser } from '../push-service.ts'
import { makeQuoteDraft, makeQuoteTemplate, makeSentQuote } from '../quotes.ts'
import { storeRequestPicture } from '../store-request-picture.ts'
import type { TestApp } from '../test-app.ts'
import { codeOf, giveTwoFactor, storeUnconfirmedApp } from '../two-factor.ts'
import { encryptionOf, makeFailedDelivery, makeWebhook } from '../webhooks.ts'

/** Callers and existing records for generated requests. With random ids every response would be a 404. */
export interface Stock {
  agent: MadeUser
  admin: MadeUser
  /** A key of a source. */
  program: { token: string }
  /** A key of the agent. */
  reader: { token: string }
  /** The key of a source of Google Ads. */
  googleKey: string
  /** Existing ids, by the kind of record. */
  ids: Record<StockKind, string[]>
  /** A user who has requested a code to reset the password. */
  forgetful: MadeUser
  otp: number
  /** The ticket for which the agent's code was exchanged. */
  resetTicket: string
  /** Confirms the agent's email. */
  confirmationToken: string
  /** The token of an invitation to the agent's agency. */
  invitationToken: string
  refreshToken: string
  /** The secret of a quote's link. */
  quoteSecret: string
  /** A login of the admin that waits for a code, and codes that are valid for it or for another app. */
  challenge: string
  codes: string[]
  /** The fields of the checkout for an order of the agent. */
  checkout: CheckoutFields
}

export type StockKind =
  | 'lead'
  | 'user'
  | 'plan'
  | 'leadCost'
  | 'search'
  | 'device'
  | 'request'
  | 'picture'
  | 'order'
  | 'invoice'
  | 'enquiry'
  | 'enquiryToken'
  | 'message'
  | 'session'
  | 'purchase'
  | 'quote'
  | 'note'
  | 'contactAttempt'
  | 'move'
  | 'template'
  | 'source'
  | 'key'
  | 'import'
  | 'webhook'
  | 'delivery'
  | 'member'
  | 'invitation'
  | 'payment'

/** Creates new users with records of every kind. New ones are needed, because requests use records up. */
export async function makeStock(app: TestApp): Promise<Stock> {
  const { db, database, config } = app
  const [agent, admin, forgetful] = await Promise.all([
    makeAgent(db, { phone: newPhone() }),
    makeAdmin(db, { phone: newPhone() }),
    makeAgent(db, { phone: newPhone() }),
  ])
  await Promise.all([
    giveMoney(database, agent.id, 10_000_00),
    setLeadPrice(db, 'both', 50_00),
    setLeadPrice(db, 'domestic', 50_00),
  ])
  const [plan, free, bought, replaced, invoice, enquiries, checkout] = await Promise.all([
    makePlan(db),
    makePlan(db, { price_paise: 0 }),
    Promise.all([makePurchase(database, agent.id), makePurchase(database, agent.id)]),
    makePurchase(database, agent.id),
    withTransaction(database, (tx) =>
      captureTopUp(tx, config, { userId: agent.id, amountPaise: 118_00 }),
    ),
    Promise.all([makeEnquiry(db), makeEnquiry(db), makeEnquiry(db)]),
    payForOrder(app, agent),
  ])
  const [otp, resetTicket, confirmationToken] = await Promise.all([
    makeResetCode(database, forgetful),
    makeResetTicket(database, agent),
    makeConfirmationToken(database, agent),
    givePlan(database, agent.id, plan),
  ])
  const requestId = await makeRequest(database, agent.id, replaced)
  const [source, ads] = [await makeSource(db), await makeSource(db, { kind: 'google-ads' })]
  const meta_page_id = String(randomInt(1e9, 1e11))
  const page = await makeSource(db, { kind: 'meta-ads', meta_page_id })
  const draft = await makeQuoteDraft(database, agent.id)
  const sent = await makeSentQuote(database, agent.id)
  const [invited, open] = [await makeInvitation(app, agent), await makeInvitation(app, agent)]
  const written = await writeToPipeline(app, agent.id, bought)
  return {
    agent,
    admin,
    googleKey: ads.secret,
    program: await makeKey(db, { source_id: source.id }),
    reader: await makeKey(db, { user_id: agent.id }),
    ids: {
      lead: [await makeLead(db), await makeLead(db, { lead_type: 'international' }), ...bought],
      user: [agent.id, admin.id, forgetful.id, ...(await someWithKyc(app))],
      plan: [plan.id, free.id],
      leadCost: await somePrices(app),
      search: [await makeSavedSearch(db, agent.id), await makeSavedSearch(db, agent.id)],
      device: [await addBrowser(app, agent)],
      request: [requestId],
      picture: [await storeRequestPicture(app, requestId, blackPng(8))],
      order: [checkout.razorpay_order_id],
      invoice: [invoice.invoiceId],
      enquiry: enquiries.map(({ id }) => id),
      enquiryToken: enquiries.map(({ token }) => token),
      message: [await makeContactMessage(db)],
      session: [await openSession(app, agent), await openSession(app, admin)],
      purchase: [draft.purchaseId, sent.purchaseId],
      quote: [draft.id, sent.id],
      ...written,
      template: [await makeQuoteTemplate(database, agent.id)],
      source: [source.id, ads.id, page.id],
      key: [(await makeKey(db, { user_id: agent.id })).id],
      import: [await makeImport(db), await makeImport(db)],
      ...(await makeWebhooks(app, agent.id)),
      member: [(await makeMember(db, agent, { agent_role: 'caller', phone: newPhone() })).id],
      invitation: [open.id],
      payment: [invoice.paymentId],
    },
    quoteSecret: sent.secret,
    forgetful,
    otp,
    resetTicket,
    confirmationToken,
    invitationToken: invited.token,
    refreshToken: await addRefreshToken(app, await openSession(app, agent)),
    checkout,
    ...(await secondFactorOf(app, admin)),
  }
}

/** Adds a note, a contact and a move to the card of each lead. */
async function writeToPipeline({ database }: TestApp, userId: string, leadIds: string[]) {
  const written = { note: [] as string[], contactAttempt: [] as string[], move: [] as string[] }
  for (const leadId of leadIds) {
    const [note, contact] = [uuidv7(), uuidv7()]
    await addNote(database, { userId: userId }, { id: note, leadId, text: 'Wants a pool' })
    await recordContact(database, { userId: userId }, { id: contact, leadId, channel: 'call' })
    const move = { to: 'contacted', version: 0 } as const
    const { moveId } = await moveCard(database, { userId, leadId }, move)
    written.note.push(note)
    written.contactAttempt.push(contact)
    if (moveId) written.move.push(moveId)
  }
  return written
}

async function secondFactorOf(
  app: TestApp,
  admin: MadeUser,
): Promise<Pick<Stock, 'challenge' | 'codes'>> {
  const { recoveryCodes } = await giveTwoFactor(app, admin)
  const nextKey = await storeUnconfirmedApp(app, admin)
  const opened = await withTransaction(app.database, (tx) => openChallenge(tx, admin.id))
  return { challenge: opened?.challenge ?? '', codes: [...recoveryCodes, codeOf(nextKey)] }
}

/** A phone number that neither the demo data nor another test uses. */
function newPhone(): string {
  return `+917${randomInt(1e8, 1e9)}`
}

async function payForOrder(app: TestApp, agent: MadeUser): Promise<CheckoutFields> {
  const { data } = await app.as(agent).call(createOrderWallet, { body: { amount: 100 } })
  return openGateway(app).pay(data.orderId ?? '')
}

async function somePrices({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('lead_costs').select('id').execute()
  return rows.map(({ id }) => id)
}

/** Users of the demo data with a KYC document, if demo data exist. */
async function someWithKyc({ db }: TestApp): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('kyc_file', 'is not', null)
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** Webhooks of the agent and of the admins, each with a delivery. Nothing listens at their address. */
async function makeWebhooks(app: TestApp, agentId: string) {
  const made = { webhook: [] as string[], delivery: [] as string[] }
  const encryption = await encryptionOf(app)
  // All admins share theirs, so one is enough. It gets no event of the many requests.
  const shared = await app.db
    .selectFrom('webhooks')
    .select('id')
    .where('user_id', 'is', null)
    .executeTakeFirst()
  for (const owner of [agentId, ...(shared ? [] : [null])]) {
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['plan.ending' as const] }
    made.webhook.push((await makeWebhook(app.db, encryption, owner, hook)).id)
  }
  if (shared) made.webhook.push(shared.id)
  for (const id of made.webhook) made.delivery.push(await makeFailedDelivery(app.db, id))
  return made
}

async function openSession({ db }: TestApp, { id: userId }: MadeUser): Promise<string> {
  const session: Insertable<Schema['sessions']> = { id: uuidv7(), user_id: userId }
  await db.insertInto('sessions').values(session).execute()
  return session.id
}

async function addRefreshToken({ db }: TestApp, sessionId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: sessionId,
      kind: 'refresh',
      expires_at: sql<Date>`now() + interval '1 hour'`,
    })
    .execute()
  return token
}
