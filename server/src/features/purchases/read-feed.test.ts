import { withdrawOwnEnquiry } from '@raahi/contract/own-enquiry'
import { purchasedLead, readPurchaseFeed } from '@raahi/contract/purchase-feed'
import { buyLead } from '@raahi/contract/purchases'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '../../platform/database/connect.ts'
import { makeMatches, makeRule, minuteOld } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeEnquiryLead,
  makeLeads,
  makePlan,
  makePurchase,
} from '../../testing/factories.ts'
import { connectClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { makeKey } from '../../testing/make-source.ts'
import { createTestApp, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ poolSize: 20 })
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

async function makeBuyer(): Promise<MadeUser & { key: string }> {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1_000_000)
  return { ...agent, key: (await makeKey(app.db, { user_id: agent.id })).token }
}

const read = (token: string, query: { after?: string; limit?: string } = {}) =>
  app.as({ token }).call(readPurchaseFeed, { query })

/** Follows the cursor until an answer is empty. @returns the ids of the leads */
async function follow(token: string, cursor = { after: '' }): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const { data } = await read(token, { ...cursor, limit: '3' })
    cursor.after = data.next
    if (data.purchases.length === 0) return found
    found.push(...data.purchases.map(({ lead }) => lead._id))
  }
}

it('has the fields of lead.purchased, oldest first, and continues at its cursor', async () => {
  const agent = await makeBuyer()
  const start = (await read(agent.key)).data
  expect(start.purchases).toEqual([])
  const first = await makePurchase(app.database, agent.id, { name: 'Asha Rao' })
  const second = await makePurchase(app.database, agent.id)
  const { data } = await read(agent.key, { after: start.next })
  expect(data.purchases.map(({ lead }) => lead._id)).toEqual([first, second])
  expect(purchasedLead.parse(data.purchases[0])).toMatchObject({
    pricePaise: 5000,
    costPaise: 5000,
    paidWith: 'wallet',
    lead: { name: 'Asha Rao', phone: expect.stringMatching(/^\+91/), city: 'Pune' },
  })
  expect((await read(agent.key, { after: data.next })).data).toEqual({
    purchases: [],
    next: data.next,
  })
  const one = await read(agent.key, { limit: '1' })
  expect(one.data.purchases).toHaveLength(1)
  expect(await follow(agent.key, { after: one.data.next })).toEqual([second])
  expect((await read(agent.key, { limit: '0' })).status).toBe(400)
})

it('has only the purchases of its agent, and nothing about a traveller who withdrew', async () => {
  const [agent, other] = [await makeBuyer(), await makeBuyer()]
  await makePurchase(app.database, other.id)
  const { token, leadId } = await makeEnquiryLead(app.db, agent.id)
  await sql`select buy_lead(${uuidv7()}, ${uuidv7()}, ${agent.id}, ${leadId}, null, 'wallet', null,
    null, null, null)`.execute(app.db)
  expect((await read(agent.key)).data.purchases[0]?.lead.phone).toBeDefined()
  await app.call(withdrawOwnEnquiry, { params: { token } })
  const { purchases } = (await read(agent.key)).data
  expect(purchases).toHaveLength(1)
  expect(Object.keys(purchases[0]?.lead ?? {})).toEqual(['_id', 'leadId'])
})

it('rejects a cursor that this agent was not given', async () => {
  const [agent, other] = [await makeBuyer(), await makeBuyer()]
  await makePurchase(app.database, other.id)
  const foreign = (await read(other.key)).data.next
  for (const after of [foreign, 'x', `${agent.id}.1`, `${agent.id}.-1`, `${agent.id}.0x1`]) {
    const refused = await read(agent.key, { after })
    expect([after, refused.status, refused.fieldErrors]).toEqual([
      after,
      400,
      { after: 'Send `next` of an earlier answer to this agent.' },
    ])
  }
})

it('has each of 24 parallel purchases by wallet, plan and automatic buying through two processes once', async () => {
  const agent = await makeBuyer()
  await givePlan(app.database, agent.id, await makePlan(app.db, { lead_quota: 16 }))
  const rule = await makeRule(app.db, agent.id)
  const leads = await makeLeads(app.db, 24, minuteOld)
  const automatic = leads.slice(16)
  await makeMatches(app.db, [rule], automatic)
  const database = connectDatabase({
    connectionString: app.database.connectionString,
    poolSize: 8,
  })
  const second = await startTestApp(database, app.config, () => database.close())
  const clients = [await connectClients(app), await connectClients(second)]
  let isBuying = true
  const buying = Promise.all([
    ...leads.slice(0, 16).map(async (leadId, at) => {
      const payWith = at < 8 ? 'plan' : 'wallet'
      const answer = await clients[at % 2]?.call(buyLead, {
        token: agent.token,
        body: { leadId, payWith },
      })
      expect(answer?.status).toBe(200)
    }),
    ...automatic.map(async (lead) => {
      const { rows } = await sql<{ refusal: string | null }>`
        select refusal from buy_lead_automatically(${rule}, ${lead}, 5000, ${uuidv7()}, ${uuidv7()})`.execute(
        app.db,
      )
      expect(rows[0]?.refusal).toBeNull()
    }),
  ]).finally(() => {
    isBuying = false
  })
  const cursor = { after: '' }
  const found: string[] = []
  while (isBuying) found.push(...(await follow(agent.key, cursor)))
  await buying
  found.push(...(await follow(agent.key, cursor)))
  expect([...found].sort()).toEqual([...leads].sort())
  expect(await follow(agent.key)).toEqual(found)
  for (const client of clients) client.close()
  await second.close()
})

it('shows no purchase before an earlier one that is committed later', async () => {
  const agent = await makeBuyer()
  await givePlan(app.database, agent.id, await makePlan(app.db))
  const [early = '', late = ''] = await makeLeads(app.db, 2)
  const buy = (leadId: string, payWith: string) =>
    sql`select buy_lead(${uuidv7()}, ${uuidv7()}, ${agent.id}, ${leadId}, null, ${payWith}, null, null, null, null)`
  const open = await app.db.startTransaction().execute()
  await buy(early, 'plan').execute(open)
  const later = buy(late, 'wallet').execute(app.db)
  await untilWaiting(app.database, 1, 'buy_lead(')
  expect(await follow(agent.key)).toEqual([])
  await open.commit().execute()
  await later
  expect(await follow(agent.key)).toEqual([early, late])
})

it('ends with a suspension of its agent', async () => {
  const agent = await makeBuyer()
  await app.as(await makeAdmin(app.db)).call(suspendUser, {
    params: { userId: agent.id },
    query: { status: 'suspended' },
  })
  expect(await read(agent.key)).toMatchObject({ status: 401, code: 'KEY_ACCOUNT_SUSPENDED' })
})
