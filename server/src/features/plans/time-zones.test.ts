import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/database/connect.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { waitForMail } from '../../testing/mails.ts'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

// The same records on three servers in different time zones, with databases in different time zones.

const zones = ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'] as const
const dayMs = 86_400_000
const toKolkataMs = 5.5 * 3_600_000
/** The midnight in Kolkata after the next midnight. */
const midnight = new Date(
  Math.ceil((Date.now() + toKolkataMs) / dayMs) * dayMs + dayMs - toKolkataMs,
)
const before = (at: Date, ms: number) => new Date(at.getTime() - ms)
/** YYYY-MM-DD in Kolkata. */
const dayOf = (at: Date) => new Date(at.getTime() + toKolkataMs).toISOString().slice(0, 10)

interface Product {
  zone: string
  db: TestDatabase
  dataDir: string
  stop: ProductProcess['stop']
  agent: MadeUser
  admin: MadeUser
  plan: string
  get(user: MadeUser, path: string): Promise<unknown>
  post(user: MadeUser, path: string, body: object): Promise<unknown>
}

let products: Product[]
beforeAll(async () => {
  products = await Promise.all(zones.map(startInZone))
}, 60_000)
afterAll(async () => {
  await Promise.all(
    products.map(async ({ stop, db, dataDir }) => {
      await stop()
      await db.drop()
      await rm(dataDir, { recursive: true, force: true })
    }),
  )
})

/** Sends a request to all servers, and expects equal responses. */
async function askAll<T>(ask: (product: Product) => Promise<T>): Promise<T> {
  const answers = await Promise.all(products.map(ask))
  const [first] = answers
  for (const answer of answers) expect(answer).toEqual(first)
  return first as T
}

interface Plan {
  name: string
  startDate: string
  endDate: string
  daysLeft: number
  leadsLeft: number
  status: boolean
}

const ownPlans = async ({ agent, get }: Product) => {
  const plans = (await get(agent, '/api/plan/getAllPlansOfUser')) as Plan[]
  return plans.map(({ name, endDate, daysLeft, status }) => ({ name, endDate, daysLeft, status }))
}

it('plans that end on both sides of midnight have the same end, days left and order', async () => {
  const left = (end: Date) => Math.ceil((end.getTime() - Date.now()) / dayMs)
  const plans = await askAll(ownPlans)
  const end = before(midnight, 1)
  expect(plans).toEqual([
    { name: 'before', endDate: end.toISOString(), daysLeft: left(end), status: true },
    { name: 'at', endDate: midnight.toISOString(), daysLeft: left(midnight), status: true },
    expect.objectContaining({ name: 'ended', daysLeft: 0, status: false }),
  ])
})

it('a plan runs for its days times 24 hours, also across a clock change', async () => {
  const days = await askAll(async ({ admin, agent, plan, post }) => {
    const body = { userId: agent.id, planId: plan }
    const granted = (await post(admin, '/api/plan/addUsersPlanByAdmin', body)) as Plan
    const runs = Date.parse(granted.endDate) - Date.parse(granted.startDate)
    return [runs / dayMs, granted.daysLeft]
  })
  expect(days).toEqual([365, 365])
})

it('a lead is paid by the plan that ends a millisecond before midnight', async () => {
  const paid = await askAll(async ({ agent, db, post }) => {
    const leadId = await makeLead(db.database.kysely)
    const bought = (await post(agent, '/api/leads/buyLead', { leadId })) as { subscription: Plan }
    const { name, leadsLeft, endDate, daysLeft } = bought.subscription
    return { name, leadsLeft, endDate, daysLeft }
  })
  expect(paid).toMatchObject({ name: 'before', leadsLeft: 9 })
})

it('transactions around midnight have the same days and times', async () => {
  const earlier = [before(midnight, 10 * dayMs), before(midnight, 10 * dayMs + 1)]
  const [onDay, dayBefore] = earlier.map(dayOf)
  expect(onDay).not.toBe(dayBefore)
  const statement = await askAll(async ({ agent, get }) => {
    const page = (await get(agent, '/api/transactions/my?method=recharge_by_admin')) as {
      docs: { createdAt: string; balance: number }[]
    }
    return page.docs.map(({ createdAt, balance }) => [createdAt, balance])
  })
  expect(statement).toEqual([
    [earlier[0]?.toISOString(), 2],
    [earlier[1]?.toISOString(), 1],
  ])
  const counts = await askAll(async ({ admin, get }) =>
    Promise.all(
      [onDay, dayBefore].map(async (date) => {
        const query = `startDate=${date}&endDate=${date}&method=recharge_by_admin`
        const page = (await get(admin, `/api/transactions/all-transaction?${query}`)) as {
          totalDocs: number
        }
        return page.totalDocs
      }),
    ),
  )
  expect(counts).toEqual([1, 1])
})

it('the reminder states the same end', async () => {
  const subjects = await askAll(async ({ agent, dataDir }) => {
    const config = { dataDir } as Parameters<typeof waitForMail>[0]
    const reminders = ['at', 'before'].map((plan) =>
      waitForMail(config, agent.email, new RegExp(`^Your ${plan} plan ends`)),
    )
    return (await Promise.all(reminders)).map(({ subject }) => subject)
  })
  const [year, month, day] = dayOf(midnight).split('-')
  const [y, m, d] = dayOf(before(midnight, 1)).split('-')
  expect(subjects).toEqual([
    `Your at plan ends on ${day}-${month}-${year} 12:00 AM`,
    `Your before plan ends on ${d}-${m}-${y} 11:59 PM`,
  ])
}, 40_000)

it('all invariants hold on all three', async () => {
  for (const { db } of products) await expectAllInvariantsHold(db.database)
})

async function startInZone(zone: string): Promise<Product> {
  const db = await createTestDatabase({ poolSize: 2 })
  const { kysely, pool } = db.database
  await pool.query(
    `do $$ begin execute format('alter database %I set timezone to ''${zone}''', current_database()); end $$`,
  )
  const [agent, admin] = [await makeAgent(kysely), await makeAdmin(kysely)]
  await setLeadPrice(kysely, 'both', 5000)
  await recharge(db.database, agent.id, before(midnight, 10 * dayMs + 1), 1)
  await recharge(db.database, agent.id, before(midnight, 10 * dayMs), 2)
  const ends = { at: midnight, ended: before(midnight, 10 * dayMs), before: before(midnight, 1) }
  for (const [name, end] of Object.entries(ends)) {
    const id = await givePlan(db.database, agent.id, await makePlan(kysely, { name }))
    await kysely
      .updateTable('subscriptions')
      .set({ started_at: before(end, 30 * dayMs), ends_at: end })
      .where('id', '=', id)
      .execute()
  }
  const plan = await makePlan(kysely, { validity_days: 365, type: 'international' })
  const dataDir = await mkdtemp(join(tmpdir(), 'raahi-zone-'))
  const product = await startProduct({
    TZ: zone,
    DATA_DIR: dataDir,
    DATABASE_URL: db.connectionString,
  })
  const call = async (user: MadeUser, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${product.address}${path}`, { ...init, headers })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { data: unknown }).data
  }
  return {
    ...{ zone, db, dataDir, agent, admin, plan: plan.id },
    stop: product.stop,
    get: (user, path) => call(user, path),
    post: (user, path, body) => call(user, path, { method: 'POST', body: JSON.stringify(body) }),
  }
}

/** Pays ₹1 into a wallet at a given time. */
async function recharge({ kysely: db }: Database, userId: string, at: Date, after: number) {
  const id = uuidv7()
  await db
    .insertInto('journal_entries')
    .values({
      id,
      method: 'recharge_by_admin',
      status: 'captured',
      user_id: userId,
      amount_paise: 100,
      created_at: at,
    })
    .execute()
  await sql`insert into postings (entry_id, account_id, amount_paise, balance_after_paise) values
    (${id}, ${accounts.cash}, -100, null), (${id}, ${walletOf(userId)}, 100, ${after * 100}::bigint)`.execute(
    db,
  )
  await sql`update accounts set balance_paise = balance_paise + 100 where id = ${walletOf(userId)}`.execute(
    db,
  )
  await sql`insert into audit_log (actor_role, action, subject_type, subject_id, after) values
    ('console', 'wallet.recharge', 'wallet', ${userId}, jsonb_build_object('entryId', ${id}::uuid, 'amountPaise', 100))`.execute(
    db,
  )
}
