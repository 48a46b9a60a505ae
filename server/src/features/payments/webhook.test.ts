import { sign } from '@raahi/gateway-sandbox/sign'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sandboxKeys } from '../../config/payments.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import { makeAgent, makePlan } from '../../testing/factories.ts'
import {
  createPayingApp,
  grantedOnce,
  type PayingApp,
  readOrderRecords,
} from '../../testing/paying-app.ts'
import { retryPauseMs } from './gateway-client.ts'
import { eventRetryPolicy, processEvent } from './process-event.ts'

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
})
afterEach(async () => {
  await app.gateway.behave({ webhooks: 'drop' })
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

const nothing = { ...grantedOnce, status: 'open', captured: 0, subscriptions: 0, entries: 0 }

async function orderPlan() {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  return { agent, orderId: await app.order(agent, { planId: plan.id }) }
}

const captured = (orderId: string, paymentId: string, event = 'payment.captured') => ({
  entity: 'event',
  event,
  payload: {
    payment: {
      entity: {
        id: paymentId,
        order_id: orderId,
        amount: 500_00,
        currency: 'INR',
        status: 'captured',
      },
    },
  },
})

async function events(): Promise<number> {
  return (await app.db.selectFrom('gateway_events').select('id').execute()).length
}

describe('one payment is granted once if the gateway sends its webhooks', () => {
  it.each(['normal', 'repeat', 'reverse', 'delay'] as const)('%s', async (webhooks) => {
    await app.gateway.behave({ webhooks, delayMs: 400 })
    const { orderId } = await orderPlan()
    await app.gateway.pay(orderId)
    await expect
      .poll(() => readOrderRecords(app, orderId), { timeout: 15_000 })
      .toEqual(grantedOnce)
    await expect.poll(undelivered, { timeout: 15_000 }).toBe(0)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it.each(['normal', 'reverse'] as const)(
    'with a failure, a success and a late success (%s)',
    async (webhooks) => {
      await app.gateway.behave({ webhooks, delayMs: 600 })
      const { agent, orderId } = await orderPlan()
      await app.gateway.fail(orderId, 'failure')
      await app.gateway.pay(orderId)
      const late = await app.order(agent, { amount: 70 })
      await app.gateway.fail(late, 'late')
      await expect.poll(() => walletPaise(app.database, agent.id), { timeout: 15_000 }).toBe(70_00)
      await expect.poll(undelivered, { timeout: 15_000 }).toBe(0)
      expect(await readOrderRecords(app, orderId)).toEqual({
        ...grantedOnce,
        failed: 1,
        entries: 2,
      })
      expect(await readOrderRecords(app, late)).toMatchObject({
        status: 'paid',
        captured: 1,
        failed: 0,
      })
    },
  )

  async function undelivered(): Promise<number> {
    const { rows } = await app.database.pool.query(
      "select id from sandbox_events where state = 'pending'",
    )
    return rows.length
  }
})

describe('an event', () => {
  it('grants the order even if the agent was suspended meanwhile', async () => {
    const { agent, orderId } = await orderPlan()
    const { razorpay_payment_id } = await app.gateway.pay(orderId)
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', agent.id)
      .execute()
    await app.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', agent.id)
      .execute()
    expect(await app.gateway.sendEvent(captured(orderId, razorpay_payment_id))).toBe(200)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it('is processed once if it is sent again', async () => {
    const { orderId } = await orderPlan()
    const { razorpay_payment_id } = await app.gateway.pay(orderId)
    const event = captured(orderId, razorpay_payment_id)
    const before = await events()
    const send = () => app.gateway.sendEvent(event, { id: `evt-${orderId}` })
    const statuses = await Promise.all(Array.from({ length: 10 }, send))
    expect(tally(statuses)).toEqual({ 200: 10 })
    expect(await events()).toBe(before + 1)
    // No gateway call is needed.
    await app.gateway.behave({ failing: true })
    expect(await send()).toBe(200)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it('without a signature of exactly its bytes is refused and changes nothing', async () => {
    const { orderId } = await orderPlan()
    const { razorpay_payment_id } = await app.gateway.pay(orderId)
    const body = JSON.stringify(captured(orderId, razorpay_payment_id))
    const good = sign(body, sandboxKeys.webhookSecret)
    const before = await events()
    for (const [sent, signature] of [
      [body, ''],
      [body, 'x'.repeat(64)],
      [body, sign(body, sandboxKeys.keySecret)],
      [body, sign(body, `${sandboxKeys.webhookSecret} `)],
      [body, good.slice(0, 62)],
      [`${body} `, good],
      [body.replace('payment.captured', 'payment.capturef'), good],
      ['', good],
    ] as const) {
      expect(await app.gateway.sendEvent(sent, { signature }), sent).toBe(400)
    }
    expect(await readOrderRecords(app, orderId)).toEqual(nothing)
    expect(await events()).toBe(before)
    expect(await app.gateway.sendEvent(body, { signature: good })).toBe(200)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it('forged with the known secret grants nothing that the gateway does not confirm', async () => {
    const { orderId } = await orderPlan()
    const other = await orderPlan()
    const failed = await app.gateway.fail(orderId, 'failure')
    const unknown = captured(orderId, 'pay_AAAAAAAAAAAAAA')
    expect(await app.gateway.sendEvent(unknown)).toBe(200)
    expect(await app.gateway.sendEvent(captured(orderId, failed))).toBe(200)
    expect(await app.gateway.sendEvent(captured(orderId, failed, 'order.paid'))).toBe(200)
    // The gateway's order id counts, not the one in the event.
    const { razorpay_payment_id } = await app.gateway.pay(other.orderId)
    expect(await app.gateway.sendEvent(captured(orderId, razorpay_payment_id))).toBe(200)
    expect(await readOrderRecords(app, orderId)).toEqual({ ...nothing, failed: 1 })
    expect(await readOrderRecords(app, other.orderId)).toEqual(grantedOnce)
  })

  it('with invalid content is accepted and ignored', async () => {
    const before = await events()
    const { orderId } = await orderPlan()
    const { payload } = captured('order_of_somebody', 'pay_1')
    for (const event of [
      'not json',
      '',
      '[]',
      'null',
      '{"__proto__": 1}',
      {},
      { event: 5 },
      { event: 'payment.captured' },
      { event: 'payment.captured', payload: { payment: { entity: { id: 5 } } } },
      { event: 'payment.captured', payload },
      { event: 'payment.captured', payload: { payment: { entity: { id: '../orders' } } } },
      captured(orderId, '../../v1/orders'),
      captured(orderId, '\ud83d'),
      captured(orderId, 'pay_\u0000'),
      captured(`${orderId}\u0000`, 'pay_1'),
      { event: 'payment.dispute.created', payload },
      { event: 'refund.processed', payload },
      { event: 'refund.processed', payload: { refund: { entity: { id: 'r', payment_id: 'p' } } } },
    ]) {
      expect(await app.gateway.sendEvent(event), JSON.stringify(event)).toBe(200)
    }
    expect(await events()).toBe(before)
    expect(await readOrderRecords(app, orderId)).toEqual(nothing)
  })

  it('of a dispute changes nothing and is logged for an admin', async () => {
    const before = await events()
    const errors: object[] = []
    const log = { ...app.settling.log, error: (details: object) => errors.push(details) }
    const { payload } = captured('order_1', 'pay_1')
    const event = JSON.stringify({ event: 'payment.dispute.created', payload })
    await processEvent({ ...app.settling, log }, 'evt-dispute', Buffer.from(event))
    expect(errors).toEqual([
      { event: 'evt-dispute', name: 'payment.dispute.created', payment: 'pay_1' },
    ])
    expect(await events()).toBe(before)
  })

  it('that is too large is not read to its end', async () => {
    expect(await app.gateway.sendEvent({ event: 'x'.repeat(70_000) })).toBe(413)
  })

  it('of a payment is answered within 5 s, which limits its call to the gateway', () => {
    const { timeoutMs, tries } = eventRetryPolicy
    expect(tries * timeoutMs + (tries - 1) * retryPauseMs).toBeLessThan(4000)
  })

  it.each([
    ['down', { failing: true }],
    ['slow', { latencyMs: 30_000 }],
  ])(
    'while the gateway is %s is answered as not received, without waiting for it, and processed later',
    async (_, trouble) => {
      const { orderId } = await orderPlan()
      const { razorpay_payment_id } = await app.gateway.pay(orderId)
      await app.gateway.behave({ webhooks: 'drop', ...trouble })
      const send = () =>
        app.gateway.sendEvent(captured(orderId, razorpay_payment_id), { id: `evt-${orderId}` })
      const begun = performance.now()
      expect(await send()).toBe(503)
      // With the usual limits, two attempts would take 8.2 s.
      expect(performance.now() - begun).toBeLessThan(8000)
      expect(await readOrderRecords(app, orderId)).toEqual(nothing)
      await app.gateway.behave({ webhooks: 'drop' })
      expect(await send()).toBe(200)
      expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    },
  )
})
