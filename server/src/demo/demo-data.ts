import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { createPasswords } from '../features/auth/passwords.ts'
import type { InvoiceSettings } from '../features/invoices/issue-invoice.ts'
import { markDemoRecords } from '../features/trial/demo-records.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../platform/database/transaction.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { insertActions } from './demo-audit.ts'
import { type DemoDocument, removeDocuments, storeDocuments } from './demo-documents.ts'
import { insertEnquiries } from './demo-enquiries.ts'
import { issueInvoices } from './demo-invoices.ts'
import { type DemoLead, dayMs, hourMs, inventLeads, postponeTrips } from './demo-leads.ts'
import { recordMovements } from './demo-ledger.ts'
import { DEMO_ADMIN, DEMO_AGENT } from './demo-logins.ts'
import { addDuplicatePayment, insertPayments, payOnline } from './demo-payments.ts'
import { type DemoAgent, otherAgents } from './demo-people.ts'
import { insertPlans, insertSubscriptions, payByPlan, sellPlans } from './demo-plans.ts'
import { addReplacementRequests, insertRequests } from './demo-replacements.ts'
import type { Buyer } from './demo-sale.ts'
import {
  insertPurchases,
  markSold,
  moveMoney,
  type Prices,
  readLeadNumbers,
  sellLeads,
} from './demo-sales.ts'
import { insertLeads, insertUsers, setLeadPrice } from './insert-records.ts'
import { type Random, seededRandom } from './random.ts'

const leadCount = 264
const soldOutside = 14
const deleted = 6
const prices: Prices = { domestic: 50_00, international: 40_00 }

/** The agent whose login is printed. */
const demoAgent: DemoAgent = {
  name: 'Kabir Anand',
  email: DEMO_AGENT.email,
  city: 'Jaipur',
  companyName: 'Marigold Journeys',
  joinedDaysAgo: 380,
  buys: [12, 10],
  rechargeRupees: 3000,
  gstin: '08AAMCM4417K1Z4',
  billingAddress: '2nd Floor, Chaura Rasta, Near Hawa Mahal, 302003',
}
const demoAgentEndsWithPaise = 5000_00

/**
 * Fills an empty product with a year of business, in one transaction. The choices are the same in every run; the dates
 * are relative to now.
 */
export async function seedDemoData(
  database: Database,
  files: FileStore,
  settings: InvoiceSettings,
): Promise<void> {
  const random = seededRandom(20_260)
  const now = new Date()
  const hashes = await hashPasswords()
  const documents = await storeDocuments(files, [demoAgent, ...otherAgents])
  const seeded = withTransaction(database, async (tx) => {
    const adminId = await insertAdmin(tx, hashes.admin)
    const buyers = await insertAgents(tx, now, hashes, documents)
    for (const type of ['domestic', 'international'] as const) {
      await setLeadPrice(tx, type, prices[type])
    }
    const leads = inventLeads(random, now, leadCount)
    const sales = sellLeads(random, now, { buyers, leads, prices })
    closeSomeLeads(random, now, leads)
    postponeTrips(seededRandom(20_261), now, leads)
    await insertLeads(tx, leads)
    await insertEnquiries(tx, { adminId, now, leads })
    const subscriptions = sellPlans(now, await insertPlans(tx, now), buyers)
    payByPlan(sales, subscriptions)
    const requests = await addReplacementRequests(tx, now, sales)
    const refunds = requests.flatMap(({ refund }) => refund ?? [])
    const { movements, payments } = moveMoney(buyers, sales, refunds)
    payOnline(
      movements.filter(({ method }) => method === 'recharge_by_admin'),
      subscriptions,
    )
    const surplus = addDuplicatePayment(subscriptions)
    const all = [
      ...movements,
      ...subscriptions.map(({ payment }) => payment),
      surplus.paid,
      surplus.returned,
    ]
    await recordMovements(tx, all)
    await insertPayments(tx, random, { now, movements: all, subscriptions, surplus })
    await insertSubscriptions(tx, subscriptions)
    await issueInvoices(tx, settings)
    await insertPurchases(tx, sales, payments)
    await insertRequests(tx, adminId, requests, await readLeadNumbers(tx))
    await insertActions(tx, adminId, { movements: all, subscriptions, requests })
    await sql`select fold_lead_counts(), fold_transactions()`.execute(tx)
    await markDemoRecords(tx)
  })
  await seeded.catch(async (error) => {
    await removeDocuments(files, documents)
    throw error
  })
}

interface Hashes {
  admin: string
  agent: string
  /** Hash of an unknown password, so that unusableHash can log in as the other agents. */
  unusableHash: string
}

async function hashPasswords(): Promise<Hashes> {
  const passwords = createPasswords()
  return {
    admin: await passwords.hash(DEMO_ADMIN.password),
    agent: await passwords.hash(DEMO_AGENT.password),
    unusableHash: await passwords.hash(randomBytes(24).toString('base64url')),
  }
}

/**
 * Inserts the demo's admin, unless there is an admin.
 * @returns the admin's id
 */
async function insertAdmin(tx: Transaction, passwordHash: string): Promise<string> {
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (admin) return admin.id
  const id = uuidv7()
  await insertUsers(tx, [
    {
      id,
      name: 'Asha Rao',
      email: DEMO_ADMIN.email,
      phone: '+919000000001',
      password_hash: passwordHash,
      city: 'Bengaluru',
      company_name: 'Raahi',
      role: 'admin',
    },
  ])
  return id
}

async function insertAgents(
  tx: Transaction,
  now: Date,
  hashes: Hashes,
  documents: ReadonlyMap<string, DemoDocument>,
): Promise<Buyer[]> {
  const people = [demoAgent, ...otherAgents].map((agent, index) => {
    const joinedAt = new Date(now.getTime() - agent.joinedDaysAgo * dayMs - index * 17 * 60_000)
    return { agent, joinedAt, id: uuidv7({ msecs: joinedAt.getTime() }), index }
  })
  await insertUsers(
    tx,
    people.map(({ agent, joinedAt, id, index }) => ({
      id,
      name: agent.name,
      email: agent.email,
      phone: `+9190000${String(101 + index).padStart(5, '0')}`,
      password_hash: agent === demoAgent ? hashes.agent : hashes.unusableHash,
      city: agent.city,
      company_name: agent.companyName,
      gstin: agent.gstin ?? null,
      billing_state: agent.gstin?.slice(0, 2) ?? null,
      billing_address: agent.billingAddress ?? null,
      role: 'user' as const,
      status: agent.isSuspended ? ('suspended' as const) : ('active' as const),
      created_at: joinedAt,
      first_login_at: joinedAt,
      kyc_file: null,
      kyc_name: null,
      kyc_type: null,
      ...documents.get(agent.email),
    })),
  )
  return people.map(({ agent, joinedAt, id }) => ({
    id,
    email: agent.email,
    joinedAt,
    buys: agent.buys,
    rechargePaise: agent.rechargeRupees * 100,
    ...(agent === demoAgent && { finalBalancePaise: demoAgentEndsWithPaise }),
  }))
}

/** Marks some leads as sold outside the product and some as deleted, one of them after its purchase. */
function closeSomeLeads(random: Random, now: Date, leads: DemoLead[]): void {
  const old = leads.filter((lead) => lead.created_at.getTime() < now.getTime() - 10 * dayMs)
  const forSale = random.shuffled(old.filter((lead) => lead.status !== 'sold'))
  for (const lead of forSale.splice(0, soldOutside)) {
    const at = new Date(lead.created_at.getTime() + random.whole(20, 160) * hourMs)
    markSold(lead, at, 'outside', prices[lead.lead_type])
  }
  const bought = old.filter((lead) => lead.sold_cause === 'purchase').slice(0, 1)
  for (const lead of [...bought, ...forSale.splice(0, deleted - 1)]) {
    lead.deleted_at = new Date(lead.created_at.getTime() + 9 * dayMs)
    lead.updated_at = lead.deleted_at
  }
}
