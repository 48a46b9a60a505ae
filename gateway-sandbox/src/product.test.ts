import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import type { GatewaySettings } from '../../server/src/config/payments.ts'
import { deployedSandbox, deployedSandboxKeys } from '../../server/src/testing/gateway.ts'
import { startProduct } from '../../server/src/testing/product-process.ts'
import { createTestApp, type TestApp } from '../../server/src/testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/testing/test-database.ts'
import { keys } from './testing/sandbox.ts'

describe('the product serves the sandbox only if it uses it for payments', () => {
  const addresses = ['/', '/checkout.js', '/v1/orders', '/behaviour'].map(
    (path) => `/sandbox/razorpay${path}`,
  )
  const live = { ...keys, keyId: 'rzp_live_x', baseUrl: 'https://api.razorpay.com' }
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  test.each<[string, GatewaySettings]>([
    ['off', { mode: 'off' }],
    ['live', { mode: 'live', ...live }],
  ])('with payments %s its addresses do not exist', async (_mode, gateway) => {
    const other = await app.another({ gateway })
    for (const url of addresses) {
      expect([url, (await other.app.inject({ url })).statusCode]).toEqual([url, 404])
    }
    const pay = { method: 'POST', url: '/sandbox/razorpay/pay' } as const
    expect((await other.app.inject({ ...pay, payload: {} })).statusCode).toBe(404)
    await other.close()
  })

  test.each<[string, GatewaySettings, boolean]>([
    ['the sandbox', { mode: 'sandbox', ...keys, baseUrl: undefined }, true],
    ['a test key', { mode: 'live', ...live, keyId: 'rzp_test_A1b2C3' }, true],
    ['a live key', { mode: 'live', ...live, keyId: 'rzp_live_A1b2C3' }, false],
  ])('outside a trial the start warns if %s moves no money', async (_name, gateway, isWarned) => {
    const lines: string[] = []
    const logStream = { write: (line: string) => lines.push(line) }
    const config = { ...app.config, trial: false, logLevel: 'warn' as const, gateway }
    const other = await buildApp({ config, database: app.database, logStream })
    expect(lines.join('').includes('no money moves')).toBe(isWarned)
    await other.close()
  })

  test('a trial serves it', async () => {
    const statuses = await Promise.all(
      addresses.map(async (url) => (await app.app.inject({ url })).statusCode),
    )
    expect(statuses).toEqual([200, 200, 401, 401])
  })

  test('the API document of the product does not list it', async () => {
    const { paths } = (await app.app.inject({ url: '/api/docs/json' })).json()
    expect(Object.keys(paths).filter((path) => path.includes('sandbox'))).toEqual([])
  })

  test.each(['checkout.js', 'checkout/sheet.js', 'checkout/sheet.html', 'checkout/sheet.css'])(
    'browsers revalidate %s and load it again only if it changed',
    async (name) => {
      const url = `/sandbox/razorpay/${name}`
      const file = await app.app.inject({ url })
      expect(file.headers['content-type']).toContain(
        name.split('.')[1]?.replace('js', 'javascript'),
      )
      expect(file.headers['cache-control']).toBe('no-cache')
      const headers = { 'if-none-match': String(file.headers.etag) }
      expect((await app.app.inject({ url, headers })).statusCode).toBe(304)
    },
  )
})

describe('two processes of the product on one database', () => {
  let database: TestDatabase
  let folder: string
  let children: ChildProcess[]

  beforeEach(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'raahi-sandbox-'))
    children = []
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await database.drop()
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  test('kill -9 of the process that received the payments loses neither a late capture nor a webhook', async () => {
    const [one, other] = await Promise.all([startOnDatabase('one'), startOnDatabase('other')])
    await one.call('PUT', '/behaviour', { delayMs: 1000 })
    const orders = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const order = { amount: 50_000, currency: 'INR' }
        return (await one.call('POST', '/v1/orders', order)).id
      }),
    )
    await Promise.all(
      orders.map((order_id) => one.call('POST', '/pay', { order_id, outcome: 'late' })),
    )
    one.child.kill('SIGKILL')
    await vi.waitFor(
      async () => {
        const { rows } = await database.database.pool.query(
          `select event, count(*)::int as times from sandbox_events where state = 'delivered'
           group by event order by event`,
        )
        expect(rows).toEqual([
          { event: 'order.paid', times: 10 },
          { event: 'payment.captured', times: 10 },
          { event: 'payment.failed', times: 10 },
        ])
      },
      { timeout: 60_000, interval: 100 },
    )
    const list = await other.call('GET', '/v1/payments?count=100')
    expect(list.items.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => 'captured'),
    )
    // Two complete products start, even on a busy machine.
  }, 180_000)

  async function startOnDatabase(name: string) {
    const { child, address } = await startProduct({
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.connectionString,
      DATABASE_POOL_SIZE: '4',
      DEMO_DATA: 'off',
      PAYMENTS: 'sandbox',
      ...deployedSandbox,
    })
    children.push(child)
    return {
      child,
      async call(method: string, path: string, body?: object) {
        const response = await fetch(`${address}/sandbox/razorpay${path}`, {
          method,
          headers: {
            authorization: `Basic ${btoa(`${deployedSandboxKeys.keyId}:${deployedSandboxKeys.keySecret}`)}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        return (await response.json()) as { id: string; items: { status: string }[] }
      },
    }
  }
})
