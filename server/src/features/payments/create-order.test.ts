import {
  createOrderPlan,
  createOrderWallet,
  getOrder,
  verifyPayment,
} from '@raahi/contract/payments'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAgent, makePlan } from '../../testing/factories.ts'
import { createPayingApp, type PayingApp } from '../../testing/paying-app.ts'
import { createTestApp, uniqueText } from '../../testing/test-app.ts'

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
})
afterEach(() => app.gateway.behave({}))
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const ordersOf = ({ id }: { id: string }) =>
  app.db.selectFrom('orders').selectAll().where('user_id', '=', id).execute()

function orderPlan(agent: { token: string }, body: object, key?: string) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return app.as(agent).call(createOrderPlan, { body, headers })
}

describe('a plan order', () => {
  it('has the plan’s current price and stores the terms', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db, { price_paise: 999_50, validity_days: 45, type: 'both' })
    const { data } = await orderPlan(agent, { planId: plan.id, expectedPrice: 999.5 })
    expect(data).toEqual({
      orderId: expect.stringMatching(/^order_/),
      amount: 999.5,
      amountPaise: 99_950,
      currency: 'INR',
      key: 'rzp_test_sandbox',
    })
    const [row] = await ordersOf(agent)
    expect(row).toMatchObject({
      kind: 'plan',
      plan_id: plan.id,
      plan_name: plan.name,
      plan_type: 'both',
      validity_days: 45,
      lead_quota: 10,
      amount_paise: 99_950,
      status: 'open',
      gateway_order_id: data.orderId,
    })
    const outcome = await app.as(agent).call(getOrder, { params: { orderId: data.orderId ?? '' } })
    expect(outcome.data).toMatchObject({
      kind: 'plan',
      status: 'open',
      amount: 999.5,
      paymentId: null,
      subscription: null,
      invoiceId: null,
    })
  })

  it('is rejected before any gateway call if the price differs from the one shown to the buyer', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    const answer = await orderPlan(agent, { planId: plan.id, expectedPrice: 499 })
    expect([answer.status, answer.code]).toEqual([409, 'PLAN_PRICE_CHANGED'])
    expect(await ordersOf(agent)).toEqual([])
  })

  it('of a plan that is not on sale is not found', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    await app.db
      .updateTable('plans')
      .set({ deleted_at: new Date() })
      .where('id', '=', plan.id)
      .execute()
    const answer = await orderPlan(agent, { planId: plan.id })
    expect([answer.status, answer.message]).toEqual([404, 'Selected plan not found.'])
    expect((await orderPlan(agent, {})).fieldErrors).toEqual({ planId: 'No plan selected' })
  })

  it('of a free plan is granted at once, once per agent', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const plan = await makePlan(app.db, { price_paise: 0 })
    const key = uniqueText()
    const { data } = await orderPlan(agent, { planId: plan.id }, key)
    expect(data).toMatchObject({ orderId: null, amount: 0, amountPaise: 0 })
    expect(data.subscription).toMatchObject({ plan: plan.id, price: 0, status: true })
    const replayed = await orderPlan(agent, { planId: plan.id }, key)
    expect([replayed.data, replayed.headers['idempotency-replayed']]).toEqual([data, 'true'])
    const again = await orderPlan(agent, { planId: plan.id })
    expect([again.status, again.code]).toEqual([409, 'FREE_PLAN_ALREADY_GRANTED'])
    expect((await orderPlan(other, { planId: plan.id })).status).toBe(200)
    expect(await ordersOf(agent)).toEqual([])
  })
})

describe('a top-up order', () => {
  it('accepts ₹1 to ₹10,00,000', async () => {
    const agent = await makeAgent(app.db)
    const topUp = (amount: unknown) => app.as(agent).call(createOrderWallet, { body: { amount } })
    for (const amount of [0, 0.99, -5, 1_000_000.01, 1.001, '100', null]) {
      const answer = await topUp(amount)
      expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, ['amount']])
    }
    expect((await topUp(1)).data).toMatchObject({ amount: 1, amountPaise: 100 })
    expect((await topUp(1_000_000)).data).toMatchObject({ amountPaise: 100_000_000 })
  })

  it('adds exactly its amount to the wallet once paid', async () => {
    const agent = await makeAgent(app.db)
    const orderId = await app.order(agent, { amount: 123.45 })
    const { status, body } = await app.verify(agent, await app.gateway.pay(orderId))
    expect([status, body.message]).toEqual([200, 'The money has been added to your wallet.'])
    expect(body.data).toMatchObject({ kind: 'wallet', wallet: 123.45, subscription: null })
  })
})

describe('an Idempotency-Key', () => {
  it('creates one order and returns the same response again', async () => {
    const agent = await makeAgent(app.db)
    const plan = await makePlan(app.db)
    const key = uniqueText()
    // Slow enough that all requests arrive before the first response.
    await app.gateway.behave({ latencyMs: 500 })
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => orderPlan(agent, { planId: plan.id }, key)),
    )
    await app.gateway.behave({})
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const again = await orderPlan(agent, { planId: plan.id }, key)
    expect(again.text).toBe(answers[0]?.text)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await ordersOf(agent)).toHaveLength(1)
    const reused = await orderPlan(agent, { planId: plan.id, expectedPrice: 1 }, key)
    expect([reused.status, reused.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it.each([{ failing: true }, { losing: true }])(
    'completes the same order after a gateway failure (%o)',
    async (behaviour) => {
      const agent = await makeAgent(app.db)
      const plan = await makePlan(app.db)
      const key = uniqueText()
      await app.gateway.behave(behaviour)
      const failed = await orderPlan(agent, { planId: plan.id }, key)
      expect([failed.status, failed.code, failed.message]).toEqual([
        503,
        'GATEWAY_FAILED',
        'Failed to initiate payment',
      ])
      await app.gateway.behave({})
      // The price has changed since; the repeated request still returns the first order.
      await app.db
        .updateTable('plans')
        .set({ price_paise: 900_00 })
        .where('id', '=', plan.id)
        .execute()
      const made = await orderPlan(agent, { planId: plan.id }, key)
      expect(made.data).toMatchObject({ amount: 500 })
      expect(made.headers['idempotency-replayed']).toBeUndefined()
      const replayed = await orderPlan(agent, { planId: plan.id }, key)
      expect(replayed.text).toBe(made.text)
      expect(replayed.headers['idempotency-replayed']).toBe('true')
      expect(await ordersOf(agent)).toHaveLength(1)
    },
  )
})

it('a flood of orders by one agent is rejected without affecting other agents', async () => {
  const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
  const statuses: number[] = []
  for (let n = 0; n < 62; n += 1) {
    statuses.push((await app.as(agent).call(createOrderWallet, { body: { amount: 1 } })).status)
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429])
  expect((await app.as(other).call(createOrderWallet, { body: { amount: 1 } })).status).toBe(200)
  expect(await ordersOf(agent)).toHaveLength(60)
})

it('with payments off, orders and verifications are rejected and a free plan is still granted', async () => {
  const off = await createTestApp({ overrides: { gateway: { mode: 'off' } } })
  try {
    const agent = await makeAgent(off.db)
    const [paid, free] = [await makePlan(off.db), await makePlan(off.db, { price_paise: 0 })]
    const client = off.as(agent)
    const refused = [
      await client.call(createOrderPlan, { body: { planId: paid.id } }),
      await client.call(createOrderWallet, { body: { amount: 5 } }),
      await client.call(verifyPayment, {
        body: {
          razorpay_order_id: 'order_1',
          razorpay_payment_id: 'pay_1',
          razorpay_signature: '0'.repeat(64),
        },
      }),
    ]
    for (const { status, code } of refused) expect([status, code]).toEqual([409, 'PAYMENTS_OFF'])
    const webhook = await off.app.inject({ method: 'POST', url: '/api/razorPay/webhook' })
    expect(webhook.statusCode).toBe(409)
    const sandbox = await off.app.inject({ method: 'POST', url: '/sandbox/razorpay/pay' })
    expect(sandbox.statusCode).toBe(404)
    expect((await client.call(createOrderPlan, { body: { planId: free.id } })).status).toBe(200)
    expect(await off.db.selectFrom('orders').select('id').execute()).toEqual([])
  } finally {
    await off.close()
  }
})
