import { allTransactions, getTransactionSummary } from '@raahi/contract/transactions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { makeAdmin, makeAgent, makePlan } from '../../testing/factories.ts'
import { retryJobsNow, waitForMails } from '../../testing/mails.ts'
import { createPayingApp, type PayingApp, readOrderRecords } from '../../testing/paying-app.ts'
import { GatewayRefused, GatewayUnavailable } from './gateway-client.ts'
import { reconcile } from './reconciler.ts'
import { processRefund } from './refund-payment.ts'

let app: PayingApp
beforeAll(async () => {
  app = await createPayingApp()
})
const quiet = { webhooks: 'drop', allowSurplus: true } as const
beforeAll(() => app.gateway.behave(quiet))
afterEach(async () => {
  await app.gateway.behave(quiet)
  await expectAllInvariantsHold(app.database)
})
afterAll(() => app.close())

/** An order with two payments. The second one is reported while the gateway behaves as given. */
async function payTwice(behaviour: object = {}) {
  const agent = await makeAgent(app.db)
  const plan = await makePlan(app.db)
  const orderId = await app.order(agent, { planId: plan.id })
  expect((await app.verify(agent, await app.gateway.pay(orderId))).status).toBe(200)
  const second = await app.gateway.pay(orderId)
  const trouble = { ...quiet, ...behaviour }
  await app.gateway.behave(trouble)
  return { agent, orderId, second, paymentId: second.razorpay_payment_id }
}

async function refundOf(paymentId: string) {
  return app.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.status', 'payments.status as payment_status'])
    .where('payments.gateway_payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
}
const done = { status: 'processed', payment_status: 'lead_refund' }

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.n ?? 0
}

async function sentBack(paymentId: string): Promise<number> {
  const { rows } =
    await sql`select id from sandbox_refunds where payment_id = ${paymentId}`.execute(app.db)
  return rows.length
}

describe('a duplicate payment of an order', () => {
  it('is refunded automatically, and the agent is notified before and after', async () => {
    const { agent, orderId, second, paymentId } = await payTwice()
    const answer = await app.verify(agent, second)
    expect([answer.status, answer.body.code]).toEqual([409, 'PAYMENT_RETURNED'])
    await expect.poll(() => refundOf(paymentId), { timeout: 15_000 }).toMatchObject(done)
    expect(await sentBack(paymentId)).toBe(1)
    const mails = await waitForMails(app.config, agent.email, 3)
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'We are refunding your second payment of ₹500',
        'Your second payment of ₹500 has been refunded',
      ]),
    )
    expect(await readOrderRecords(app, orderId)).toMatchObject({
      captured: 1,
      surplus: 1,
      subscriptions: 1,
    })
    const again = await app.verify(agent, second)
    expect([again.status, again.body.code]).toEqual([409, 'PAYMENT_RETURNED'])
  })

  it('is refunded once by concurrent jobs and the gateway’s own events', async () => {
    const { agent, second, paymentId } = await payTwice({ webhooks: 'repeat' })
    await app.verify(agent, second)
    const { id } = await refundOf(paymentId)
    const others = await Promise.allSettled(
      Array.from({ length: 20 }, () => processRefund(app.settling, id)),
    )
    await expect.poll(() => refundOf(paymentId), { timeout: 15_000 }).toMatchObject(done)
    // Some calls failed because the refund was being processed; no call failed for another reason.
    const failures = others.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(failures.filter((reason) => !(reason instanceof GatewayUnavailable))).toEqual([])
    await processRefund(app.settling, id)
    expect(await sentBack(paymentId)).toBe(1)
  })

  it('is recorded as refunded once by concurrent transactions', async () => {
    const { agent, second, paymentId } = await payTwice({ slowRefunds: true, delayMs: 2000 })
    await app.verify(agent, second)
    const { id } = await refundOf(paymentId)
    await expect.poll(isProcessedThere, { timeout: 15_000 }).toBe(true)
    const { records } = await app.db.transaction().execute(async (tx) => {
      // The lock lets every call reach its first write.
      await sql`lock table journal_entries in share mode`.execute(tx)
      const records: Promise<void>[] = []
      for (let n = 1; n <= 4; n += 1) {
        records.push(processRefund(app.settling, id))
        await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(n)
      }
      return { records }
    })
    await Promise.all(records)
    expect(await refundOf(paymentId)).toMatchObject(done)

    async function isProcessedThere(): Promise<boolean> {
      const refunds = await app.settling.payments.gateway.fetchRefunds(paymentId)
      return refunds.some(({ status }) => status === 'processed')
    }
  })

  it('is pending while the gateway processes the refund, until the gateway reports it', async () => {
    const slow = { slowRefunds: true, delayMs: 3000, webhooks: 'normal' }
    const { agent, second, paymentId } = await payTwice(slow)
    await app.verify(agent, second)
    await expect.poll(() => sentBack(paymentId), { timeout: 15_000 }).toBe(1)
    expect(await refundOf(paymentId)).toMatchObject({ status: 'pending' })
    const again = await app.verify(agent, second)
    expect([again.status, again.body.code]).toEqual([409, 'PAYMENT_RETURNED'])
    await expectAllInvariantsHold(app.database)
    await expect.poll(() => refundOf(paymentId), { timeout: 15_000 }).toMatchObject(done)
    expect(await sentBack(paymentId)).toBe(1)
  })

  it('whose job was lost is refunded by the reconciler', async () => {
    const slow = { slowRefunds: true, delayMs: 500 }
    const { agent, second, paymentId } = await payTwice(slow)
    await app.verify(agent, second)
    const { id } = await refundOf(paymentId)
    await expect.poll(() => sentBack(paymentId), { timeout: 15_000 }).toBe(1)
    await sql`delete from pgboss.job where name = 'refund'`.execute(app.db)
    await sql`update refunds set next_check_at = now() where id = ${id}`.execute(app.db)
    await reconcile(app.settling)
    await expect
      .poll(
        async () => {
          await retryJobsNow(app.database)
          return refundOf(paymentId)
        },
        { timeout: 15_000, interval: 300 },
      )
      .toMatchObject(done)
    expect(await sentBack(paymentId)).toBe(1)
  })

  it('that was refunded by hand at the gateway is not refunded twice', async () => {
    const { agent, second, paymentId } = await payTwice({ failing: false })
    const gateway = app.settling.payments.gateway
    const payment = await gateway.fetchPayment(paymentId)
    expect(payment?.status).toBe('captured')
    await app.verify(agent, second)
    await gateway
      .refundPayment(paymentId, { amountPaise: 500_00, receipt: 'by hand', key: 'by-hand-0000' })
      .catch(() => {}) // Fails if the job has refunded the payment already.
    await expect.poll(() => refundOf(paymentId), { timeout: 15_000 }).toMatchObject(done)
    expect(await sentBack(paymentId)).toBe(1)
  })

  it('whose key has expired takes over the refund that succeeded, not a failed one of the same amount', async () => {
    const { agent, second, paymentId } = await payTwice({ slowRefunds: true, delayMs: 60_000 })
    await app.verify(agent, second)
    const { id } = await refundOf(paymentId)
    const { payments } = app.settling
    const { amount_paise: amount } = await app.db
      .selectFrom('refunds')
      .select('amount_paise')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const gateway: typeof payments.gateway = {
      ...payments.gateway,
      refundPayment: () => Promise.reject(new GatewayRefused(400, 'fully refunded already')),
      fetchRefunds: async () => [
        { id: 'rfnd_failed', payment_id: paymentId, amount, status: 'failed' },
        { id: 'rfnd_processed', payment_id: paymentId, amount, status: 'processed' },
      ],
    }
    await processRefund({ ...app.settling, payments: { ...payments, gateway } }, id)
    expect(await refundOf(paymentId)).toMatchObject(done)
  })

  it('that was refunded before it was reported grants nothing and is not refunded again', async () => {
    const agent = await makeAgent(app.db)
    const orderId = await app.order(agent, { amount: 80 })
    const paid = await app.gateway.pay(orderId)
    await app.settling.payments.gateway.refundPayment(paid.razorpay_payment_id, {
      amountPaise: 80_00,
      receipt: 'by hand',
      key: `by-hand-${orderId}`,
    })
    const { status, body } = await app.verify(agent, paid)
    expect([status, body.code]).toEqual([409, 'PAYMENT_RETURNED'])
    expect(body.message).toBe(
      'This payment has been refunded to you. Nothing has been added to your account.',
    )
    expect(await readOrderRecords(app, orderId)).toMatchObject({
      status: 'open',
      captured: 0,
      entries: 0,
    })
  })
})

it('a refunded payment is listed as Refunded and counts neither as earning nor as failure', async () => {
  const admin = await makeAdmin(app.db)
  const summary = async () => (await app.as(admin).call(getTransactionSummary)).data
  const before = await summary()
  const { agent, second, paymentId } = await payTwice()
  await app.verify(agent, second)
  await expect.poll(() => refundOf(paymentId), { timeout: 15_000 }).toMatchObject(done)
  const after = await summary()
  expect(after.totalEarnings - before.totalEarnings).toBe(500)
  expect(after.totalTransactions - before.totalTransactions).toBe(2)
  expect(after.successRate).toBe(100)
  const { data } = await app.as(admin).call(allTransactions, { query: { search: paymentId } })
  expect(data.docs).toMatchObject([{ method: 'Online', status: 'lead_refund', amount: 500 }])
})
