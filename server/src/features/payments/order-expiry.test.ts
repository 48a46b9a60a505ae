import { getOrder, orderLifeMinutes } from '@raahi/contract/payments'
import { deletePlan, listPlans, updatePlan } from '@raahi/contract/plans'
import { allTransactions } from '@raahi/contract/transactions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent, makePlan } from '../../testing/factories.ts'
import type { CheckoutFields } from '../../testing/gateway.ts'
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
let admin: MadeUser
beforeAll(async () => {
  app = await createPayingApp()
  admin = await makeAdmin(app.db)
})
// The tests decide who reports a payment, and when.
const quiet = { webhooks: 'drop' } as const
beforeAll(() => app.gateway.behave(quiet))
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

async function orderPlan() {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  return { agent, plan, orderId: await app.order(agent, { planId: plan.id }) }
}

async function orderPlanAndPayLate() {
  const ordered = await orderPlan()
  await ageOrder(app, ordered.orderId, `${orderLifeMinutes} minutes 1 second`)
  return { ...ordered, paid: await app.gateway.pay(ordered.orderId) }
}

const expectRefund = (orderId: string, records: object = refundedOnce) =>
  expect.poll(() => readOrderRecords(app, orderId), { timeout: 15_000 }).toEqual(records)

const isExpired = [409, 'ORDER_EXPIRED']
async function verify(agent: { token: string }, paid: CheckoutFields) {
  const { status, body } = await app.verify(agent, paid)
  return [status, body.code]
}

/** The ways in which a payment is reported, each with the response that an agent sees, if there is one. */
const reports = {
  callback: ({ agent, paid }: Reported) => verify(agent, paid),
  async webhook({ orderId, paid }: Reported) {
    const entity = { id: paid.razorpay_payment_id, order_id: orderId }
    const event = { event: 'payment.captured', payload: { payment: { entity } } }
    expect(await app.gateway.sendEvent(event)).toBe(200)
  },
  async reconciler({ orderId }: Reported) {
    await ageOrder(app, orderId, '2 minutes')
    await reconcile(app.settling)
  },
}
type Reporter = keyof typeof reports
interface Reported {
  agent: MadeUser
  orderId: string
  paid: CheckoutFields
}
const orders: Reporter[][] = [
  ['callback', 'webhook', 'reconciler'],
  ['callback', 'reconciler', 'webhook'],
  ['webhook', 'callback', 'reconciler'],
  ['webhook', 'reconciler', 'callback'],
  ['reconciler', 'callback', 'webhook'],
  ['reconciler', 'webhook', 'callback'],
]

it('an order of ₹10 for 100 leads that is paid after the plan was repriced and deleted is refunded', async () => {
  const agent = await makeAgent(app.db)
  const { id } = await makePlan(app.db, { price_paise: 10_00, lead_quota: 100 })
  const orderId = await app.order(agent, { planId: id })
  const plan = (await app.as(admin).call(listPlans)).data.find(({ _id }) => _id === id)
  const { _id, ...terms } = plan ?? expect.fail('the plan is not listed')
  await app.as(admin).call(updatePlan, { params: { id }, body: { ...terms, price: 10_000 } })
  await app.as(admin).call(deletePlan, { params: { id } })
  const paid = await app.gateway.pay(orderId)
  const { status, body } = await app.verify(agent, paid)
  expect([status, body.code]).toEqual(isExpired)
  expect(body.message).toContain('we are refunding your payment in full')
  await expectRefund(orderId)
  expect(await verify(agent, paid)).toEqual(isExpired)
  const mails = await waitForMails(app.config, agent.email, 2)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'We are refunding your late payment of ₹10',
    'Your late payment of ₹10 has been refunded',
  ])
  const query = { search: paid.razorpay_payment_id }
  const { data } = await app.as(admin).call(allTransactions, { query })
  expect(data.docs).toMatchObject([{ status: 'lead_refund', amount: 10 }])
})

describe('a payment that was begun after its order had expired', () => {
  it.each(orders)('is refunded once when %s, %s and %s report it', async (...reporters) => {
    const reported = await orderPlanAndPayLate()
    for (const reporter of [...reporters, ...reporters]) {
      const seen = await reports[reporter](reported)
      if (seen) expect(seen).toEqual(isExpired)
    }
    await expectRefund(reported.orderId)
  })

  it('is refunded once when all report it at once', async () => {
    const reported = await orderPlanAndPayLate()
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => verify(reported.agent, reported.paid)),
      ...Array.from({ length: 5 }, () => reports.webhook(reported)),
      reports.reconciler(reported),
    ])
    expect(tally(answers.flatMap((answer) => (answer ? [String(answer)] : [])))).toEqual({
      [String(isExpired)]: 10,
    })
    await expectRefund(reported.orderId)
  })

  it('is refunded for a top-up, too', async () => {
    const agent = await makeAgent(app.db)
    const orderId = await app.order(agent, { amount: 250 })
    await ageOrder(app, orderId, `${orderLifeMinutes} minutes 1 second`)
    expect(await verify(agent, await app.gateway.pay(orderId))).toEqual(isExpired)
    await expectRefund(orderId)
    expect(await walletPaise(app.database, agent.id)).toBe(0)
  })

  it('is refunded although a payment that was begun in time pays the order later', async () => {
    const { agent, orderId } = await orderPlan()
    const inTime = await app.gateway.fail(orderId, 'late')
    await ageOrder(app, orderId, '1 hour')
    await app.gateway.behave({ ...quiet, allowSurplus: true })
    expect(await verify(agent, await app.gateway.pay(orderId))).toEqual(isExpired)
    await app.gateway.captureLate(inTime)
    await app.gateway.behave(quiet)
    await ageOrder(app, orderId, '1 hour')
    await reconcile(app.settling)
    await expectRefund(orderId, { ...grantedOnce, surplus: 1, entries: 3 })
  })
})

describe('a payment that was begun in time', () => {
  it.each(orders)(
    'is granted once when %s, %s and %s report it after the expiry',
    async (...reporters) => {
      const ordered = await orderPlan()
      const reported = { ...ordered, paid: await app.gateway.pay(ordered.orderId) }
      await ageOrder(app, ordered.orderId, '1 hour')
      await app.as(admin).call(deletePlan, { params: { id: ordered.plan.id } })
      for (const reporter of [...reporters, ...reporters]) {
        const seen = await reports[reporter](reported)
        if (seen) expect(seen).toEqual([200, undefined])
      }
      expect(await readOrderRecords(app, ordered.orderId)).toEqual(grantedOnce)
    },
  )

  it('is granted if the bank confirms it days later, after the plan was repriced', async () => {
    const { plan, orderId } = await orderPlan()
    const payment = await app.gateway.fail(orderId, 'late')
    await ageOrder(app, orderId, '3 days')
    await app.db.updateTable('plans').set({ price_paise: 100 }).where('id', '=', plan.id).execute()
    await reconcile(app.settling)
    await app.gateway.captureLate(payment)
    await ageOrder(app, orderId, '1 hour')
    await reconcile(app.settling)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  })
})

describe('an order', () => {
  const change = (id: string, values: object) =>
    app.db.updateTable('plans').set(values).where('id', '=', id).execute()

  it.each([
    { price_paise: 1_000_000 },
    { price_paise: 100 },
    { validity_days: 1 },
    { lead_quota: 1 },
    { type: 'both' },
    { deleted_at: new Date() },
  ])('expires when the plan gets %o', async (values) => {
    const { agent, plan, orderId } = await orderPlan()
    await change(plan.id, values)
    expect(await verify(agent, await app.gateway.pay(orderId))).toEqual(isExpired)
    await expectRefund(orderId)
  })

  it('stays expired when the plan gets its old terms again, or is changed again after the payment', async () => {
    for (const later of ['before the payment', 'after it']) {
      const { agent, plan, orderId } = await orderPlan()
      await change(plan.id, { price_paise: 900_00 })
      if (later === 'before the payment') await change(plan.id, { price_paise: plan.price_paise })
      const paid = await app.gateway.pay(orderId)
      if (later === 'after it') await change(plan.id, { deleted_at: new Date() })
      expect(await verify(agent, paid), later).toEqual(isExpired)
      await expectRefund(orderId)
    }
  })

  it('does not expire with a new name, description or number of its plan', async () => {
    const { agent, plan, orderId } = await orderPlan()
    await change(plan.id, { name: 'Renamed', description: 'Another text.', plan_id: 'renamed' })
    expect(await verify(agent, await app.gateway.pay(orderId))).toEqual([200, undefined])
  })

  it('reads as expired after 30 minutes, in which the reconciler records it, and not before', async () => {
    const { agent, orderId } = await orderPlan()
    const status = async () =>
      (await app.as(agent).call(getOrder, { params: { orderId } })).data.status
    await ageOrder(app, orderId, `${orderLifeMinutes - 1} minutes`)
    await reconcile(app.settling)
    expect(await status()).toBe('open')
    await ageOrder(app, orderId, '61 seconds')
    expect(await status()).toBe('expired')
    await reconcile(app.settling)
    expect(await readOrderRecords(app, orderId)).toMatchObject({ status: 'expired' })
  })
})
