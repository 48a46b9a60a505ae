import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import { makeAgent, makePlan } from '../../testing/factories.ts'
import { repetitions } from '../../testing/long-tests.ts'
import {
  createPayingApp,
  grantedOnce,
  type PayingApp,
  readOrderRecords,
} from '../../testing/paying-app.ts'

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
  // The tests send the events themselves, more of them than the gateway would.
  await app.gateway.behave({ webhooks: 'drop' })
})
afterAll(() => app.close())

/** The gateway's events of a captured payment, some of them repeated. */
function reports(payment: string, order: string, count: number): Promise<number>[] {
  const entity = { id: payment, order_id: order }
  return Array.from({ length: count }, (_, n) =>
    app.gateway.sendEvent(
      { event: n % 2 ? 'payment.captured' : 'order.paid', payload: { payment: { entity } } },
      { id: `${payment}-${n % 7}` },
    ),
  )
}

describe('25 concurrent verifications and 25 webhooks of one payment', () => {
  it(
    'grant its plan once, in every round',
    async () => {
      const plan = await makePlan(app.db)
      for (let round = 1; round <= repetitions(5); round += 1) {
        const agent = await makeAgent(app.db)
        const orderId = await app.order(agent, { planId: plan.id })
        const paid = await app.gateway.pay(orderId)
        const [answers, statuses] = await Promise.all([
          Promise.all(Array.from({ length: 25 }, () => app.verify(agent, paid))),
          Promise.all(reports(paid.razorpay_payment_id, orderId, 25)),
        ])
        expect(tally(answers.map(({ status }) => status)), `round ${round}`).toEqual({ 200: 25 })
        expect(tally(statuses), `round ${round}`).toEqual({ 200: 25 })
        const subscriptions = answers.map(({ body }) => body.data?.subscription)
        expect(new Set(subscriptions.map((one) => JSON.stringify(one))).size).toBe(1)
        expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
      }
      await expectAllInvariantsHold(app.database)
    },
    repetitions(120_000),
  )

  it(
    'credit the wallet once',
    async () => {
      const agent = await makeAgent(app.db)
      for (let round = 1; round <= repetitions(2); round += 1) {
        const orderId = await app.order(agent, { amount: 250 })
        const paid = await app.gateway.pay(orderId)
        await Promise.all([
          ...Array.from({ length: 25 }, () => app.verify(agent, paid)),
          ...reports(paid.razorpay_payment_id, orderId, 25),
        ])
        expect(await walletPaise(app.database, agent.id)).toBe(round * 250_00)
      }
      await expectAllInvariantsHold(app.database)
    },
    repetitions(60_000),
  )
})

describe('two payments of one order, reported concurrently', () => {
  it(
    'pay the order once and refund the other payment once',
    async () => {
      const plan = await makePlan(app.db)
      await app.gateway.behave({ webhooks: 'drop', allowSurplus: true })
      for (let round = 1; round <= repetitions(3); round += 1) {
        const agent = await makeAgent(app.db)
        const orderId = await app.order(agent, { planId: plan.id })
        const both = [await app.gateway.pay(orderId), await app.gateway.pay(orderId)]
        const answers = await Promise.all([
          ...both.flatMap((paid) => Array.from({ length: 10 }, () => app.verify(agent, paid))),
          ...both.flatMap((paid) => reports(paid.razorpay_payment_id, orderId, 5)),
        ])
        const verified = answers.filter((answer) => typeof answer === 'object')
        expect(tally(verified.map(({ status, body }) => body.code ?? status))).toEqual({
          200: 10,
          PAYMENT_RETURNED: 10,
        })
        expect(await readOrderRecords(app, orderId)).toMatchObject({
          status: 'paid',
          captured: 1,
          surplus: 1,
          subscriptions: 1,
        })
      }
      await expect.poll(pendingRefunds, { timeout: 20_000 }).toBe(0)
      expect(await sentBackTwice()).toEqual([])
      await expectAllInvariantsHold(app.database)
    },
    repetitions(60_000),
  )
})

async function pendingRefunds(): Promise<number> {
  const rows = await app.db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', 'pending')
    .execute()
  return rows.length
}

/** Payments that the gateway has refunded more than once. */
async function sentBackTwice(): Promise<unknown[]> {
  const { rows } = await sql`
    select payment_id, count(*) from sandbox_refunds group by payment_id having count(*) > 1
  `.execute(app.db)
  return rows
}
