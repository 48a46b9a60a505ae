import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAllInvariantsHold, walletPaise } from '../../testing/expect-invariants.ts'
import { makeAgent, makePlan } from '../../testing/factories.ts'
import { waitForMails } from '../../testing/mails.ts'
import {
  createPayingApp,
  grantedOnce,
  type PayingApp,
  readOrderRecords,
} from '../../testing/paying-app.ts'
import { settlePayment } from './settle-payment.ts'

// Cases that the provider may report and the sandbox never does; the tests call the use case directly.

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
  await app.gateway.behave({ webhooks: 'drop' })
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const nothing = { status: 'open', captured: 0, surplus: 0, failed: 0, entries: 0 }

async function orderAndPay() {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  const orderId = await app.order(agent, { planId: plan.id })
  const { razorpay_payment_id } = await app.gateway.pay(orderId)
  const payment = await app.settling.payments.gateway.fetchPayment(razorpay_payment_id)
  if (!payment) throw new Error('the gateway knows what was paid')
  return { agent, orderId, payment }
}

it.each(['created', 'authorized', 'something new'])(
  'a payment with status %s grants nothing, and its event is processed again later',
  async (status) => {
    const { orderId, payment } = await orderAndPay()
    const event = { id: `evt-${orderId}`, event: 'payment.captured' }
    expect(await settlePayment(app.settling, { ...payment, status }, event)).toBe('pending')
    expect(await readOrderRecords(app, orderId)).toMatchObject(nothing)
    expect(await settlePayment(app.settling, payment, event)).toBe('paid')
    expect(await settlePayment(app.settling, payment, event)).toBe('repeated')
    expect(await settlePayment(app.settling, payment)).toBe('paid')
    expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
  },
)

it('a payment that is already partly refunded grants nothing', async () => {
  const { orderId, payment } = await orderAndPay()
  const settled = await settlePayment(app.settling, { ...payment, amount_refunded: 1 })
  expect(settled).toBe('refunded')
  expect(await readOrderRecords(app, orderId)).toMatchObject(nothing)
})

it.each([
  { order_id: null },
  { order_id: undefined },
  { order_id: 'order_AAAAAAAAAAAAAA' },
  { amount: 50_001 },
  { currency: 'inr' },
])('a payment with %o grants nothing', async (change) => {
  const { orderId, payment } = await orderAndPay()
  expect(await settlePayment(app.settling, { ...payment, ...change })).toBe('mismatch')
  expect(await readOrderRecords(app, orderId)).toMatchObject(nothing)
})

it('a payment that paid one order pays no other order, also if the gateway reports another one later', async () => {
  const [first, second] = [await orderAndPay(), await orderAndPay()]
  expect(await settlePayment(app.settling, first.payment)).toBe('paid')
  const moved = { ...first.payment, order_id: second.orderId }
  expect(await settlePayment(app.settling, moved)).toBe('mismatch')
  expect(await readOrderRecords(app, second.orderId)).toMatchObject(nothing)
})

it('a captured payment that is later reported as failed stays captured', async () => {
  const { orderId, payment } = await orderAndPay()
  expect(await settlePayment(app.settling, payment)).toBe('paid')
  expect(await settlePayment(app.settling, { ...payment, status: 'failed' })).toBe('paid')
  expect(await readOrderRecords(app, orderId)).toEqual(grantedOnce)
})

it('a top-up mail shows the new balance of the wallet', async () => {
  const agent = await makeAgent(app.db)
  for (const amount of [100, 50.5]) {
    const orderId = await app.order(agent, { amount })
    await app.verify(agent, await app.gateway.pay(orderId))
  }
  expect(await walletPaise(app.database, agent.id)).toBe(150_50)
  const mails = await waitForMails(app.config, agent.email, 2)
  const texts = mails.map(({ text }) => text).join()
  expect(texts).toContain('Wallet balance: ₹100')
  expect(texts).toContain('Wallet balance: ₹150.50')
  expect(mails.map(({ subject }) => subject)).toContain(
    'Payment of ₹50.50 received for your wallet',
  )
})
