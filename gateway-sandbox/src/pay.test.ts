import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { type Sandbox, startSandbox } from './testing/sandbox.ts'

let database: TestDatabase
let sandbox: Sandbox

beforeAll(async () => {
  database = await createTestDatabase()
  sandbox = await startSandbox(database.database.pool)
})
afterAll(async () => {
  await sandbox.app.close()
  await database.drop()
})
beforeEach(() => sandbox.api('PUT', '/behaviour', {}))

const signed = (text: string) => createHmac('sha256', 'sandbox_secret').update(text).digest('hex')
const payment = async (id: string) => (await sandbox.api('GET', `/v1/payments/${id}`)).body
const eventsOf = async (orderId: string) => {
  const { rows } = await database.database.pool.query<{ event: string }>(
    'select event from sandbox_events where order_id = $1 order by seq',
    [orderId],
  )
  return rows.map(({ event }) => event)
}

test('success returns the three fields of the handler, with a signature over the order', async () => {
  const order_id = await sandbox.order()
  const { status, body } = await sandbox.pay({ order_id, outcome: 'success' })
  expect(status).toBe(200)
  expect(body).toEqual({
    razorpay_payment_id: expect.stringMatching(/^pay_/),
    razorpay_order_id: order_id,
    razorpay_signature: signed(`${order_id}|${body.razorpay_payment_id}`),
  })
  expect(await eventsOf(order_id)).toEqual(['payment.captured', 'order.paid'])
})

test('wrongSignature returns an invalid signature', async () => {
  await sandbox.api('PUT', '/behaviour', { wrongSignature: true })
  const order_id = await sandbox.order()
  const { body } = await sandbox.pay({ order_id, outcome: 'success' })
  expect(body.razorpay_signature).toMatch(/^[0-9a-f]{64}$/)
  expect(body.razorpay_signature).not.toBe(signed(`${order_id}|${body.razorpay_payment_id}`))
})

test('failure returns the error object with 400, and the order can be paid afterwards', async () => {
  const order_id = await sandbox.order()
  const { status, body } = await sandbox.pay({
    order_id,
    outcome: 'failure',
    vpa: 'failure@razorpay',
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: expect.any(String),
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { order_id, payment_id: expect.stringMatching(/^pay_/) },
    },
  })
  expect(await payment(body.error.metadata.payment_id)).toMatchObject({
    method: 'upi',
    vpa: 'failure@razorpay',
  })
  expect((await sandbox.pay({ order_id, outcome: 'success' })).status).toBe(200)
  expect(await eventsOf(order_id)).toEqual(['payment.failed', 'payment.captured', 'order.paid'])
})

test('late returns the error at once and captures after delayMs', async () => {
  await sandbox.api('PUT', '/behaviour', { delayMs: 1500 })
  const order_id = await sandbox.order()
  const from = performance.now()
  const { status, body } = await sandbox.pay({ order_id, outcome: 'late' })
  expect([status, body.error.reason]).toEqual([400, 'payment_timed_out'])
  const id = body.error.metadata.payment_id
  expect((await payment(id)).status).toBe('failed')
  expect(await eventsOf(order_id)).toEqual(['payment.failed'])
  await expect.poll(async () => (await payment(id)).status, { timeout: 10_000 }).toBe('captured')
  expect(performance.now() - from).toBeGreaterThanOrEqual(1495)
  expect(await payment(id)).toMatchObject({ captured: true, error_code: null })
  expect(await eventsOf(order_id)).toEqual(['payment.failed', 'payment.captured', 'order.paid'])
})

test('captures a late payment early on request', async () => {
  await sandbox.api('PUT', '/behaviour', { delayMs: 5 * 24 * 3600 * 1000 })
  const order_id = await sandbox.order()
  const { body } = await sandbox.pay({ order_id, outcome: 'late' })
  const id = body.error.metadata.payment_id
  const answer = await sandbox.api('POST', `/late/${id}/capture`)
  expect([answer.status, answer.body.status]).toEqual([200, 'captured'])
  expect((await sandbox.api('POST', `/late/${id}/capture`)).status).toBe(400)
  expect(await eventsOf(order_id)).toEqual(['payment.failed', 'payment.captured', 'order.paid'])
})

test('a paid order accepts no second payment, unless allowSurplus is set', async () => {
  const order_id = await sandbox.order()
  await sandbox.pay({ order_id, outcome: 'success' })
  const refused = await sandbox.pay({ order_id, outcome: 'success' })
  expect([refused.status, refused.body.error.reason]).toEqual([400, 'order_already_paid'])
  await sandbox.api('PUT', '/behaviour', { allowSurplus: true })
  const surplus = await sandbox.pay({ order_id, outcome: 'success' })
  expect(surplus.status).toBe(200)
  expect((await payment(surplus.body.razorpay_payment_id)).status).toBe('captured')
  expect((await sandbox.api('GET', `/v1/orders/${order_id}`)).body.amount_paid).toBe(50_000)
  expect(await eventsOf(order_id)).toEqual(['payment.captured', 'order.paid', 'payment.captured'])
})

test('a late payment is captured even if the order was paid meanwhile', async () => {
  await sandbox.api('PUT', '/behaviour', { delayMs: 1500 })
  const order_id = await sandbox.order()
  const late = await sandbox.pay({ order_id, outcome: 'late' })
  await sandbox.pay({ order_id, outcome: 'success' })
  await expect
    .poll(async () => (await payment(late.body.error.metadata.payment_id)).status, {
      timeout: 10_000,
    })
    .toBe('captured')
  expect(await eventsOf(order_id)).toEqual([
    'payment.failed',
    'payment.captured',
    'order.paid',
    'payment.captured',
  ])
})

test('an order accepts one of ten concurrent payments', async () => {
  const order_id = await sandbox.order()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sandbox.pay({ order_id, outcome: 'success' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await eventsOf(order_id)).toEqual(['payment.captured', 'order.paid'])
})

test.each([
  ['an unknown order', { order_id: 'order_00000000000000' }],
  ['an unknown outcome', { outcome: 'maybe' }],
  ['an amount that differs from the order’s', { amount: 100 }],
  ['a currency that differs from the order’s', { currency: 'USD' }],
  ['the key of another account', { key_id: 'rzp_test_other' }],
  ['an unknown field', { status: 'captured' }],
])('%s is rejected and nothing is paid', async (_what, wrong) => {
  const order_id = await sandbox.order()
  const { status, body } = await sandbox.pay({ order_id, outcome: 'success', ...wrong })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body.error.code).toBe('BAD_REQUEST_ERROR')
  expect((await sandbox.api('GET', `/v1/orders/${order_id}`)).body.attempts).toBe(0)
})

test('the sheet receives errors with status 200, so that browsers do not log a declined card as an error', async () => {
  const answer = await sandbox.app.inject({
    method: 'POST',
    url: '/sandbox/razorpay/pay',
    headers: { prefer: 'status=200' },
    payload: { order_id: await sandbox.order(), outcome: 'failure' },
  })
  expect([answer.statusCode, answer.json().error.reason]).toEqual([200, 'payment_failed'])
})
