import { getInvoice, listMyInvoices, replaceInvoice } from '@raahi/contract/invoices'
import { getMoneyTimeline } from '@raahi/contract/money-timeline'
import { getRefundablePayment, refundPayment } from '@raahi/contract/payments'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { getRevenue } from '@raahi/contract/revenue'
import {
  allTransactions,
  getTransactionSummary,
  myTransactions,
} from '@raahi/contract/transactions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLeads,
  makePlan,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { retryJobsNow, retryUntilJobsDone, waitForMail } from '../../testing/mails.ts'
import { ageOrder, createPayingApp, type PayingApp } from '../../testing/paying-app.ts'
import { uniqueText } from '../../testing/test-app.ts'
import { lockOrder } from './orders.queries.ts'
import { processEvent } from './process-event.ts'
import { refundByAdmin } from './refund-by-admin.ts'
import { processRefund } from './refund-payment.ts'
import { lockRefundable } from './refundable-payments.queries.ts'
import { settlePayment } from './settle-payment.ts'

let app: PayingApp
let admin: MadeUser
beforeAll(async () => {
  app = await createPayingApp()
  admin = await makeAdmin(app.db, { name: 'Meera Admin' })
  await setLeadPrice(app.db, 'domestic', 100_00)
})
const quiet = { webhooks: 'drop' } as const
beforeAll(() => app.gateway.behave(quiet))
afterEach(async () => {
  await app.gateway.behave(quiet)
  await retryUntilJobsDone(app.database)
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

const reason = 'Paid for the wrong account'
const refund = (transactionId: string, amount: number, key?: string) =>
  app.clients.call(refundPayment, {
    token: admin.token,
    body: { transactionId, amount, reason },
    ...(key && { key }),
  })
const readRefundable = async (id: string) =>
  (await app.as(admin).call(getRefundablePayment, { params: { id } })).data

async function pay(agent: MadeUser, what: { planId: string } | { amount: number }) {
  const orderId = await app.order(agent, what)
  const fields = await app.gateway.pay(orderId)
  expect((await app.verify(agent, fields)).status).toBe(200)
  return app.db
    .selectFrom('payments')
    .select(['id', 'gateway_payment_id'])
    .where('gateway_payment_id', '=', fields.razorpay_payment_id)
    .executeTakeFirstOrThrow()
}

async function agentWithTopUp(amount: number) {
  const agent = await makeAgent(app.db)
  return { agent, payment: await pay(agent, { amount }) }
}

/** An agent with a plan of ₹1,000 and ten leads, paid online. */
async function agentWithPlan() {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db, { price_paise: 1000_00, lead_quota: 10 })
  const payment = await pay(agent, { planId: plan.id })
  const subscription = () =>
    app.db
      .selectFrom('subscriptions')
      .select(['leads_used', sql<boolean>`ends_at > clock_timestamp()`.as('runs')])
      .where('user_id', '=', agent.id)
      .executeTakeFirstOrThrow()
  return { agent, payment, subscription }
}

const useLead = async (agent: MadeUser) => {
  const [leadId = ''] = await makeLeads(app.db, 1)
  return app.as(agent).call(buyLead, { body: { leadId, payWith: 'plan' } })
}

const refundsOf = (paymentId: string) =>
  app.db
    .selectFrom('refunds')
    .select(['id', 'amount_paise', 'status'])
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .execute()
async function sentBack(gatewayPaymentId: string): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    select amount from sandbox_refunds where payment_id = ${gatewayPaymentId} order by created_at`.execute(
    app.db,
  )
  return rows.map(({ amount }) => amount)
}
const untilDone = async (paymentId: string) => {
  await retryUntilJobsDone(app.database)
  expect(tally((await refundsOf(paymentId)).map(({ status }) => status))).toEqual({
    processed: (await refundsOf(paymentId)).length,
  })
}

describe('a refund of a top-up by an admin', () => {
  it('takes a part from the wallet, refunds it at the gateway, and is shown wherever the payment is', async () => {
    const { agent, payment } = await agentWithTopUp(1000)
    expect(await readRefundable(payment.id)).toMatchObject({
      paymentId: payment.gateway_payment_id,
      planName: null,
      amount: 1000,
      refunded: 0,
      wallet: 1000,
      plan: null,
      maxAmount: 1000,
      limitedBy: null,
    })
    const { status, body } = await refund(payment.id, 300.5)
    expect([status, body.message, body.data]).toMatchObject([
      200,
      'Refund started.',
      { wallet: 699.5, planEnded: false },
    ])
    expect(await walletPaise(app.database, agent.id)).toBe(699_50)
    await untilDone(payment.id)
    expect(await sentBack(payment.gateway_payment_id)).toEqual([300_50])

    const [line, topUp] = (await app.as(agent).call(myTransactions)).data.docs
    expect(line).toMatchObject({
      _id: body.data?.transactionId,
      method: 'top_up_refund',
      direction: 'debit',
      amount: 300.5,
      balance: 699.5,
      description: `Refund of top-up ${topUp?.paymentId}`,
      note: reason,
      refundOf: topUp?.paymentId,
      refundStatus: 'processed',
    })
    expect(topUp?.refunds).toEqual([
      { paymentId: line?.paymentId, amount: 300.5, status: 'processed' },
    ])
    const listed = (await app.as(admin).call(allTransactions, { query: { search: agent.email } }))
      .data.docs
    expect(listed).toMatchObject([
      { _id: line?._id, refundOf: payment.gateway_payment_id },
      { _id: payment.id, status: 'captured', refunds: [{ paymentId: line?.paymentId }] },
    ])
    for (const id of [payment.id, line?._id ?? '']) {
      const { data } = await app.as(admin).call(getMoneyTimeline, { params: { id } })
      expect(data.events.slice(-3)).toMatchObject([
        {
          kind: 'refund-started',
          by: 'admin',
          name: 'Meera Admin',
          amount: 300.5,
          label: line?.paymentId,
          note: reason,
          balance: 699.5,
        },
        { kind: 'refund-done', by: 'gateway', amount: 300.5 },
        { kind: 'credit-note', amount: 300.5 },
      ])
    }
    const mail = await waitForMail(app.config, agent.email, /We are refunding ₹300.50/)
    for (const text of [`Reason: ${reason}`, 'Balance now: ₹699.50', 'taken from your wallet']) {
      expect(mail.text).toContain(text)
    }
    await waitForMail(app.config, agent.email, /We have refunded ₹300.50/)
  })

  it('has a credit note of its amount, and the last one takes the remaining paise of the tax', async () => {
    const { agent, payment } = await agentWithTopUp(100)
    for (const amount of [33.33, 33.33, 33.34]) {
      expect((await refund(payment.id, amount)).status).toBe(200)
      await untilDone(payment.id)
    }
    const { docs } = (await app.as(agent).call(listMyInvoices)).data
    const read = async (id: string) =>
      (await app.as(agent).call(getInvoice, { params: { id } })).data
    const documents = await Promise.all(docs.map(({ _id }) => read(_id)))
    const invoice = documents.find(({ kind }) => kind === 'invoice')
    const notes = documents.filter(({ kind }) => kind === 'credit_note')
    expect(invoice?.creditNotes.map(({ total }) => total)).toEqual([33.33, 33.33, 33.34])
    for (const part of ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const) {
      const sum = notes.reduce((total, note) => total + Math.round(note[part] * 100), 0)
      expect(sum, part).toBe(Math.round((invoice?.[part] ?? 0) * 100))
    }
    expect(notes.map(({ credited, creditCause }) => [credited?.number, creditCause])).toEqual(
      notes.map(() => [invoice?.number, 'refund']),
    )
  })

  it('has a credit note of the invoice that has replaced the first one', async () => {
    const { agent, payment } = await agentWithTopUp(118)
    const [first] = (await app.as(agent).call(listMyInvoices)).data.docs
    const body = { invoiceId: first?._id ?? '', gstin: '', stateCode: '27' }
    const { data } = await app.as(admin).call(replaceInvoice, { body })
    expect((await refund(payment.id, 59)).status).toBe(200)
    await untilDone(payment.id)
    const params = { id: data.invoiceId }
    const replacement = (await app.as(agent).call(getInvoice, { params })).data
    expect(replacement.creditNotes).toMatchObject([{ total: 59 }])
  })

  it('never takes more than the wallet holds or than is left of the payment', async () => {
    const { agent, payment } = await agentWithTopUp(150)
    const [leadId = ''] = await makeLeads(app.db, 1)
    expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
    expect(await readRefundable(payment.id)).toMatchObject({ maxAmount: 50, limitedBy: 'wallet' })
    const tooMuch = await refund(payment.id, 50.01)
    expect([tooMuch.status, tooMuch.body.code]).toEqual([402, 'INSUFFICIENT_WALLET_BALANCE'])
    expect((await refund(payment.id, 150.01)).body.code).toBe('REFUND_TOO_LARGE')
    expect((await refund(payment.id, 50)).status).toBe(200)
    expect((await refund(payment.id, 100.01)).body.code).toBe('REFUND_TOO_LARGE')
    expect(await walletPaise(app.database, agent.id)).toBe(0)
  })

  it('is for captured payments of an order only, with an amount of ₹1 or more and a reason', async () => {
    const { agent, payment } = await agentWithTopUp(100)
    const { body } = await refund(payment.id, 10)
    for (const id of [String(body.data?.transactionId), agent.id]) {
      const answer = await refund(id, 1)
      expect([answer.status, answer.body.code]).toEqual([404, 'PAYMENT_NOT_FOUND'])
      expect((await app.as(admin).call(getRefundablePayment, { params: { id } })).status).toBe(404)
    }
    for (const wrong of [{ amount: 0.99 }, { amount: 1.001 }, { reason: ' ' }]) {
      const answer = await app.as(admin).call(refundPayment, {
        body: { transactionId: payment.id, amount: 1, reason, ...wrong },
      })
      expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([
        400,
        Object.keys(wrong),
      ])
    }
  })

  it('changes nothing if the gateway has refunded the payment by hand, does not know it or does not answer', async () => {
    const { agent, payment } = await agentWithTopUp(500)
    expect((await refund(payment.id, 100)).status).toBe(200)
    const codes = [(await refund(payment.id, 100)).body.code]
    await untilDone(payment.id)
    await app.settling.payments.gateway.refundPayment(payment.gateway_payment_id, {
      amountPaise: 100_00,
      receipt: 'by hand',
      key: `by-hand-${payment.id}`,
    })
    codes.push((await refund(payment.id, 100)).body.code)
    await app.gateway.behave({ ...quiet, failing: true })
    codes.push((await refund(payment.id, 100)).body.code)
    await app.gateway.behave(quiet)
    const { payment: other } = await agentWithTopUp(500)
    await sql`delete from sandbox_payments where id = ${other.gateway_payment_id}`.execute(app.db)
    codes.push((await refund(other.id, 100)).body.code)
    expect(codes).toEqual([
      undefined,
      'REFUNDED_AT_GATEWAY',
      'GATEWAY_FAILED',
      'PAYMENT_NOT_AT_GATEWAY',
    ])
    expect(await walletPaise(app.database, agent.id)).toBe(300_00)
    expect(await refundsOf(other.id)).toEqual([])
  })

  it('and one that was made by hand at the gateway are told apart when the gateway reports them', async () => {
    const { payment } = await agentWithTopUp(500)
    expect((await refund(payment.id, 100)).status).toBe(200)
    await untilDone(payment.id)
    const paymentId = payment.gateway_payment_id
    const byHand = await app.settling.payments.gateway.refundPayment(paymentId, {
      amountPaise: 50_00,
      receipt: 'by hand',
      key: `by-hand-${payment.id}`,
    })
    const reported = await app.settling.payments.gateway.fetchRefunds(paymentId)
    const errors: object[] = []
    const log = { ...app.settling.log, error: (facts: object) => errors.push(facts) }
    for (const id of [...reported.map(({ id }) => id), 'rfnd_forged']) {
      const payload = { refund: { entity: { id, payment_id: paymentId } } }
      const body = JSON.stringify({ event: 'refund.processed', payload })
      await processEvent({ ...app.settling, log }, `evt-${id}`, Buffer.from(body))
    }
    expect(reported).toHaveLength(2)
    expect(errors).toEqual([{ payment: paymentId, refund: byHand.id }])
  })

  it('is refused if the payment is older than six months', async () => {
    const { agent, payment } = await agentWithTopUp(500)
    const { gateway_order_id: orderId } = await app.db
      .selectFrom('orders')
      .select('gateway_order_id')
      .where('user_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    await ageOrder(app, orderId ?? '', '5 months 25 days')
    expect(await readRefundable(payment.id)).toMatchObject({ maxAmount: 500, limitedBy: null })
    await ageOrder(app, orderId ?? '', '7 days')
    expect(await readRefundable(payment.id)).toMatchObject({ maxAmount: 0, limitedBy: 'too-old' })
    expect((await refund(payment.id, 100)).body.code).toBe('REFUND_TOO_OLD')
    expect(await walletPaise(app.database, agent.id)).toBe(500_00)
  })

  it('leaves nothing or at least ₹1, because the gateway refunds no less', async () => {
    const { payment } = await agentWithTopUp(500)
    for (const amount of [499.01, 499.99])
      expect((await refund(payment.id, amount)).body.code).toBe('REFUND_REST_TOO_SMALL')
    expect((await refund(payment.id, 499)).status).toBe(200)
    const { agent: buyer, payment: other } = await agentWithTopUp(100.5)
    await pay(buyer, { amount: 99.6 })
    const [leadId = ''] = await makeLeads(app.db, 1)
    expect((await app.as(buyer).call(buyLead, { body: { leadId } })).status).toBe(200)
    // The wallet holds ₹100.10, 40 paise less than the payment.
    expect(await readRefundable(other.id)).toMatchObject({ maxAmount: 99.5, limitedBy: 'wallet' })
    expect((await refund(other.id, 100.1)).body.code).toBe('REFUND_REST_TOO_SMALL')
    expect((await refund(other.id, 99.5)).status).toBe(200)
  })

  it('with one key refunds once among 20 parallel requests, and without keys never more than was paid', async () => {
    const { agent, payment } = await agentWithTopUp(1000)
    const other = await pay(agent, { amount: 5000 })
    const key = uniqueText()
    const same = await Promise.all(Array.from({ length: 20 }, () => refund(payment.id, 100, key)))
    expect(tally(same.map(({ status }) => status))).toEqual({ 200: 20 })
    expect(new Set(same.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(payment.id, 200)))
    expect(tally(answers.map(({ body, status }) => body.code ?? status))).toEqual({
      200: 4,
      REFUND_TOO_LARGE: 16,
    })
    expect(await walletPaise(app.database, agent.id)).toBe(5100_00)
    await untilDone(payment.id)
    expect((await sentBack(payment.gateway_payment_id)).reduce((sum, one) => sum + one)).toBe(
      900_00,
    )
    expect(await refundsOf(other.id)).toEqual([])
  })

  it('is made once at the gateway by concurrent jobs and events, and after a lost response with an expired key', async () => {
    const { payment } = await agentWithTopUp(500)
    const { payments } = app.settling
    const known = await payments.gateway.fetchPayment(payment.gateway_payment_id)
    await app.gateway.behave({ ...quiet, losing: true })
    const gateway = { ...payments.gateway, fetchPayment: async () => known }
    await refundByAdmin(
      { ...app.settling, payments: { ...payments, gateway } },
      {
        caller: { role: 'admin', rights: ['money'] },
        actor: { userId: admin.id, requestId: uniqueText(), ip: '127.0.0.1' },
      },
      { paymentId: payment.id, amountPaise: 200_00, reason, idempotency: null },
    )
    const [{ id } = { id: '' }] = await refundsOf(payment.id)
    // The first question is lost too, so the gateway gets the request itself here.
    await app.settling.payments.gateway
      .refundPayment(payment.gateway_payment_id, { amountPaise: 200_00, receipt: id, key: id })
      .catch(() => {})
    expect(await refundsOf(payment.id)).toMatchObject([{ status: 'pending' }])
    const list = async (query: { refund: string }) =>
      (await app.as(admin).call(allTransactions, { query })).data.docs.map(({ _id }) => _id)
    expect(await list({ refund: 'pending' })).toContain(payment.id)
    await sql`update sandbox_refunds set idempotency_key = null where receipt = ${id}`.execute(
      app.db,
    )
    await app.gateway.behave({ webhooks: 'repeat' })
    await Promise.allSettled([
      retryJobsNow(app.database),
      ...Array.from({ length: 10 }, () => processRefund(app.settling, id)),
      app.gateway.sendEvent({
        event: 'refund.processed',
        payload: {
          refund: { entity: { id: 'rfnd_any', payment_id: payment.gateway_payment_id } },
        },
      }),
    ])
    await untilDone(payment.id)
    await processRefund(app.settling, id)
    expect(await sentBack(payment.gateway_payment_id)).toEqual([200_00])
    // A second refund of the same amount is another one.
    expect((await refund(payment.id, 200)).status).toBe(200)
    await untilDone(payment.id)
    expect(await sentBack(payment.gateway_payment_id)).toEqual([200_00, 200_00])
    expect(await list({ refund: 'pending' })).not.toContain(payment.id)
  })
})

describe('a refund of a plan by an admin', () => {
  it('comes from the revenue of plans, and a part leaves the plan as it is', async () => {
    const { agent, payment, subscription } = await agentWithPlan()
    const summary = async () => (await app.as(admin).call(getTransactionSummary)).data
    const revenue = async () =>
      (await app.as(admin).call(getRevenue, { query: { by: 'plan' } })).data.totals
    const [before, reportBefore] = [await summary(), await revenue()]
    const { body } = await refund(payment.id, 250)
    expect(body.data).toMatchObject({ planEnded: false, wallet: 0 })
    const [after, report] = [await summary(), await revenue()]
    expect(after.totalEarnings - before.totalEarnings).toBe(-250)
    expect(after.averageTransaction).toBe(before.averageTransaction)
    expect([report.revenue, report.refunds - reportBefore.refunds]).toEqual([
      reportBefore.revenue,
      250,
    ])
    expect(await subscription()).toEqual({ leads_used: 0, runs: true })
    const mail = await waitForMail(app.config, agent.email, /We are refunding ₹250/)
    expect(mail.text).toContain('plan is not affected')
    expect((await useLead(agent)).status).toBe(200)
  })

  it('of its whole price ends it, in one or several parts', async () => {
    for (const amounts of [[1000], [400, 600]]) {
      const { agent, payment, subscription } = await agentWithPlan()
      const ended = []
      for (const amount of amounts) ended.push((await refund(payment.id, amount)).body.data)
      expect(ended.map((one) => (one as { planEnded: boolean }).planEnded)).toEqual(
        amounts.map((_, index) => index === amounts.length - 1),
      )
      expect(await subscription()).toEqual({ leads_used: 0, runs: false })
      expect((await useLead(agent)).code).toBe('NO_PLAN_COVERS_LEAD')
      await waitForMail(app.config, agent.email, /We are refunding/)
    }
  })

  it('leaves what its used leads are worth', async () => {
    const { agent, payment, subscription } = await agentWithPlan()
    expect((await useLead(agent)).status).toBe(200)
    expect(await readRefundable(payment.id)).toMatchObject({
      maxAmount: 900,
      limitedBy: 'used-leads',
      plan: { numberOfLeads: 10, leadsUsed: 1, usedWorth: 100, isActive: true },
    })
    expect((await refund(payment.id, 900.01)).body.code).toBe('PLAN_LEADS_USED')
    expect((await refund(payment.id, 900)).status).toBe(200)
    expect((await refund(payment.id, 100)).body.code).toBe('PLAN_LEADS_USED')
    expect(await subscription()).toEqual({ leads_used: 1, runs: true })
  })

  it('and returns of its leads after its end together never pay more than the price', async () => {
    const { agent, payment, subscription } = await agentWithPlan()
    expect((await useLead(agent)).status).toBe(200)
    expect((await refund(payment.id, 500)).status).toBe(200)
    const [{ lead_id: leadId } = { lead_id: '' }] = await app.db
      .selectFrom('purchases')
      .select('lead_id')
      .where('user_id', '=', agent.id)
      .execute()
    await sql`update subscriptions set ends_at = clock_timestamp() where user_id = ${agent.id}`.execute(
      app.db,
    )
    const requestId = await makeRequest(app.database, agent.id, leadId)
    const body = { requestId, action: 'approved' as const }
    expect((await app.as(admin).call(approveLeadReplacement, { body })).status).toBe(200)
    // A tenth of the ₹500 that are left.
    expect(await walletPaise(app.database, agent.id)).toBe(50_00)
    expect(await readRefundable(payment.id)).toMatchObject({
      maxAmount: 0,
      limitedBy: 'paid-returns',
    })
    expect((await refund(payment.id, 1)).body.code).toBe('PLAN_LEADS_RETURNED')
    expect(await subscription()).toMatchObject({ runs: false })
  })

  it('locks the plan also if the payment was captured while the refund waited for its order', async () => {
    const agent = await makeAgent(app.db)
    const { gateway } = app.settling.payments
    const orderId = await app.order(agent, { planId: (await makePlan(app.db)).id })
    const paymentId = await app.gateway.fail(orderId, 'late')
    const settle = async () => {
      const payment = await gateway.fetchPayment(paymentId)
      if (!payment) throw new Error('the gateway does not know the payment')
      return settlePayment(app.settling, payment)
    }
    expect(await settle()).toBe('failed')
    const { id } = await app.db
      .selectFrom('payments')
      .select('id')
      .where('gateway_payment_id', '=', paymentId)
      .executeTakeFirstOrThrow()
    await app.gateway.captureLate(paymentId)
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      return rows.length
    }
    const { settled, isLocked } = await withTransaction(app.database, async (tx) => {
      await lockOrder(tx, orderId)
      const settled = settle()
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      const isLocked = withTransaction(app.database, async (own) => {
        await lockRefundable(own, id)
        return sql`select from subscriptions where user_id = ${agent.id} for update nowait`
          .execute(app.db)
          .then(
            () => false,
            () => true,
          )
      })
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2)
      return { settled, isLocked }
    })
    expect([await settled, await isLocked]).toEqual(['paid', true])
  })

  it('of its whole price and the use of its leads exclude each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agent, payment, subscription } = await agentWithPlan()
      const leads = await makeLeads(app.db, 3)
      const [refunded, ...bought] = await Promise.all([
        refund(payment.id, 1000),
        ...leads.map((leadId) =>
          app.clients.call(buyLead, { token: agent.token, body: { leadId, payWith: 'plan' } }),
        ),
      ])
      const used = bought.filter(({ status }) => status === 200).length
      expect(used === 0).toBe(refunded?.status === 200)
      expect(await subscription()).toEqual({ leads_used: used, runs: used > 0 })
    }
  })
})
