import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const paid = async (orderId?: string) =>
  (await sandbox.pay({ order_id: orderId ?? (await sandbox.order()), outcome: 'success' })).body
    .razorpay_payment_id as string

describe('access', () => {
  test.each([
    ['no key', undefined],
    ['another secret', 'rzp_test_sandbox:sandbox_secret2'],
    ['another key', 'rzp_live_sandbox:sandbox_secret'],
  ])('the API and the controls reject a request with %s', async (_what, pair) => {
    const headers = pair ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}
    for (const [method, url] of [
      ['POST', '/v1/orders'],
      ['GET', '/v1/payments'],
      ['GET', '/behaviour'],
      ['PUT', '/behaviour'],
      ['POST', '/late/pay_1/capture'],
    ] as const) {
      const answer = await sandbox.app.inject({ method, url: `/sandbox/razorpay${url}`, headers })
      expect([url, answer.statusCode]).toEqual([url, 401])
      expect(answer.json().error).toMatchObject({
        code: 'BAD_REQUEST_ERROR',
        description: 'Authentication failed',
      })
    }
  })

  test('the files of the checkout need no key', async () => {
    for (const path of ['/checkout.js', '/']) {
      const { statusCode } = await sandbox.app.inject({ url: `/sandbox/razorpay${path}` })
      expect([path, statusCode]).toEqual([path, 200])
    }
  })
})

describe('orders', () => {
  test('have the provider’s format and can be read again', async () => {
    const made = await sandbox.api('POST', '/v1/orders', {
      amount: 50_000,
      currency: 'INR',
      receipt: 'receipt-1',
      notes: { plan: 'gold' },
    })
    expect(made.status).toBe(200)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^order_[0-9A-Za-z]{14}$/),
      entity: 'order',
      amount: 50_000,
      amount_paid: 0,
      amount_due: 50_000,
      currency: 'INR',
      receipt: 'receipt-1',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { plan: 'gold' },
      created_at: expect.any(Number),
    })
    expect(Math.abs(made.body.created_at - Date.now() / 1000)).toBeLessThan(60)
    expect((await sandbox.api('GET', `/v1/orders/${made.body.id}`)).body).toEqual(made.body)
    const list = await sandbox.api('GET', '/v1/orders?receipt=receipt-1')
    expect(list.body).toEqual({ entity: 'collection', count: 1, items: [made.body] })
  })

  test.each([
    ['amount', { amount: 99, currency: 'INR' }],
    ['amount', { amount: 500.5, currency: 'INR' }],
    ['amount', { amount: '50000', currency: 'INR' }],
    ['amount', { currency: 'INR' }],
    ['currency', { amount: 500, currency: 'USD' }],
    ['receipt', { amount: 500, currency: 'INR', receipt: 'r'.repeat(41) }],
    ['notes.a', { amount: 500, currency: 'INR', notes: { a: 'x'.repeat(257) } }],
    [
      'notes',
      {
        amount: 500,
        currency: 'INR',
        notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`n${at}`, 'x'])),
      },
    ],
    ['user', { amount: 500, currency: 'INR', user: 'me' }],
  ])('with a wrong %s are rejected, and the error names the field', async (field, body) => {
    const { status, body: answer } = await sandbox.api('POST', '/v1/orders', body)
    expect(status).toBe(400)
    expect(answer.error).toMatchObject({ code: 'BAD_REQUEST_ERROR', field, metadata: {} })
    expect(answer.error.description).not.toBe('')
  })

  test('that do not exist are reported with 400', async () => {
    const { status, body } = await sandbox.api('GET', '/v1/orders/order_00000000000000')
    expect([status, body.error.description]).toEqual([400, 'The id provided does not exist'])
  })

  test('change from created to attempted to paid, and list every attempt', async () => {
    const order_id = await sandbox.order()
    await sandbox.pay({ order_id, outcome: 'failure' })
    expect((await sandbox.api('GET', `/v1/orders/${order_id}`)).body).toMatchObject({
      status: 'attempted',
      attempts: 1,
      amount_paid: 0,
    })
    await sandbox.pay({ order_id, outcome: 'success', vpa: 'success@razorpay' })
    expect((await sandbox.api('GET', `/v1/orders/${order_id}`)).body).toMatchObject({
      status: 'paid',
      attempts: 2,
      amount_paid: 50_000,
      amount_due: 0,
    })
    const { body } = await sandbox.api('GET', `/v1/orders/${order_id}/payments`)
    expect(body.items.map((item: { status: string }) => item.status)).toEqual([
      'captured',
      'failed',
    ])
  })
})

describe('payments', () => {
  test('have the provider’s format', async () => {
    const order_id = await sandbox.order()
    const id = await paid(order_id)
    const { body } = await sandbox.api('GET', `/v1/payments/${id}`)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^pay_[0-9A-Za-z]{14}$/),
      entity: 'payment',
      amount: 50_000,
      currency: 'INR',
      status: 'captured',
      order_id,
      method: 'card',
      captured: true,
      amount_refunded: 0,
      refund_status: null,
      card: { last4: '1111', network: 'Visa' },
      vpa: null,
      error_code: null,
    })
    const list = await sandbox.api('GET', '/v1/payments?count=1')
    expect(list.body).toEqual({ entity: 'collection', count: 1, items: [body] })
  })

  test('that failed contain the reason', async () => {
    const answer = await sandbox.pay({
      order_id: await sandbox.order(),
      outcome: 'failure',
      reason: 'insufficient_funds',
    })
    const { body } = await sandbox.api(
      'GET',
      `/v1/payments/${answer.body.error.metadata.payment_id}`,
    )
    expect(body).toMatchObject({
      status: 'failed',
      captured: false,
      error_code: 'BAD_REQUEST_ERROR',
      error_reason: 'insufficient_funds',
      error_description: answer.body.error.description,
    })
  })
})

describe('refunds', () => {
  test('return a complete payment once', async () => {
    const id = await paid()
    const refund = await sandbox.api('POST', `/v1/payments/${id}/refund`, { receipt: 'r1' })
    expect(refund.body).toMatchObject({
      id: expect.stringMatching(/^rfnd_[0-9A-Za-z]{14}$/),
      entity: 'refund',
      payment_id: id,
      amount: 50_000,
      currency: 'INR',
      status: 'processed',
      receipt: 'r1',
    })
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      amount_refunded: 50_000,
      captured: true,
    })
    expect((await sandbox.api('GET', `/v1/refunds/${refund.body.id}`)).body).toEqual(refund.body)
    expect((await sandbox.api('GET', `/v1/payments/${id}/refunds`)).body.items).toEqual([
      refund.body,
    ])
    const again = await sandbox.api('POST', `/v1/payments/${id}/refund`, {})
    expect([again.status, again.body.error.description]).toEqual([
      400,
      'The payment has been fully refunded already',
    ])
  })

  test('in parts cannot exceed the payment', async () => {
    const id = await paid()
    const part = (amount: number) => sandbox.api('POST', `/v1/payments/${id}/refund`, { amount })
    expect((await part(20_000)).status).toBe(200)
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body).toMatchObject({
      status: 'captured',
      refund_status: 'partial',
      amount_refunded: 20_000,
    })
    expect((await part(30_001)).status).toBe(400)
    expect((await part(30_000)).status).toBe(200)
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body.status).toBe('refunded')
  })

  test('are listed ten at a time unless a count is given', async () => {
    const id = await paid()
    for (let n = 0; n < 11; n += 1)
      await sandbox.api('POST', `/v1/payments/${id}/refund`, { amount: 100 })
    const list = async (query: string) =>
      (await sandbox.api('GET', `/v1/payments/${id}/refunds${query}`)).body.items.length
    expect([await list(''), await list('?count=100')]).toEqual([10, 11])
  })

  test('of a failed payment are rejected', async () => {
    const { body } = await sandbox.pay({ order_id: await sandbox.order(), outcome: 'failure' })
    const { status } = await sandbox.api(
      'POST',
      `/v1/payments/${body.error.metadata.payment_id}/refund`,
    )
    expect(status).toBe(400)
  })

  test('with one key are made once, by repeated and by concurrent requests', async () => {
    const id = await paid()
    const key = { 'x-refund-idempotency': `key-of-${id}` }
    const ask = (amount: number) =>
      sandbox.api('POST', `/v1/payments/${id}/refund`, { amount }, key)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(10_000)))
    const made = answers.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    expect((await ask(10_000)).body).toEqual(made[0]?.body)
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body.amount_refunded).toBe(10_000)
    expect((await ask(10_001)).status).toBe(400)
  })

  test('with a key that is too short are rejected', async () => {
    const headers = { 'x-refund-idempotency': 'short' }
    const { status } = await sandbox.api('POST', `/v1/payments/${await paid()}/refund`, {}, headers)
    expect(status).toBe(400)
  })
})

describe('simulated faults', () => {
  const behave = (settings: object) => sandbox.api('PUT', '/behaviour', settings)

  test('can be read back, and absent settings have their defaults', async () => {
    await behave({ webhooks: 'drop', delayMs: 100, latencyMs: 5 })
    expect((await sandbox.api('GET', '/behaviour')).body).toEqual({
      webhooks: 'drop',
      delayMs: 100,
      latencyMs: 5,
      failing: false,
      losing: false,
      slowRefunds: false,
      allowSurplus: false,
      wrongSignature: false,
      wrongAmount: null,
      wrongCurrency: null,
    })
    expect((await behave({ webhooks: 'normal' })).body).toMatchObject({
      webhooks: 'normal',
      delayMs: 5000,
      latencyMs: 0,
    })
  })

  test.each([
    ['webhooks', { webhooks: 'lose' }],
    ['delayMs', { delayMs: -1 }],
    ['delayMs', { delayMs: '5' }],
    ['colour', { colour: 'red' }],
  ])('that is invalid is rejected, and the error names %s', async (field, settings) => {
    const { status, body } = await behave(settings)
    expect([status, body.error.field]).toEqual([400, field])
  })

  test('failing: the API responds with 500 and does nothing', async () => {
    const id = await paid()
    await behave({ failing: true })
    const refund = await sandbox.api('POST', `/v1/payments/${id}/refund`)
    expect([refund.status, refund.body.error.code]).toEqual([500, 'SERVER_ERROR'])
    await behave({})
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body.amount_refunded).toBe(0)
  })

  test('latencyMs: the API responds after this time', async () => {
    await behave({ latencyMs: 300 })
    const from = performance.now()
    await sandbox.api('GET', '/v1/payments')
    expect(performance.now() - from).toBeGreaterThanOrEqual(299)
  })

  test('losing: the API performs the request and does not respond', async () => {
    const id = await paid()
    await behave({ losing: true })
    const address = `${sandbox.app.listeningOrigin}/sandbox/razorpay/v1/payments/${id}/refund`
    const authorization = `Basic ${btoa('rzp_test_sandbox:sandbox_secret')}`
    await expect(fetch(address, { method: 'POST', headers: { authorization } })).rejects.toThrow()
    await behave({})
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body.status).toBe('refunded')
  })

  test('slowRefunds: a refund is pending until delayMs have passed', async () => {
    const id = await paid()
    await behave({ slowRefunds: true, delayMs: 100 })
    const { body } = await sandbox.api('POST', `/v1/payments/${id}/refund`)
    expect(body.status).toBe('pending')
    await expect
      .poll(async () => (await sandbox.api('GET', `/v1/refunds/${body.id}`)).body.status)
      .toBe('processed')
  })

  test('wrongAmount, wrongCurrency: payments report a wrong amount and currency', async () => {
    const id = await paid()
    await behave({ wrongAmount: 100, wrongCurrency: 'USD' })
    expect((await sandbox.api('GET', `/v1/payments/${id}`)).body).toMatchObject({
      amount: 100,
      currency: 'USD',
    })
  })
})

describe('an invalid request', () => {
  test.each([
    ['text', 'not json'],
    ['a forbidden key', '{"order_id":"order_1","outcome":"success","__proto__":{}}'],
    ['too much', JSON.stringify({ order_id: 'x'.repeat(20_000), outcome: 'success' })],
  ])('with %s is rejected in the provider’s format', async (_what, payload) => {
    const answer = await sandbox.app.inject({
      method: 'POST',
      url: '/sandbox/razorpay/pay',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.json().error).toMatchObject({ code: 'BAD_REQUEST_ERROR' })
  })

  test('from the form of another site is rejected, because pages can send JSON only after a preflight request', async () => {
    const answer = await sandbox.app.inject({
      method: 'POST',
      url: '/sandbox/razorpay/pay',
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify({ order_id: await sandbox.order(), outcome: 'success' }),
    })
    expect(answer.statusCode).toBe(415)
  })
})
