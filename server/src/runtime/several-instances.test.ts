import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login, logout, me } from '@raahi/contract/auth'
import type { LeadPage } from '@raahi/contract/leads'
import { listLeads } from '@raahi/contract/leads'
import { createOrderPlan, verifyPayment } from '@raahi/contract/payments'
import { buyLead } from '@raahi/contract/purchases'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/index.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  makeAdmin,
  makeAgent,
  makeAgents,
  makeLead,
  makeLeads,
  makePlan,
} from '../testing/factories.ts'
import { deployedSandbox, deployedSandboxKeys, openGatewayAt } from '../testing/gateway.ts'
import { setLeadPrice } from '../testing/insert-records.ts'
import { readMails } from '../testing/mails.ts'
import { grantedOnce, readOrderRecords } from '../testing/paying-app.ts'
import { type ProductProcess, startProduct } from '../testing/product-process.ts'
import { queueTask } from '../testing/queue-jobs.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

// Two product processes share a database and a folder. A change through one must be visible through the other.

let database: TestDatabase
let db: TestDatabase['database']['kysely']
let folder: string
let a: ProductProcess
let b: ProductProcess
let usedUp: string
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 4 })
  db = database.database.kysely
  folder = await mkdtemp(join(tmpdir(), 'raahi-several-'))
  await setLeadPrice(db, 'both', 5000)
  const env = {
    ...database.settings,
    DATABASE_POOL_SIZE: '6',
    DATA_DIR: folder,
    PAYMENTS: 'sandbox',
    ...deployedSandbox,
  }
  ;[a, b] = await Promise.all([startProduct(env), startProduct(env)])
  usedUp = await agentWithUsedUpPlan()
}, 90_000)
afterAll(async () => {
  await expectAllInvariantsHold(database.database)
  expect(await Promise.all([a.stop(), b.stop()])).toEqual([0, 0])
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('shares sessions: a login on one is valid on the other, and a logout ends both', async () => {
  const [agent, admin] = [await makeAgent(db), await makeAdmin(db)]
  const body = { emailOrPhone: agent.email, password: agent.password }
  const suspension = { params: { userId: agent.id }, query: 'status=suspended' }
  for (const end of ['logged out', 'suspended']) {
    const entered = await a.call(login, { body })
    const token = String(entered.body.data?.accessToken)
    expect((await b.call(me, { token })).body.data).toMatchObject({ email: agent.email })
    const ended =
      end === 'logged out'
        ? await b.call(logout, { cookie: entered.cookie })
        : await b.call(suspendUser, { token: admin.token, ...suspension })
    expect(ended.status).toBe(200)
    expect((await a.call(me, { token })).status).toBe(401)
  }
  expect((await a.call(login, { body })).status).toBe(401)
})

test('counts login attempts on both servers together', async () => {
  await sql`delete from rate_limits`.execute(db)
  const body = { emailOrPhone: 'unknown@example.com', password: 'not the password' }
  const tries = Array.from({ length: 24 }, (_, at) => (at % 2 ? a : b).call(login, { body }))
  const answers = (await Promise.all(tries)).map(({ status }) => status)
  // The limit is twenty per minute and address.
  expect(tally(answers)).toEqual({ 401: 20, 429: 4 })
  await sql`delete from rate_limits`.execute(db)
})

test('replays a response of the other server, and buys once when both get the same key', async () => {
  const agent = await makeAgent(db)
  await giveMoney(database.database, agent.id, 100_000)
  const [first, second] = [await makeLead(db), await makeLead(db)]
  const buy = (at: ProductProcess, leadId: string, key: string) =>
    at.call(buyLead, { token: agent.token, body: { leadId }, key })
  const bought = await buy(a, first, 'one')
  const again = await buy(b, first, 'one')
  expect([bought.status, bought.replayed, again.status, again.replayed]).toEqual([
    200,
    false,
    200,
    true,
  ])
  expect(again.body.data).toEqual(bought.body.data)
  const other = await buy(b, second, 'one')
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])

  const race = await Promise.all([a, b, a, b, a, b].map((product) => buy(product, second, 'two')))
  expect(race.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(race.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect(await walletPaise(database.database, agent.id)).toBe(90_000)
})

test("pays an order of one server at the other's gateway, and grants it once when both verify it", async () => {
  const [agent, plan] = [await makeAgent(db), await makePlan(db)]
  const { token } = agent
  const { body } = await a.call(createOrderPlan, { token, body: { planId: plan.id } })
  const orderId = String(body.data?.orderId)
  const paid = await openGatewayAt(b.address, deployedSandboxKeys).pay(orderId)
  const verified = await Promise.all(
    [a, b].map((product) => product.call(verifyPayment, { token, body: paid })),
  )
  expect(verified.map(({ status }) => status)).toEqual([200, 200])
  expect(await readOrderRecords({ db }, orderId)).toEqual(grantedOnce)
})

test('lists a lead as sold on the other server after its sale was acknowledged, if a fresh page is requested', async () => {
  const buyers = await makeAgents(db, 2)
  const watcher = await makeAgent(db)
  for (const { id } of buyers) await giveMoney(database.database, id, 1_000_000)
  const ids = await makeLeads(db, 24)
  const shown = async (at: ProductProcess, id: string) => {
    const { body } = await at.call(listLeads, { token: watcher.token, query: 'limit=50' })
    const { leads } = body.data as unknown as LeadPage
    return leads.find(({ _id }) => _id === id)?.satatus
  }
  for (const [at, id] of ids.entries()) {
    const [seller, other] = at % 2 ? [a, b] : [b, a]
    expect(await shown(other, id)).toBe('buy')
    const during = [shown(other, id), shown(seller, id)] // This page may have been read before the sale.
    const token = buyers[at % 2]?.token ?? ''
    expect((await seller.call(buyLead, { token, body: { leadId: id } })).status).toBe(200)
    expect(await Promise.all([shown(other, id), shown(seller, id)])).toEqual(['sold', 'sold'])
    await Promise.all(during)
  }
})

test('sends a confirmation and the notice of a used-up plan once from two servers', async () => {
  const config = { ...readConfig({}), dataDir: folder }
  await queueTask(db, 'plan-notices')
  await expect
    .poll(() => readMails(config, usedUp), { timeout: 30_000, interval: 200 })
    .toHaveLength(2)
  const { rows } = await sql<{ subject: string }>`
    select data ->> 'subject' as subject from pgboss.job where data::text like ${`%${usedUp}%`}
    order by 1`.execute(db)
  expect(rows).toMatchObject([
    { subject: expect.stringMatching(/^You bought lead LD-/) },
    { subject: expect.stringMatching(/^You have used all leads in/) },
  ])
})

/** @returns the agent's email */
async function agentWithUsedUpPlan(): Promise<string> {
  const agent = await makeAgent(db)
  await givePlan(database.database, agent.id, await makePlan(db, { lead_quota: 1 }))
  const leadId = await makeLead(db)
  const { status } = await a.call(buyLead, { token: agent.token, body: { leadId } })
  expect(status).toBe(200)
  return agent.email
}
