import { getOrder } from '@raahi/contract/payments'
import { deletePlan, purchasePlan } from '@raahi/contract/plans'
import { sign } from '@raahi/gateway-sandbox/sign'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sandboxKeys } from '../../config/payments.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAdmin, makeAgent, makePlan } from '../../testing/factories.ts'
import { waitForMails } from '../../testing/mails.ts'
import {
  createPayingApp,
  grantedOnce,
  type PayingApp,
  readOrderRecords,
} from '../../testing/paying-app.ts'
import { reconcile } from './reconciler.ts'

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
})
// Only the browser reports payments in this file.
const quiet = { webhooks: 'drop' } as const
beforeAll(() => app.gateway.behave(quiet))
afterEach(async () => {
  await app.gateway.behave(quiet)
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

const nothing = { ...grantedOnce, status: 'open', captured: 0, subscriptions: 0, entries: 0 }

async function orderPlan() {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  return { agent, plan, orderId: await app.order(agent, { planId: plan.id }) }
}

/** Signs like the gateway, with the sandbox's secret. */
function signed(orderId: string, paymentId: string) {
  return {
    razorpay_order_id: orderId,
    razorpay_payment_id: paymentId,
    razorpay_signature: sign(`${orderId}|${paymentId}`, sandboxKeys.keySecret),
  }
}

describe('a verified payment', () => {
  it('grants the plan and is confirmed in the response and by mail', async () => {
    const { agent, plan, orderId } = await orderPlan()
    const before = await app.clients.call(purchasePlan, {
      token: agent.token,
      body: { planId: plan.id },
    })
    expect([before.status, before.body.code]).toEqual([402, 'PLAN_NOT_PAID'])
    const paid = await app.gateway.pay(orderId)
    const { status, body } = await app.verify(agent, paid)
    expect([status, body.message]).toEqual([200, 'Successfully purchased the plan!'])
    expect(body.data).toMatchObject({
      orderId,
      kind: 'plan',
      status: 'paid',
      amount: 500,
      paymentId: paid.razorpay_payment_id,
      subscription: { plan: plan.id, leadsLeft: 10, status: true },
      wallet: 0,
    })
    const token = agent.token
    const read = await app.clients.call(getOrder, { token, params: { orderId } })
    expect(read.body.data).toEqual(body.data)
    const after = await app.clients.call(purchasePlan, { token, body: { planId: plan.id } })
    expect(after.body.data).toEqual(body.data?.subscription)
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.subject).toBe(`Payment of ₹500 received for the ${plan.name} plan`)
    expect(mail?.text).toContain(paid.razorpay_payment_id)
  })

  it('of a plan that was changed or deleted after it was begun grants the ordered terms', async () => {
    const admin = await makeAdmin(app.db)
    for (const change of ['edit', 'delete']) {
      const { agent, plan, orderId } = await orderPlan()
      const paid = await app.gateway.pay(orderId)
      if (change === 'edit') {
        const worse = { price_paise: 900_00, lead_quota: 1, validity_days: 1, name: 'Worse' }
        await app.db.updateTable('plans').set(worse).where('id', '=', plan.id).execute()
      } else {
        await app.as(admin).call(deletePlan, { params: { id: plan.id } })
      }
      const { body } = await app.verify(agent, paid)
      expect(body.data?.subscription).toMatchObject({
        name: plan.name,
        price: 500,
        numberOfLeads: 10,
        validity: 30,
      })
      expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    }
  })

  it('after a failed one is a separate payment, and the failed one stays failed', async () => {
    const { agent, orderId } = await orderPlan()
    const failed = await app.gateway.fail(orderId, 'failure')
    const refused = await app.verify(agent, signed(orderId, failed))
    expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_NOT_CAPTURED'])
    expect(await readOrderRecords(app, orderId)).toEqual({ ...nothing, failed: 1 })
    expect((await app.verify(agent, await app.gateway.pay(orderId))).status).toBe(200)
    expect((await app.verify(agent, signed(orderId, failed))).status).toBe(409)
    expect(await readOrderRecords(app, orderId)).toEqual({ ...grantedOnce, failed: 1 })
  })

  it('that had failed and is captured later is granted, and the mail says so', async () => {
    const { agent, plan, orderId } = await orderPlan()
    const late = await app.gateway.fail(orderId, 'late')
    expect((await app.verify(agent, signed(orderId, late))).status).toBe(409)
    const row = () =>
      app.db
        .selectFrom('payments')
        .select(['id', 'status', 'created_at', 'failure'])
        .where('gateway_payment_id', '=', late)
        .executeTakeFirstOrThrow()
    const before = await row()
    expect(before).toMatchObject({ status: 'failed', failure: expect.any(String) })
    await app.gateway.captureLate(late)
    expect((await app.verify(agent, signed(orderId, late))).status).toBe(200)
    expect(await row()).toEqual({ ...before, status: 'captured', failure: null })
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.subject).toBe(`Your payment of ₹500 for the ${plan.name} plan has come through`)
  })
})

describe('verification grants nothing for', () => {
  it('an order of another user, which is not found', async () => {
    const { orderId } = await orderPlan()
    const thief = await makeAgent(app.db)
    const { status, body } = await app.verify(thief, await app.gateway.pay(orderId))
    expect([status, body.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    const read = await app.clients.call(getOrder, { token: thief.token, params: { orderId } })
    expect([read.status, read.body.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(await readOrderRecords(app, orderId)).toEqual(nothing)
  })

  it('a payment of another order, even if correctly signed', async () => {
    const [mine, theirs] = [await orderPlan(), await orderPlan()]
    const paid = await app.gateway.pay(theirs.orderId)
    const forgeries = [
      { ...paid, razorpay_order_id: mine.orderId },
      signed(mine.orderId, paid.razorpay_payment_id),
    ]
    const answers = await Promise.all(forgeries.map((fields) => app.verify(mine.agent, fields)))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'PAYMENT_NOT_GENUINE'],
      [409, 'PAYMENT_MISMATCH'],
    ])
    expect(await readOrderRecords(app, mine.orderId)).toEqual(nothing)
    expect(await readOrderRecords(app, theirs.orderId)).toEqual(nothing)
  })

  it('a payment of a cheaper order of the same user', async () => {
    const { agent, orderId } = await orderPlan()
    const cheap = await app.gateway.pay(await app.order(agent, { amount: 1 }))
    const { status, body } = await app.verify(agent, signed(orderId, cheap.razorpay_payment_id))
    expect([status, body.code]).toEqual([409, 'PAYMENT_MISMATCH'])
    expect(await readOrderRecords(app, orderId)).toEqual(nothing)
  })

  it('a signature with any changed character', async () => {
    const { agent, orderId } = await orderPlan()
    const paid = await app.gateway.pay(orderId)
    for (const at of [0, 31, 63]) {
      const letters = [...paid.razorpay_signature]
      letters[at] = letters[at] === 'a' ? 'b' : 'a'
      const answer = await app.verify(agent, { ...paid, razorpay_signature: letters.join('') })
      expect([answer.status, answer.body.code]).toEqual([400, 'PAYMENT_NOT_GENUINE'])
    }
    const short = await app.verify(agent, { ...paid, razorpay_signature: '' })
    expect([short.status, short.body.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(await readOrderRecords(app, orderId)).toEqual(nothing)
  })

  it.each([{ wrongAmount: 100 }, { wrongAmount: 500_01 }, { wrongCurrency: 'USD' }])(
    'a payment that the gateway reports as %o',
    async (behaviour) => {
      const { agent, orderId } = await orderPlan()
      const paid = await app.gateway.pay(orderId)
      await app.gateway.behave({ ...quiet, ...behaviour })
      const { status, body } = await app.verify(agent, paid)
      expect([status, body.code]).toEqual([409, 'PAYMENT_MISMATCH'])
      expect(await readOrderRecords(app, orderId)).toEqual(nothing)
    },
  )

  it('a payment that the gateway does not know, although the secret has leaked', async () => {
    const { agent, orderId } = await orderPlan()
    const { status, body } = await app.verify(agent, signed(orderId, 'pay_AAAAAAAAAAAAAA'))
    expect([status, body.code]).toEqual([409, 'PAYMENT_MISMATCH'])
    expect(await readOrderRecords(app, orderId)).toEqual(nothing)
  })
})

describe('while the gateway is unavailable', () => {
  it.each([
    ['down', { failing: true }],
    ['losing its responses', { losing: true }],
    ['slow', { latencyMs: 30_000 }],
  ])(
    '(%s) the verification reports it, and the reconciler finds the payment later',
    async (_, trouble) => {
      const { agent, orderId } = await orderPlan()
      const paid = await app.gateway.pay(orderId)
      await app.gateway.behave({ ...quiet, ...trouble })
      const begun = performance.now()
      const { status, body } = await app.verify(agent, paid)
      // Far less than a slow gateway takes.
      expect(performance.now() - begun).toBeLessThan(20_000)
      expect([status, body.code]).toEqual([503, 'GATEWAY_FAILED'])
      expect(body.message).toMatch(
        /^We could not check this payment with the bank .* Your money is safe/,
      )
      expect(await readOrderRecords(app, orderId)).toEqual(nothing)
      await app.gateway.behave(quiet)
      await app.db
        .updateTable('orders')
        .set({ next_check_at: new Date(0) })
        .where('gateway_order_id', '=', orderId)
        .execute()
      await reconcile(app.settling)
      expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
    },
  )

  it('a settled payment is confirmed without a gateway call', async () => {
    const { agent, orderId } = await orderPlan()
    const paid = await app.gateway.pay(orderId)
    const first = await app.verify(agent, paid)
    await app.gateway.behave({ failing: true })
    const again = await app.verify(agent, paid)
    expect([again.status, again.body]).toEqual([200, first.body])
  })
})
