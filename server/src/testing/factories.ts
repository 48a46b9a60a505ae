import { randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { enquiryConsent } from '@raahi/contract/enquiries'
import { type Insertable, type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { createConfirmation } from '../features/auth/public/email-confirmations.queries.ts'
import {
  countAttempt,
  exchangeCode,
  storeCode,
} from '../features/auth/public/password-resets.queries.ts'
import { claimSending, hashPhone, insertCode } from '../features/enquiries/phone-codes.queries.ts'
import { grantSubscription } from '../features/plans/public/grant-subscription.ts'
import type { PlanRow } from '../features/plans/public/plans.queries.ts'
import { placeTextsOfFilters } from '../features/saved-searches/public/saved-searches.queries.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Schema } from '../platform/database/schema.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import { hashToken } from '../platform/http/caller.ts'
import { accounts, walletOf } from '../platform/ledger/accounts.ts'
import { postTransfer } from '../platform/ledger/post.ts'
import { insertLeads, insertUsers } from './insert-records.ts'

// Functions that insert records for tests and the demo data. `db` is `database.kysely` or a transaction.

/** The password of all users that this file creates. */
export const factoryPassword = 'Factory@12345'

export interface MadeUser {
  id: string
  name: string
  email: string
  phone: string
  password: string
  /** An access token that is valid for a day. */
  token: string
}

type UserFields = Partial<Insertable<Schema['users']>>

let hashed: Promise<string> | undefined
let sequence = 0

/**
 * Hashes at the lowest cost: a login uses the cost that is stored in the hash. `passwords.test.ts` covers the real
 * cost.
 */
function factoryPasswordHash(): Promise<string> {
  hashed ??= hash(factoryPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return hashed
}

/** An agent with an empty wallet and a live session. */
export async function makeAgent(db: Kysely<Schema>, fields: UserFields = {}): Promise<MadeUser> {
  return makeUser(db, { ...fields, role: 'user' })
}

/** A member of the agency of an agent, with a live session. */
export async function makeMember(
  db: Kysely<Schema>,
  agent: { id: string },
  fields: UserFields & { agent_role: 'buyer' | 'caller' },
): Promise<MadeUser> {
  return makeAgent(db, { ...fields, agency_id: agent.id })
}

/** An admin with a live session. */
export async function makeAdmin(db: Kysely<Schema>, fields: UserFields = {}): Promise<MadeUser> {
  return makeUser(db, { ...fields, role: 'admin' })
}

/** Approves the KYC of an agent, with a new admin. */
export async function approveKyc(db: Kysely<Schema>, userId: string): Promise<void> {
  const decidedAt = new Date()
  const { id } = await makeAdmin(db)
  await db
    .updateTable('users')
    .set({
      kyc_status: 'approved',
      kyc_submitted_at: decidedAt,
      kyc_decided_at: decidedAt,
      kyc_decided_by: id,
    })
    .where('id', '=', userId)
    .execute()
  await sql`insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, after)
    values (${id}, 'admin', 'user.approve-kyc', 'user', ${userId}, '{"kycStatus": "approved"}')`.execute(
    db,
  )
}

/** Creates many agents in few statements, each with an empty wallet and a valid session. */
export async function makeAgents(db: Kysely<Schema>, count: number): Promise<MadeUser[]> {
  return makeUsers(
    db,
    Array.from({ length: count }, () => ({ role: 'user' })),
  )
}

async function makeUser(db: Kysely<Schema>, fields: UserFields): Promise<MadeUser> {
  const [user] = await makeUsers(db, [fields])
  if (!user) throw new Error('no user was created')
  return user
}

async function makeUsers(db: Kysely<Schema>, all: UserFields[]): Promise<MadeUser[]> {
  const passwordHash = await factoryPasswordHash()
  const rows = all.map((fields) => userRow(fields, passwordHash))
  const signedIn = rows.map((row) => ({ row, sessionId: uuidv7(), token: newToken() }))
  await insertUsers(db, rows)
  await db
    .insertInto('sessions')
    .values(signedIn.map(({ row, sessionId }) => ({ id: sessionId, user_id: row.id })))
    .execute()
  await db
    .insertInto('session_tokens')
    .values(
      signedIn.map(({ sessionId, token }) => ({
        token_hash: hashToken(token),
        session_id: sessionId,
        kind: 'access' as const,
        expires_at: sql<Date>`now() + interval '1 day'`,
      })),
    )
    .execute()
  return signedIn.map(({ row, token }) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    password: factoryPassword,
    token,
  }))
}

function userRow(fields: UserFields, passwordHash: string): Insertable<Schema['users']> {
  sequence += 1
  return {
    id: uuidv7(),
    name: `Agent ${sequence}`,
    email: `agent${sequence}-${randomBytes(3).toString('hex')}@example.com`,
    // Demo accounts have +9190000….
    phone: `+9190001${String(sequence % 100_000).padStart(5, '0')}`,
    password_hash: passwordHash,
    company_name: `Travels ${sequence}`,
    role: 'user',
    last_active_at: new Date(),
    ...fields,
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** An enquiry that waits for an admin, and the secret of its traveller's link. */
export async function makeEnquiry(
  db: Kysely<Schema>,
  fields: Partial<Insertable<Schema['enquiries']>> = {},
): Promise<{ id: string; number: number; token: string; emailKey: string }> {
  const token = newToken()
  const emailKey = newToken()
  sequence += 1
  const { id, number } = await db
    .insertInto('enquiries')
    .values({
      id: uuidv7(),
      token_hash: hashToken(token),
      email_key_hash: hashToken(emailKey),
      name: `Traveller ${sequence}`,
      phone: `+9180000${String(sequence % 100_000).padStart(5, '0')}`,
      email: `traveller${sequence}-${randomBytes(3).toString('hex')}@example.com`,
      city: 'Pune',
      destination: 'Goa',
      travel_days: 5,
      travel_nights: 4,
      adult: 2,
      children: 0,
      infant: 0,
      trip_type: 'Couples',
      lead_type: 'domestic',
      source: 'Website',
      consent_text: enquiryConsent.text,
      consent_version: enquiryConsent.version,
      consent_at: sql<Date>`now()`,
      ...fields,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  return { id, number, token, emailKey }
}

/** A converted enquiry with its lead for sale. @param adminId the admin who converted it */
export async function makeEnquiryLead(
  db: Kysely<Schema>,
  adminId: string,
  fields: Partial<Insertable<Schema['enquiries']>> = {},
): Promise<{ id: string; number: number; token: string; leadId: string }> {
  const enquiry = await makeEnquiry(db, {
    status: 'converted',
    decided_at: new Date(),
    decided_by: adminId,
    ...fields,
  })
  const leadId = await makeLead(db)
  await sql`insert into lead_origins
    (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
    select ${leadId}, id, source, consent_text, consent_version, consent_at
    from enquiries where id = ${enquiry.id}`.execute(db)
  return { ...enquiry, leadId }
}

/** A converted enquiry whose lead is off sale after a correction. @returns the id of the enquiry */
export async function makeCorrectedLead(db: Kysely<Schema>): Promise<string> {
  const { id: adminId } = await makeAdmin(db)
  const { id, leadId } = await makeEnquiryLead(db, adminId)
  await sql`update leads set corrected_from = '{"name": "Asha Rao"}', is_expired = true where id = ${leadId}`.execute(
    db,
  )
  return id
}

/** Buys the lead of `makeEnquiryLead` from the agent's wallet, some hours ago. @returns the id of the purchase */
export async function buyEnquiryLead(
  { kysely: db }: Database,
  userId: string,
  leadId: string,
  { hoursAgo }: { hoursAgo: number },
): Promise<string> {
  const id = uuidv7()
  await sql`select buy_lead(${id}, ${uuidv7()}, ${userId}, ${leadId}, null, 'wallet', null, null,
    null, null)`.execute(db)
  // With the version of the ageing rule that was in force then.
  await sql`update purchases set created_at = bought_at,
      ageing_version = coalesce((select max(version) from ageing_rules where starts_at <= bought_at), 1)
    from (select created_at - make_interval(hours => ${hoursAgo}::integer) as bought_at from purchases where id = ${id}) earlier
    where id = ${id}`.execute(db)
  return id
}

/** Creates a code for the phone of an enquiry. @returns the code */
export async function makePhoneCode(database: Database, enquiryId: string): Promise<string> {
  const id = uuidv7()
  await withTransaction(database, async (tx) => {
    const { phone } = await tx
      .selectFrom('enquiries')
      .select('phone')
      .where('id', '=', enquiryId)
      .executeTakeFirstOrThrow()
    const phoneHash = await hashPhone(tx, phone)
    await insertCode(tx, { id, enquiryId, phoneHash, isWithheld: false })
  })
  const claimed = await claimSending(database, id)
  if (!claimed) throw new Error('no code was created for the new enquiry')
  return claimed.code
}

/** A message of the contact form that waits for an answer. */
export async function makeContactMessage(
  db: Kysely<Schema>,
  fields: Partial<Insertable<Schema['contact_messages']>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('contact_messages')
    .values({
      id: uuidv7(),
      name: 'Asha Rao',
      email: 'asha@example.com',
      message: 'Do you plan trips to Ladakh?',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A saved search of an agent, by default for every new lead. @returns its id */
export async function makeSavedSearch(
  db: Kysely<Schema>,
  userId: string,
  fields: Partial<Insertable<Schema['saved_searches']>> = {},
): Promise<string> {
  const id = uuidv7()
  sequence += 1
  await db
    .insertInto('saved_searches')
    .values({
      id,
      user_id: userId,
      name: `Search ${sequence}`,
      ...placeTextsOfFilters({
        destination: fields.destination ?? null,
        destinations: fields.destinations ?? [],
        city: fields.city ?? null,
        cities: fields.cities ?? [],
      }),
      ...fields,
    })
    .execute()
  return id
}

/** Pays an amount into a wallet, through the ledger. @returns the id of the entry */
export async function giveMoney(
  database: Database,
  userId: string,
  amountPaise: number,
): Promise<string> {
  return withTransaction(database, async (tx) => {
    const { entryId } = await postTransfer(tx, {
      from: accounts.cash,
      to: walletOf(userId),
      amountPaise,
      method: 'recharge_by_admin',
      status: 'captured',
      userId,
    })
    await recordOnConsole(tx, ['wallet.recharge', 'wallet', userId], { amountPaise, entryId })
    return entryId
  })
}

/** Writes an entry of the command line to the audit log, as the invariants expect one of each action. */
async function recordOnConsole(
  tx: Kysely<Schema>,
  [action, subjectType, subjectId]: [string, string, string],
  after: object,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      actor_id: null,
      actor_role: 'console',
      action,
      subject_type: subjectType,
      subject_id: subjectId,
      after: JSON.stringify(after),
    })
    .execute()
}

/** A domestic plan of the catalogue, by default ₹500 for 10 leads in 30 days. */
export async function makePlan(
  db: Kysely<Schema>,
  fields: Partial<PlanRow> = {},
): Promise<PlanRow> {
  sequence += 1
  const plan: PlanRow = {
    id: uuidv7(),
    plan_id: `PLAN-${sequence}`,
    name: `Plan ${sequence}`,
    price_paise: 500_00,
    description: 'Leads for a month',
    validity_days: 30,
    type: 'domestic',
    lead_quota: 10,
    ...fields,
  }
  await db.insertInto('plans').values(plan).execute()
  return plan
}

/** Sells a plan to an agent, for cash or for the balance of the wallet. @returns the subscription's id */
export async function givePlan(
  database: Database,
  userId: string,
  plan: PlanRow,
  cause: 'cash' | 'wallet' = 'cash',
): Promise<string> {
  return withTransaction(database, async (tx) => {
    const { subscription } = await grantSubscription(tx, { userId, plan, cause })
    const { id } = subscription
    const action = cause === 'cash' ? 'plan.assign' : 'plan.buy'
    await recordOnConsole(tx, [action, 'subscription', id], { userId, ...subscription })
    return id
  })
}

type LeadColumns = Partial<Insertable<Schema['leads']>>

/** A lead, by default domestic and for sale. @returns its id */
export async function makeLead(db: Kysely<Schema>, fields: LeadColumns = {}): Promise<string> {
  const [id] = await makeLeads(db, 1, fields)
  if (!id) throw new Error('no lead was created')
  return id
}

/** Many leads at once. @returns their ids */
export async function makeLeads(
  db: Kysely<Schema>,
  count: number,
  fields: LeadColumns = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => leadRow(fields))
  await insertLeads(db, rows)
  return rows.map(({ id }) => id)
}

function leadRow(fields: LeadColumns): Insertable<Schema['leads']> {
  sequence += 1
  return {
    id: uuidv7(),
    name: `Traveller ${sequence}`,
    phone: `+9190000${String(sequence % 100_000).padStart(5, '0')}`,
    email: `traveller${sequence}@example.com`,
    city: 'Pune',
    destination: 'Goa',
    travel_date: null,
    travel_days: 4,
    travel_nights: 3,
    adult: 2,
    children: 0,
    infant: 0,
    trip_type: 'Family',
    lead_type: 'domestic',
    ...fields,
  }
}

/** A lead that an agent has bought from its wallet, at the present price. @returns the lead's id */
export async function makePurchase(
  { kysely: db }: Database,
  userId: string,
  fields: LeadColumns = {},
): Promise<string> {
  const leadId = await makeLead(db, fields)
  await sql`select buy_lead(${uuidv7()}, ${uuidv7()}, ${userId}, ${leadId}, null, 'wallet', null,
    null, null, null)`.execute(db)
  return leadId
}

/** A lead that an agent has taken with a lead of a subscription. @returns the lead's id */
export async function makePlanPurchase(
  database: Database,
  userId: string,
  subscriptionId: string,
): Promise<string> {
  const leadId = await makeLead(database.kysely)
  await withTransaction(database, async (tx) => {
    const now = new Date()
    await sql`select from users where id = ${userId} for no key update`.execute(tx)
    await tx
      .updateTable('leads')
      .set({
        status: 'sold',
        sold_cause: 'purchase',
        sold_cost_paise: 5000,
        sold_at: now,
        contact_digest: sql`contact_digest(name, phone, email)`,
      })
      .where('id', '=', leadId)
      .execute()
    await tx
      .updateTable('subscriptions')
      .set((eb) => ({ leads_used: eb('leads_used', '+', 1) }))
      .where('id', '=', subscriptionId)
      .execute()
    await tx
      .insertInto('purchases')
      .values({
        id: uuidv7(),
        lead_id: leadId,
        user_id: userId,
        number: sql<number>`next_purchase_number(${userId})`,
        price_paise: 5000,
        full_price_paise: 5000,
        ageing_version: sql<number>`(select max(version) from ageing_rules)`,
        cost_paise: 0,
        paid_with: 'plan',
        entry_id: null,
        subscription_id: subscriptionId,
        created_at: now,
      })
      .execute()
  })
  return leadId
}

/** A bought lead with an open question to the traveller about the trip. @returns the secret of the traveller's link */
export async function makeQuestion(database: Database, buyerId: string): Promise<string> {
  const { kysely: db } = database
  const { id, leadId, token } = await makeEnquiryLead(db, buyerId)
  await sql`select buy_lead(${uuidv7()}, ${uuidv7()}, ${buyerId}, ${leadId}, null, 'wallet', null,
    null, null, null)`.execute(db)
  await db.insertInto('traveller_questions').values({ lead_id: leadId, enquiry_id: id }).execute()
  return token
}

/** The terms of the first return policy. */
export const firstTerms = {
  reportDays: 14,
  decideHours: 48,
  approvesLate: true,
  sameContactApproves: true,
  soldBeforeApproves: true,
  withdrawnApproves: true,
  travellerApproves: true,
  maxReturnPercent: 20,
  maxAutomatic: 5,
  ratePurchases: 10,
}

/** A pending request of a buyer to replace a lead. @returns its id */
export async function makeRequest(
  { kysely: db }: Database,
  userId: string,
  leadId: string,
): Promise<string> {
  const id = uuidv7()
  await sql`select create_replacement_request(${id}, ${userId}, ${leadId}, 'wrong-number',
    'it rings in an office', 2)`.execute(db)
  return id
}

/** Creates a valid code for a password reset, without sending it. */
export async function makeResetCode(
  database: Database,
  user: Pick<MadeUser, 'id' | 'name' | 'email'>,
): Promise<number> {
  const code = randomInt(10_000, 100_000)
  const request = { id: uuidv7(), requestedAt: new Date() }
  await withTransaction(database, (tx) => storeCode(tx, user, request, code))
  return code
}

/** Creates the token of a valid link that confirms the present email of a user. */
export async function makeConfirmationToken(
  database: Database,
  user: Pick<MadeUser, 'id' | 'email'>,
): Promise<string> {
  return withTransaction(database, (tx) =>
    createConfirmation(tx, { userId: user.id, email: user.email }),
  )
}

/** Creates a code for a password reset and exchanges it. @returns the ticket */
export async function makeResetTicket(
  database: Database,
  user: Pick<MadeUser, 'id' | 'name' | 'email'>,
): Promise<string> {
  await makeResetCode(database, user)
  const code = await countAttempt(database, user.email)
  const ticket = newToken()
  if (!code || !(await exchangeCode(database, code, hashToken(ticket)))) {
    throw new Error('the new code could not be exchanged')
  }
  return ticket
}
