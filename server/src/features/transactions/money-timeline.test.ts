import {
  findUnpaidOrders,
  getMoneyTimeline,
  type MoneyEventKind,
} from '@raahi/contract/money-timeline'
import { refundPayment } from '@raahi/contract/payments'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import {
  allTransactions,
  type TransactionMethod,
  transactionMethods,
} from '@raahi/contract/transactions'
import { correctRecharge, rechargeWallet } from '@raahi/contract/wallets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureDuplicatePayment } from '../../testing/captured-payments.ts'
import {
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createPayingApp, type PayingApp } from '../../testing/paying-app.ts'

let app: PayingApp
let admin: MadeUser
beforeAll(async () => {
  app = await createPayingApp()
  admin = await makeAdmin(app.db, { name: 'Meera Admin' })
  await setLeadPrice(app.db, 'domestic', 60_00)
})
afterAll(() => app.close())

const find = async (search: string) =>
  (await app.as(admin).call(allTransactions, { query: { search } })).data.docs
const findUnpaid = async (search: string) =>
  (await app.as(admin).call(findUnpaidOrders, { query: { search } })).data
const timelineOf = async (id: string) =>
  (await app.as(admin).call(getMoneyTimeline, { params: { id } })).data
const steps = async (id: string) =>
  (await timelineOf(id)).events.map(({ kind, by, name, amount }) => [kind, by, name, amount])

async function buy(agent: MadeUser) {
  const leadId = await makeLead(app.db)
  expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
  const { number } = await app.db
    .selectFrom('leads')
    .select('number')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  return { leadId, label: `LD-${String(number).padStart(6, '0')}` }
}

async function approveReturn(agent: MadeUser, leadId: string) {
  const requestId = await makeRequest(app.database, agent.id, leadId)
  const body = { requestId, action: 'approved' as const }
  expect((await app.as(admin).call(approveLeadReplacement, { body })).status).toBe(200)
}

describe('the timeline of money', () => {
  it('shows a top-up from its order to the wallet, with its webhook and invoice', async () => {
    const agent = await makeAgent(app.db, { name: 'Asha Trips' })
    const orderId = await app.order(agent, { amount: 500 })
    const paid = await app.gateway.pay(orderId)
    await expect.poll(() => find(orderId), { timeout: 10_000 }).toHaveLength(1)
    const [row] = await find(orderId)
    expect(await find(String(paid.razorpay_payment_id))).toEqual([row])
    const { events, order, user } = await timelineOf(row?._id ?? '')
    expect(user).toMatchObject({ name: 'Asha Trips', email: agent.email, phone: agent.phone })
    expect(order?.status).toBe('paid')
    const withoutWebhooks = events.filter(({ kind }) => kind !== 'webhook')
    expect(
      withoutWebhooks.map(({ kind, by, amount, balance }) => [kind, by, amount, balance]),
    ).toEqual([
      ['order', 'agent', 500, null],
      ['payment', 'agent', 500, null],
      ['wallet-credited', 'raahi', 500, 500],
      ['invoice', 'raahi', 500, null],
    ])
    expect(events.find(({ kind }) => kind === 'webhook')).toMatchObject({
      by: 'gateway',
      note: expect.stringMatching(/^(payment|order)\./),
    })
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
  })

  it('shows an order without a payment, which only its search finds', async () => {
    const agent = await makeAgent(app.db)
    const orderId = await app.order(agent, { amount: 321 })
    for (const search of [agent.name, agent.email, agent.phone, orderId, '321']) {
      expect(
        (await findUnpaid(search)).map((one) => one.orderId),
        search,
      ).toContain(orderId)
      expect(await find(search), search).toEqual([])
    }
    const [order] = await findUnpaid(orderId)
    const timeline = await timelineOf(order?._id ?? '')
    expect(timeline.events.map(({ kind }) => kind)).toEqual(['order'])
    expect(timeline.order).toEqual({ status: 'open', nextCheckAt: expect.any(String) })
  })

  it('shows a plan with its leads and returns, from the number of a lead', async () => {
    const agent = await makeAgent(app.db, { name: 'Bela Tours' })
    const plan = await makePlan(app.db)
    const orderId = await app.order(agent, { planId: plan.id })
    await app.gateway.pay(orderId)
    await expect.poll(() => find(orderId), { timeout: 10_000 }).toHaveLength(1)
    const { leadId, label } = await buy(agent)
    await approveReturn(agent, leadId)
    const [row, ...more] = await find(label)
    expect(more).toEqual([])
    expect((await steps(row?._id ?? '')).filter(([kind]) => kind !== 'webhook')).toEqual([
      ['order', 'agent', 'Bela Tours', 500],
      ['payment', 'agent', 'Bela Tours', 500],
      ['plan-granted', 'raahi', null, 500],
      ['invoice', 'raahi', null, 500],
      ['lead-bought', 'agent', 'Bela Tours', null],
      ['return-requested', 'agent', 'Bela Tours', null],
      ['return-to-plan', 'admin', 'Meera Admin', null],
    ])
  })

  it('names the admin of a recharge, and finds purchase and refund by the number of the lead', async () => {
    const agent = await makeAgent(app.db, { name: 'Chitra Travels' })
    await app.as(admin).call(rechargeWallet, { body: { userId: agent.id, amount: 200 } })
    const [recharge] = await find('chitra tra')
    expect(await steps(recharge?._id ?? '')).toEqual([['recharge', 'admin', 'Meera Admin', 200]])
    const { leadId, label } = await buy(agent)
    await approveReturn(agent, leadId)
    const rows = await find(label)
    expect(rows.map(({ method }) => method)).toEqual(['wallet_refund', 'lead_wallet'])
    for (const { _id } of rows) {
      expect(await steps(_id)).toEqual([
        ['lead-bought', 'agent', 'Chitra Travels', 60],
        ['return-requested', 'agent', 'Chitra Travels', null],
        ['return-paid', 'admin', 'Meera Admin', 60],
      ])
    }
  })

  it('shows that a second payment of an order was refunded', async () => {
    const agent = await makeAgent(app.db)
    const { paymentId } = await withTransaction(app.database, (tx) =>
      captureDuplicatePayment(tx, app.settling.invoicing, { userId: agent.id, amountPaise: 90_00 }),
    )
    const { events } = await timelineOf(paymentId)
    expect(events.map(({ kind }) => kind)).toEqual([
      'order',
      'payment',
      'wallet-credited',
      'invoice',
      'payment',
      'invoice',
      'refund-started',
      'refund-done',
      'credit-note',
    ])
  })

  it('shows a recharge with its corrections, from either end', async () => {
    const agent = await makeAgent(app.db, { name: 'Deepa Yatra' })
    await app.as(admin).call(rechargeWallet, { body: { userId: agent.id, amount: 200 } })
    const [recharge] = await find(agent.email)
    for (const amount of [150, 20.5]) {
      const body = { transactionId: recharge?._id ?? '', amount, reason: `Too much: ${amount}` }
      expect((await app.as(admin).call(correctRecharge, { body })).status).toBe(200)
    }
    const rows = await find(agent.email)
    expect(rows).toHaveLength(3)
    for (const { _id } of rows) {
      const { events } = await timelineOf(_id)
      expect(events).toMatchObject([
        { kind: 'recharge', by: 'admin', amount: 200, balance: 200 },
        { kind: 'correction', amount: 150, balance: 50, note: 'Too much: 150' },
        { kind: 'correction', amount: 20.5, balance: 29.5, note: 'Too much: 20.5' },
      ])
      expect(events.map(({ name }) => name)).toEqual(Array(3).fill('Meera Admin'))
      expect(events.map(({ label }) => label)).toEqual(
        rows.map(({ paymentId }) => paymentId).reverse(),
      )
    }
  })

  it('exists for a transaction of each method, with the agent as the payer of a plan from the wallet', async () => {
    const agent = await makeAgent(app.db, { name: 'Esha Holidays' })
    await app.as(admin).call(rechargeWallet, { body: { userId: agent.id, amount: 1000 } })
    const [recharge] = await find(agent.email)
    const body = { transactionId: recharge?._id ?? '', amount: 100, reason: 'Too much' }
    await app.as(admin).call(correctRecharge, { body })
    await approveReturn(agent, (await buy(agent)).leadId)
    await givePlan(app.database, agent.id, await makePlan(app.db))
    await givePlan(app.database, agent.id, await makePlan(app.db), 'wallet')
    await app.gateway.pay(await app.order(agent, { amount: 500 }))
    const listed = async () => (await find(agent.email)).map(({ method }) => method).toSorted()
    const untilListed = (methods: TransactionMethod[]) =>
      expect.poll(listed, { timeout: 10_000 }).toEqual(methods.toSorted())
    const refundMethods = ['top_up_refund', 'plan_refund']
    const others = transactionMethods.filter((method) => !refundMethods.includes(method))
    await untilListed(others)
    const plan = await makePlan(app.db)
    await app.gateway.pay(await app.order(agent, { planId: plan.id }))
    await untilListed([...others, 'Online'])
    const payments = (await find(agent.email)).filter(({ method }) => method === 'Online')
    for (const { _id: transactionId } of payments) {
      const body = { transactionId, amount: 100, reason: 'Paid twice' }
      expect((await app.as(admin).call(refundPayment, { body })).status).toBe(200)
    }
    const ofPlan = payments.find(({ planName }) => planName !== null)
    const expected: Record<TransactionMethod, [MoneyEventKind, string, number | null]> = {
      lead_wallet: ['lead-bought', 'agent', 840],
      wallet_refund: ['return-paid', 'admin', 900],
      cash: ['plan-granted', 'admin', null],
      recharge_by_admin: ['recharge', 'admin', 1000],
      Online: ['wallet-credited', 'raahi', 900],
      plan_wallet: ['plan-granted', 'agent', 400],
      recharge_correction: ['correction', 'admin', 900],
      top_up_refund: ['refund-started', 'admin', 800],
      plan_refund: ['refund-started', 'admin', null],
    }
    const all = await find(agent.email)
    expect(new Set(all.map(({ method }) => method))).toEqual(new Set(transactionMethods))
    for (const { _id, method } of all.filter((one) => one._id !== ofPlan?._id)) {
      const [kind, by, balance] = expected[method]
      const { events } = await timelineOf(_id)
      expect(events, method).toContainEqual(expect.objectContaining({ kind, by, balance }))
    }
  })
})
