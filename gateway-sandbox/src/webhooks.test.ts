import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { type Receiver, type Sandbox, startReceiver, startSandbox } from './testing/sandbox.ts'

let database: TestDatabase
let receiver: Receiver
let sandboxes: Sandbox[]
let sandbox: Sandbox

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.database.pool.query('delete from sandbox_events')
  receiver = await startReceiver()
  sandboxes = []
  sandbox = await start()
  await sandbox.api('PUT', '/behaviour', {})
})
afterEach(async () => {
  for (const { app } of sandboxes) await app.close()
  await receiver.close()
})

async function start(url: () => string | undefined = () => receiver.url): Promise<Sandbox> {
  const started = await startSandbox(database.database.pool, url)
  sandboxes.push(started)
  return started
}

const names = () => receiver.received.map(({ event }) => event)
const untilReceived = (count: number) =>
  expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 20 }).toBe(count)
const untilNothingIsPending = () =>
  expect
    .poll(
      async () =>
        (await database.database.pool.query("select 1 from sandbox_events where state = 'pending'"))
          .rowCount,
      { timeout: 30_000 },
    )
    .toBe(0)

test('sends two events for a capture, signed over the bytes of the body', async () => {
  const order_id = await sandbox.order({ receipt: 'r-1' })
  const { body } = await sandbox.pay({ order_id, outcome: 'success' })
  await untilReceived(2)
  expect(names()).toEqual(['payment.captured', 'order.paid'])
  for (const { raw, signature } of receiver.received) {
    const right = createHmac('sha256', 'sandbox_webhook_secret').update(raw).digest('hex')
    expect(signature).toBe(right)
  }
  const [captured, paid] = receiver.received.map(({ raw }) => JSON.parse(raw))
  expect(captured).toMatchObject({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_/),
    event: 'payment.captured',
    contains: ['payment'],
    payload: {
      payment: { entity: { id: body.razorpay_payment_id, order_id, status: 'captured' } },
    },
    created_at: expect.any(Number),
  })
  expect(paid).toMatchObject({
    contains: ['payment', 'order'],
    payload: { order: { entity: { id: order_id, status: 'paid', receipt: 'r-1' } } },
  })
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2)
})

test('sends failures and refunds', async () => {
  const order_id = await sandbox.order()
  await sandbox.pay({ order_id, outcome: 'failure' })
  const { body } = await sandbox.pay({ order_id, outcome: 'success' })
  await sandbox.api('POST', `/v1/payments/${body.razorpay_payment_id}/refund`)
  await untilReceived(5)
  expect(names()).toEqual([
    'payment.failed',
    'payment.captured',
    'order.paid',
    'refund.created',
    'refund.processed',
  ])
})

test('drop: events are not sent, also not later', async () => {
  await sandbox.api('PUT', '/behaviour', { webhooks: 'drop' })
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'success' })
  await sandbox.api('PUT', '/behaviour', {})
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'failure' })
  await untilReceived(1)
  await untilNothingIsPending()
  expect(names()).toEqual(['payment.failed'])
})

test('repeat: each event is sent three times with one id', async () => {
  await sandbox.api('PUT', '/behaviour', { webhooks: 'repeat' })
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'success' })
  await untilNothingIsPending()
  const counts = Map.groupBy(receiver.received, ({ id }) => id)
  expect([...counts.values()].map((copies) => copies.length)).toEqual([3, 3])
  for (const copies of counts.values()) expect(new Set(copies.map(({ raw }) => raw)).size).toBe(1)
})

test('reverse: sends the latest event first', async () => {
  await sandbox.api('PUT', '/behaviour', { webhooks: 'reverse' })
  const order_id = await sandbox.order()
  await sandbox.pay({ order_id, outcome: 'failure' })
  await sandbox.pay({ order_id, outcome: 'success' })
  await untilReceived(3)
  expect(names()).toEqual(['order.paid', 'payment.captured', 'payment.failed'])
})

test('reverse: sends a late capture before the earlier failure', async () => {
  await sandbox.api('PUT', '/behaviour', { webhooks: 'reverse', delayMs: 500 })
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'late' })
  await untilReceived(3)
  expect(names()).toEqual(['order.paid', 'payment.captured', 'payment.failed'])
})

test('delay: each event is sent after delayMs', async () => {
  await sandbox.api('PUT', '/behaviour', { webhooks: 'delay', delayMs: 700 })
  const order_id = await sandbox.order()
  const from = performance.now()
  await sandbox.pay({ order_id, outcome: 'success' })
  await untilReceived(2)
  for (const { at } of receiver.received) expect(at - from).toBeGreaterThanOrEqual(695)
})

test('wrongSignature: the signature does not match the bytes', async () => {
  await sandbox.api('PUT', '/behaviour', { wrongSignature: true })
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'failure' })
  await untilReceived(1)
  const [{ raw, signature } = { raw: '', signature: '' }] = receiver.received
  expect(signature).toMatch(/^[0-9a-f]{64}$/)
  expect(signature).not.toBe(
    createHmac('sha256', 'sandbox_webhook_secret').update(raw).digest('hex'),
  )
})

test('an event that is not accepted is sent again with the same id until it is', async () => {
  receiver.answerWith(503)
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'failure' })
  await untilReceived(2)
  receiver.answerWith(200)
  await untilNothingIsPending()
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('an event without a response within 5 s is sent again', async () => {
  receiver.answerWith('nothing')
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'failure' })
  await untilReceived(1)
  receiver.answerWith(200)
  await untilReceived(2)
  const [first, second] = receiver.received
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(4900)
  await untilNothingIsPending()
})

test('sends waiting events once a webhook address is set', async () => {
  let url: string | undefined
  const early = await start(() => url)
  await sandbox.app.close()
  await early.pay({ order_id: await early.order(), outcome: 'success' })
  url = receiver.url
  await untilReceived(2)
})

test('two processes share the work: each webhook is sent once', async () => {
  const other = await start()
  const orders = await Promise.all(Array.from({ length: 20 }, () => sandbox.order()))
  await Promise.all(
    orders.map((order_id, at) =>
      (at % 2 === 0 ? sandbox : other).pay({ order_id, outcome: 'success' }),
    ),
  )
  await untilNothingIsPending()
  expect(receiver.received).toHaveLength(40)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(40)
})

test('an event that a stopped process was sending is sent by the other', async () => {
  receiver.answerWith('nothing')
  await sandbox.pay({ order_id: await sandbox.order(), outcome: 'failure' })
  await untilReceived(1)
  const stopping = sandbox.app.close()
  receiver.answerWith(200)
  await stopping
  await start()
  await untilReceived(2)
  await untilNothingIsPending()
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('another process captures a late payment after a crash', async () => {
  await sandbox.api('PUT', '/behaviour', { delayMs: 1000 })
  const order_id = await sandbox.order()
  const { body } = await sandbox.pay({ order_id, outcome: 'late' })
  await sandbox.app.close()
  const next = await start()
  await expect
    .poll(
      async () =>
        (await next.api('GET', `/v1/payments/${body.error.metadata.payment_id}`)).body.status,
      { timeout: 15_000 },
    )
    .toBe('captured')
  await untilReceived(3)
  expect(names().toSorted()).toEqual(['order.paid', 'payment.captured', 'payment.failed'])
})
