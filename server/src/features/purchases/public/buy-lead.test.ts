import { randomUUID } from 'node:crypto'
import { buyLead, getUserLead } from '@raahi/contract/purchases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../../testing/expect-invariants.ts'
import { giveMoney, makeAdmin, makeAgent, makeLead } from '../../../testing/factories.ts'
import { setLeadPrice } from '../../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

async function makeBuyer(rupees: number) {
  const agent = await makeAgent(app.db)
  if (rupees > 0) await giveMoney(app.database, agent.id, rupees * 100)
  return agent
}

describe('buying a lead', () => {
  it('charges its price once, gives the contact to the buyer and marks the lead sold', async () => {
    const agent = await makeBuyer(100)
    const leadId = await makeLead(app.db, { phone: '+919000012345', email: 'asha@example.com' })
    const answer = await app.as(agent).call(buyLead, { body: { leadId, expectedCost: 50 } })
    expect(answer.status).toBe(200)
    expect(answer.message).toBe('Lead Buy successfully...')
    expect(answer.data).toMatchObject({
      leadId,
      cost: 50,
      paidWith: 'wallet',
      wallet: 50,
      phone: '+919000012345',
      email: 'asha@example.com',
    })
    const purchases = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    expect(purchases.data).toHaveLength(1)
    expect(purchases.data[0]).toMatchObject({
      _id: answer.data.purchaseId,
      cost: 50,
      replacementStatus: 'no-replacement',
      lead: { _id: leadId, satatus: 'sold', phone: '+919000012345' },
      user: { _id: agent.id },
    })
    expect(await walletPaise(app.database, agent.id)).toBe(5000)
  })

  it('can reduce the balance of a wallet to exactly ₹0, but not below', async () => {
    const agent = await makeBuyer(50)
    const first = await makeLead(app.db)
    const second = await makeLead(app.db)
    expect((await app.as(agent).call(buyLead, { body: { leadId: first } })).status).toBe(200)
    const refused = await app.as(agent).call(buyLead, { body: { leadId: second } })
    expect(refused).toMatchObject({
      status: 402,
      code: 'INSUFFICIENT_WALLET_BALANCE',
      message: 'Insufficient wallet balance',
    })
    expect(await walletPaise(app.database, agent.id)).toBe(0)
  })

  it('rejects a changed price before money moves', async () => {
    const agent = await makeBuyer(100)
    const leadId = await makeLead(app.db)
    const refused = await app.as(agent).call(buyLead, { body: { leadId, expectedCost: 49.99 } })
    expect(refused).toMatchObject({ status: 409, code: 'LEAD_PRICE_CHANGED' })
    expect(await walletPaise(app.database, agent.id)).toBe(10_000)
  })

  it('rejects a lead that is sold, deleted, unknown or without a price', async () => {
    const agent = await makeBuyer(500)
    const client = app.as(agent)
    const sold = await makeLead(app.db)
    await client.call(buyLead, { body: { leadId: sold } })
    expect(await client.call(buyLead, { body: { leadId: sold } })).toMatchObject({
      status: 409,
      code: 'LEAD_ALREADY_SOLD',
      message: 'Lead already sold',
    })
    const deleted = await makeLead(app.db, { deleted_at: new Date() })
    expect(await client.call(buyLead, { body: { leadId: deleted } })).toMatchObject({
      status: 404,
      code: 'LEAD_NOT_FOUND',
      message: 'Lead not found',
    })
    expect(await client.call(buyLead, { body: { leadId: randomUUID() } })).toMatchObject({
      status: 404,
      code: 'LEAD_NOT_FOUND',
    })
    const unpriced = await makeLead(app.db, { lead_type: 'international' })
    expect(await client.call(buyLead, { body: { leadId: unpriced } })).toMatchObject({
      status: 409,
      code: 'LEAD_PRICE_NOT_SET',
      message: 'No price is set for this lead type',
    })
  })

  it('never charges the wallet if the buyer chose a plan', async () => {
    const agent = await makeBuyer(100)
    const leadId = await makeLead(app.db)
    const refused = await app.as(agent).call(buyLead, { body: { leadId, payWith: 'plan' } })
    expect(refused).toMatchObject({ status: 409, code: 'NO_PLAN_COVERS_LEAD' })
    expect(await walletPaise(app.database, agent.id)).toBe(10_000)
  })

  it('sells a lead of price 0 with an entry of 0', async () => {
    const other = await createTestApp()
    await setLeadPrice(other.db, 'both', 0)
    const agent = await makeAgent(other.db)
    const leadId = await makeLead(other.db)
    const answer = await other.as(agent).call(buyLead, { body: { leadId, expectedCost: 0 } })
    expect(answer.data).toMatchObject({ cost: 0, wallet: 0 })
    await expectAllInvariantsHold(other.database)
    await other.close()
  })

  it('rejects admins', async () => {
    const admin = await makeAdmin(app.db)
    const leadId = await makeLead(app.db)
    expect(await app.as(admin).call(buyLead, { body: { leadId } })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
  })

  it.each([
    { leadId: 'LD-000001' },
    { leadId: randomUUID(), userId: randomUUID() },
    { leadId: randomUUID(), cost: 0 },
    { leadId: randomUUID(), expectedCost: '50' },
    { leadId: randomUUID(), expectedCost: 50.001 },
    { leadId: randomUUID(), expectedCost: -1 },
    { leadId: randomUUID(), payWith: 'credit' },
    {},
  ])('refuses the body %j', async (body) => {
    const agent = await makeBuyer(0)
    expect(await app.as(agent).call(buyLead, { body })).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('an idempotency key', () => {
  it('returns the first response again, marked as replayed, also after the lead was deleted', async () => {
    const agent = await makeBuyer(100)
    const leadId = await makeLead(app.db)
    const send = () =>
      app.as(agent).call(buyLead, { body: { leadId }, headers: { 'idempotency-key': 'intent-1' } })
    const first = await send()
    await app.db
      .updateTable('leads')
      .set({ deleted_at: new Date() })
      .where('id', '=', leadId)
      .execute()
    const again = await send()
    expect(again.data).toEqual(first.data)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await walletPaise(app.database, agent.id)).toBe(5000)
  })

  it('is valid for one request body', async () => {
    const agent = await makeBuyer(200)
    const headers = { 'idempotency-key': 'intent-2' }
    const leadId = await makeLead(app.db)
    await app.as(agent).call(buyLead, { body: { leadId }, headers })
    const other = { leadId: await makeLead(app.db) }
    expect(await app.as(agent).call(buyLead, { body: other, headers })).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  })

  it('is valid for one caller', async () => {
    const headers = { 'idempotency-key': 'intent-3' }
    for (const agent of [await makeBuyer(100), await makeBuyer(100)]) {
      const leadId = await makeLead(app.db)
      const answer = await app.as(agent).call(buyLead, { body: { leadId }, headers })
      expect(answer.data.leadId).toBe(leadId)
    }
  })

  it('can be used again after a rejected request', async () => {
    const agent = await makeBuyer(0)
    const leadId = await makeLead(app.db)
    const send = () =>
      app.as(agent).call(buyLead, { body: { leadId }, headers: { 'idempotency-key': 'intent-4' } })
    expect((await send()).status).toBe(402)
    await giveMoney(app.database, agent.id, 5000)
    expect((await send()).status).toBe(200)
  })

  it.each(['', 'with blank', 'ä', 'x'.repeat(256)])('is rejected if it is %j', async (key) => {
    const agent = await makeBuyer(100)
    const leadId = await makeLead(app.db)
    const answer = await app
      .as(agent)
      .call(buyLead, { body: { leadId }, headers: { 'idempotency-key': key } })
    expect(answer).toMatchObject({ status: 400, code: 'INVALID_IDEMPOTENCY_KEY' })
  })
})

describe('purchases', () => {
  it('can be read by their buyer only; another agent’s id is not found', async () => {
    const buyer = await makeBuyer(100)
    const other = await makeBuyer(0)
    await app.as(buyer).call(buyLead, { body: { leadId: await makeLead(app.db) } })
    for (const userId of [buyer.id, randomUUID()]) {
      expect(await app.as(other).call(getUserLead, { params: { userId } })).toMatchObject({
        status: 404,
        code: 'USER_NOT_FOUND',
      })
    }
    const admin = await makeAdmin(app.db)
    const seen = await app.as(admin).call(getUserLead, { params: { userId: buyer.id } })
    expect(seen.data).toHaveLength(1)
  })
})
