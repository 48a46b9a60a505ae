import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrderPlan, refundPayment, verifyPayment } from '@raahi/contract/payments'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent, makePlan } from '../../testing/factories.ts'
import {
  type CheckoutFields,
  deployedSandbox,
  deployedSandboxKeys,
  openGatewayAt,
  type TestGateway,
} from '../../testing/gateway.ts'
import { grantedOnce, readOrderRecords, refundedOnce } from '../../testing/paying-app.ts'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { queueTask } from '../../testing/queue-jobs.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

// The gateway runs in the killed process too, but its state is in the database, like the state of an external company.

let database: TestDatabase
let folder: string
const products: ProductProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'raahi-payments-'))
})
afterAll(async () => {
  for (const { child } of products) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Product extends ProductProcess {
  gateway: TestGateway
}

test('a kill between capture and grant loses nothing: the payment is granted once after the restart', async () => {
  const { kysely: db } = database.database
  const agent = await makeAgent(db)
  const plan = await makePlan(db)
  const product = await startOnDatabase()
  await product.gateway.behave({ webhooks: 'drop' })
  const orderId = await order(product, agent, plan.id)
  const paid = await product.gateway.pay(orderId)
  await db.transaction().execute(async (tx) => {
    await sql`select from orders where gateway_order_id = ${orderId} for update`.execute(tx)
    const verified = verify(product, agent, paid).then(
      () => 'answered',
      () => 'no answer',
    )
    await expect.poll(() => waitingForLocks(), { timeout: 10_000 }).toBe(1)
    await product.kill()
    expect(await verified).toBe('no answer')
  })
  await expect.poll(() => waitingForLocks(), { timeout: 10_000 }).toBe(0)
  const nothing = { status: 'open', captured: 0, subscriptions: 0, entries: 0 }
  expect(await readOrderRecords({ db }, orderId)).toMatchObject(nothing)
  await expectAllInvariantsHold(database.database)

  const restarted = await startOnDatabase()
  await db
    .updateTable('orders')
    .set({ next_check_at: new Date(0) })
    .where('gateway_order_id', '=', orderId)
    .execute()
  await queueTask(db, 'reconciler')
  await expect
    // The task of the killed process runs again when its heartbeat has ended.
    .poll(() => readOrderRecords({ db }, orderId), { timeout: 150_000 })
    .toEqual(grantedOnce)
  const again = await verify(restarted, agent, paid)
  expect(again.status).toBe(200)
  expect(await readOrderRecords({ db }, orderId)).toEqual(grantedOnce)
  await expectAllInvariantsHold(database.database)
  await restarted.kill()
}, 240_000)

test('a kill while a late payment is settled refunds it once after the restart', async () => {
  const { kysely: db } = database.database
  const agent = await makeAgent(db)
  const plan = await makePlan(db)
  const product = await startOnDatabase()
  await product.gateway.behave({ webhooks: 'drop' })
  const orderId = await order(product, agent, plan.id)
  await db.updateTable('plans').set({ price_paise: 900_00 }).where('id', '=', plan.id).execute()
  const paid = await product.gateway.pay(orderId)
  await db.transaction().execute(async (tx) => {
    // The lock lets the transaction capture the payment, but not record its refund.
    await sql`lock table refunds in share mode`.execute(tx)
    const verified = verify(product, agent, paid).catch(() => 'no answer')
    // The reconciler may wait for the table too, so only this statement counts.
    const waitingRefunds = () => waitingForLocks('insert into "refunds"%')
    await expect.poll(waitingRefunds, { timeout: 10_000 }).toBe(1)
    await product.kill()
    expect(await verified).toBe('no answer')
  })
  await expect.poll(() => waitingForLocks(), { timeout: 10_000 }).toBe(0)
  expect(await readOrderRecords({ db }, orderId)).toMatchObject({ surplus: 0, entries: 0 })
  const restarted = await startOnDatabase()
  await db
    .updateTable('orders')
    .set({ next_check_at: new Date(0) })
    .where('gateway_order_id', '=', orderId)
    .execute()
  await queueTask(db, 'reconciler')
  await expect
    // The task of the killed process runs again when its heartbeat has ended.
    .poll(() => readOrderRecords({ db }, orderId), { timeout: 150_000 })
    .toEqual(refundedOnce)
  expect((await verify(restarted, agent, paid)).status).toBe(409)
  await expectAllInvariantsHold(database.database)
  await restarted.kill()
}, 240_000)

test('a kill at any moment while payments are reported loses no payment and grants none twice', async () => {
  const { kysely: db } = database.database
  const plan = await makePlan(db)
  const orders: string[] = []
  const acknowledged: string[] = []
  for (const killAfterMs of [10, 80, 300]) {
    const product = await startOnDatabase()
    await product.gateway.behave({})
    const buyers = await Promise.all(Array.from({ length: 6 }, () => makeAgent(db)))
    const reports = await Promise.all(
      buyers.map(async (agent) => {
        const orderId = await order(product, agent, plan.id)
        orders.push(orderId)
        return { agent, orderId, paid: await product.gateway.pay(orderId) }
      }),
    )
    const verified = reports.map(async ({ agent, orderId, paid }) => {
      const answer = await verify(product, agent, paid).catch(() => undefined)
      if (answer?.status === 200) acknowledged.push(orderId)
    })
    await sleep(killAfterMs) // The moment of the kill is what the test varies.
    await product.kill()
    await Promise.all(verified)
    await expect.poll(() => waitingForLocks(), { timeout: 10_000 }).toBe(0)
    // Every acknowledged payment is stored.
    for (const orderId of acknowledged) {
      expect(await readOrderRecords({ db }, orderId)).toEqual(grantedOnce)
    }
    await expectAllInvariantsHold(database.database)
  }
  await startOnDatabase()
  await db
    .updateTable('orders')
    .set({ next_check_at: new Date(0) })
    .where('status', '=', 'open')
    .execute()
  for (const orderId of orders) {
    await expect
      .poll(() => readOrderRecords({ db }, orderId), { timeout: 45_000 })
      .toEqual(grantedOnce)
  }
  await expectAllInvariantsHold(database.database)
}, 180_000)

test('a kill between the gateway and the ledger refunds a payment once after the restart', async () => {
  const { kysely: db } = database.database
  const [agent, admin] = [await makeAgent(db), await makeAdmin(db)]
  const plan = await makePlan(db)
  const product = await startOnDatabase()
  await product.gateway.behave({ webhooks: 'drop' })
  const orderId = await order(product, agent, plan.id)
  const paid = await product.gateway.pay(orderId)
  expect((await verify(product, agent, paid)).status).toBe(200)
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'gateway_payment_id'])
    .where('gateway_payment_id', '=', paid.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  // Slow, so that the lock below is held before the gateway has answered the job.
  await product.gateway.behave({ webhooks: 'drop', latencyMs: 1500 })
  const body = { transactionId: payment.id, amount: 1, reason: 'Paid twice' }
  const { status } = await product.call(refundPayment, { token: admin.token, body })
  expect(status).toBe(200)
  const refundedThere = async () => {
    const { rows } =
      await sql`select id from sandbox_refunds where payment_id = ${payment.gateway_payment_id}`.execute(
        db,
      )
    return rows.length
  }
  await db.transaction().execute(async (tx) => {
    await sql`select from orders where gateway_order_id = ${orderId} for update`.execute(tx)
    await expect.poll(() => waitingForLocks('%lock_order%'), { timeout: 20_000 }).toBe(1)
    await product.kill()
  })
  expect(await refundedThere()).toBe(1)
  const refundStatus = async () => {
    const { status } = await db
      .selectFrom('refunds')
      .select('status')
      .where('payment_id', '=', payment.id)
      .executeTakeFirstOrThrow()
    return status
  }
  expect(await refundStatus()).toBe('pending')
  const restarted = await startOnDatabase()
  // The keys of the gateway have expired meanwhile.
  await sql`update sandbox_refunds set idempotency_key = null`.execute(db)
  await restarted.gateway.behave({})
  await db
    .updateTable('refunds')
    .set({ next_check_at: new Date(0) })
    .execute()
  await queueTask(db, 'reconciler')
  await expect.poll(refundStatus, { timeout: 150_000 }).toBe('processed')
  expect(await refundedThere()).toBe(1)
  await expectAllInvariantsHold(database.database)
  await restarted.kill()
}, 240_000)

async function order(product: Product, agent: MadeUser, planId: string): Promise<string> {
  const { status, body } = await product.call(createOrderPlan, {
    token: agent.token,
    body: { planId },
  })
  expect(status).toBe(200)
  return String(body.data?.orderId)
}

function verify(product: Product, agent: MadeUser, paid: CheckoutFields) {
  return product.call(verifyPayment, { token: agent.token, body: paid })
}

/** @param statement a LIKE pattern */
async function waitingForLocks(statement = '%'): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${statement}`.execute(
    database.database.kysely,
  )
  return rows[0]?.n ?? 0
}

/** Starts a process of the product on this test's database, with the sandbox as its gateway. */
async function startOnDatabase(): Promise<Product> {
  const product = await startProduct({
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    PAYMENTS: 'sandbox',
    ...deployedSandbox,
    LOG_LEVEL: 'fatal',
  })
  products.push(product)
  return { ...product, gateway: openGatewayAt(product.address, deployedSandboxKeys) }
}
