import { sign } from '@raahi/gateway-sandbox/sign'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sandboxKeys } from '../../config/payments.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAgent, makePlan } from '../../testing/factories.ts'
import { waitForMails } from '../../testing/mails.ts'
import {
  ageOrder,
  createPayingApp,
  grantedOnce,
  type PayingApp,
  readOrderRecords,
  refundedOnce,
} from '../../testing/paying-app.ts'
import { reconcile } from './reconciler.ts'

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
})
// Only the reconciler learns of payments in this file.
const quiet = { webhooks: 'drop' } as const
beforeAll(() => app.gateway.behave(quiet))
afterEach(async () => {
  await app.gateway.behave(quiet)
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

async function orderPlan(age?: string) {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  const orderId = await app.order(agent, { planId: plan.id })
  if (age) await ageOrder(app, orderId, age)
  return { agent, plan, orderId }
}

/** Reconciles and returns the ids of the orders that it checked at the gateway: all orders that were due. */
async function checkedOrders(): Promise<string[]> {
  const orders: string[] = []
  const { payments } = app.settling
  const gateway = {
    ...payments.gateway,
    fetchOrderPayments(id: string) {
      orders.push(id)
      return payments.gateway.fetchOrderPayments(id)
    },
  }
  await reconcile({ ...app.settling, payments: { ...payments, gateway } })
  return orders
}

async function secondsUntilCheck(orderId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_check_at - clock_timestamp())::float8 as seconds from orders
    where gateway_order_id = ${orderId}`.execute(app.db)
  return rows[0]?.seconds ?? Number.NaN
}

/** Whether an order that was due has been checked. */
const isRescheduled = async (orderId: string) => (await secondsUntilCheck(orderId)) > 0

describe('an order without a reported payment', () => {
  it('is granted although the tab was closed and every webhook was dropped', async () => {
    const { agent, plan, orderId } = await orderPlan('61 seconds')
    await app.gateway.pay(orderId)
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.subject).toBe(`Payment of ₹500 received for the ${plan.name} plan`)
    expect(await checkedOrders()).not.toContain(orderId)
  })

  it('is not checked in its first minute', async () => {
    const { orderId } = await orderPlan('50 seconds')
    expect(await checkedOrders()).not.toContain(orderId)
    await ageOrder(app, orderId, '11 seconds')
    await checkedOrders()
    expect(await isRescheduled(orderId)).toBe(true)
  })

  it('is granted if the bank confirms five days late', async () => {
    const { agent, plan, orderId } = await orderPlan()
    const payment = await app.gateway.fail(orderId, 'late')
    await ageOrder(app, orderId, '4 days 23 hours')
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toMatchObject({ status: 'expired', failed: 1 })
    await ageOrder(app, orderId, '2 hours')
    await app.gateway.captureLate(payment)
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.subject).toBe(`Your payment of ₹500 for the ${plan.name} plan has come through`)
  })

  it('is closed after five days, and still granted if a payment that was begun in time is reported later', async () => {
    const { agent, orderId } = await orderPlan()
    const payment = await app.gateway.fail(orderId, 'late')
    await ageOrder(app, orderId, '5 days 1 minute')
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toMatchObject({ status: 'closed' })
    await ageOrder(app, orderId, '1 day')
    expect(await checkedOrders()).not.toContain(orderId)
    await app.gateway.captureLate(payment)
    const text = `${orderId}|${payment}`
    const fields = {
      razorpay_order_id: orderId,
      razorpay_payment_id: payment,
      razorpay_signature: sign(text, sandboxKeys.keySecret),
    }
    expect((await app.verify(agent, fields)).status).toBe(200)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it('is not closed while a recent payment attempt may still be confirmed, and must be refunded', async () => {
    const { orderId } = await orderPlan('6 days')
    const payment = await app.gateway.fail(orderId, 'late')
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toMatchObject({ status: 'expired', failed: 1 })
    await app.gateway.captureLate(payment)
    await ageOrder(app, orderId, '1 hour')
    await checkedOrders()
    await expect
      .poll(() => readOrderRecords(app, orderId), { timeout: 15_000 })
      .toEqual(refundedOnce)
  })

  it('with two payments is granted for the earlier one, and the later one is refunded', async () => {
    await app.gateway.behave({ ...quiet, allowSurplus: true })
    const { orderId } = await orderPlan('61 seconds')
    const [first, second] = [await app.gateway.pay(orderId), await app.gateway.pay(orderId)]
    await sql`update sandbox_payments set created_at = created_at - interval '5 seconds'
      where id = ${first.razorpay_payment_id}`.execute(app.db)
    await checkedOrders()
    const surplus = async (id: string) =>
      (
        await app.db
          .selectFrom('payments')
          .select('surplus')
          .where('gateway_payment_id', '=', id)
          .executeTakeFirst()
      )?.surplus
    expect(await surplus(first.razorpay_payment_id)).toBe(false)
    expect(await surplus(second.razorpay_payment_id)).toBe(true)
  })
})

describe('a paid order', () => {
  it('is still checked: an earlier attempt that is captured late is refunded once', async () => {
    const { agent, orderId } = await orderPlan()
    const late = await app.gateway.fail(orderId, 'late')
    expect((await app.verify(agent, await app.gateway.pay(orderId))).status).toBe(200)
    await app.gateway.captureLate(late)
    await ageOrder(app, orderId, '2 hours')
    await checkedOrders()
    const status = async () =>
      (
        await app.db
          .selectFrom('payments')
          .select('status')
          .where('gateway_payment_id', '=', late)
          .executeTakeFirst()
      )?.status
    await expect.poll(status, { timeout: 15_000 }).toBe('lead_refund')
    expect(await readOrderRecords(app, orderId)).toMatchObject({
      captured: 1,
      surplus: 1,
      subscriptions: 1,
    })
    const mails = await waitForMails(app.config, agent.email, 3)
    expect(mails.map(({ subject }) => subject)).toContain(
      'We are refunding your second payment of ₹500',
    )
  })

  it('is checked less and less often, and no longer after five days', async () => {
    const { agent, orderId } = await orderPlan()
    await app.verify(agent, await app.gateway.pay(orderId))
    for (const [age, hours] of [
      ['2 hours', 1],
      ['38 hours', 20],
    ] as const) {
      await ageOrder(app, orderId, age)
      await checkedOrders()
      expect(Math.round((await secondsUntilCheck(orderId)) / 3600)).toBe(hours)
    }
    await ageOrder(app, orderId, '5 days')
    await sql`update sandbox_payments set created_at = created_at - interval '6 days'
      where order_id = ${orderId}`.execute(app.db)
    await checkedOrders()
    expect(await secondsUntilCheck(orderId)).toBeNaN()
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })
})

describe('the reconciler', () => {
  it.each([
    ['2 minutes', 30],
    ['59 minutes', 30],
    ['10 hours', 1800],
    ['4 days', 3600],
  ])('checks an order of %s again after %i seconds', async (age, seconds) => {
    const { orderId } = await orderPlan(age)
    await checkedOrders()
    const inSeconds = await secondsUntilCheck(orderId)
    expect(inSeconds).toBeGreaterThan(seconds - 10)
    expect(inSeconds).toBeLessThan(seconds + 10)
  })

  it('checks each order once, with any number of processes', async () => {
    const orders: string[] = []
    for (let n = 0; n < 30; n += 1) orders.push((await orderPlan('5 minutes')).orderId)
    const each = await Promise.all([
      checkedOrders(),
      checkedOrders(),
      checkedOrders(),
      checkedOrders(),
    ])
    // Orders of earlier tests may be due again.
    const checked = each.flat().filter((id) => orders.includes(id))
    expect(checked.toSorted()).toEqual(orders.toSorted())
    expect(each.filter((some) => some.length > 0).length).toBeGreaterThan(1)
    for (const orderId of orders) expect(await isRescheduled(orderId)).toBe(true)
  })

  it('continues after an outage of the gateway, which closes no order of any age', async () => {
    const { orderId } = await orderPlan()
    await app.gateway.pay(orderId)
    await ageOrder(app, orderId, '5 days 1 hour')
    await app.gateway.behave({ ...quiet, failing: true })
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toMatchObject({ status: 'expired', captured: 0 })
    await app.gateway.behave(quiet)
    await ageOrder(app, orderId, '2 hours')
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it('ends its run after one short attempt if the gateway hangs', async () => {
    const { orderId } = await orderPlan('2 minutes')
    await app.gateway.pay(orderId)
    await app.gateway.behave({ ...quiet, latencyMs: 60_000 })
    const begun = performance.now()
    await reconcile(app.settling)
    // One attempt of 3 s. The two usual ones would take 8.2 s, longer than a stop of the product waits.
    expect(performance.now() - begun).toBeLessThan(8000)
    await app.gateway.behave(quiet)
    await ageOrder(app, orderId, '1 minute')
    await checkedOrders()
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })

  it('checks the other orders if one cannot be settled', async () => {
    const [stuck, fine] = [await orderPlan('2 minutes'), await orderPlan('1 minute 5 seconds')]
    for (const { orderId } of [stuck, fine]) await app.gateway.pay(orderId)
    // A programming error: the first order always throws.
    const { queueMail } = app.settling
    await reconcile({
      ...app.settling,
      async queueMail(tx, mail) {
        if (mail.to.email === stuck.agent.email) throw new Error('no mail for you')
        await queueMail(tx, mail)
      },
    })
    expect(await readOrderRecords(app, stuck.orderId)).toMatchObject({
      status: 'open',
      subscriptions: 0,
    })
    expect(await readOrderRecords(app, fine.orderId)).toEqual(grantedOnce)
    await ageOrder(app, stuck.orderId, '1 minute')
    await checkedOrders()
    expect(await readOrderRecords(app, stuck.orderId)).toEqual(grantedOnce)
  })
})
