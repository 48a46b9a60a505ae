import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buyLead } from '@raahi/contract/purchases'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { giveMoney, makeAdmin, makeAgent, makeLead } from '../../testing/factories.ts'
import { connectClients, type HttpClients } from '../../testing/http-clients.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

// A valid purchase request is executed by its access token in one statement (docs/decisions/0086-cheaper-purchases.md).

let app: TestApp
let clients: HttpClients
let statements: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  clients = await connectClients(app)
  await setLeadPrice(app.db, 'domestic', 5000)
})
beforeEach(() => {
  statements = []
  const { prepared } = app.database
  vi.spyOn(app.database, 'prepared').mockImplementation((statement) => {
    statements.push(statement.name)
    return prepared(statement)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectAllInvariantsHold(app.database)
})
afterAll(async () => {
  clients.close()
  await app.close()
})

async function makeBuyer() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 50_000)
  return agent
}

/** Sends a body as text, and returns status and code of the response. */
function sendText(token: string, text: string, headers: Record<string, string> = {}) {
  const { port } = app.app.server.address() as AddressInfo
  return new Promise<{ status: number | undefined; code: unknown }>((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method: buyLead.method,
      path: buyLead.path,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
        ...headers,
      },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      let body = ''
      for await (const chunk of response.setEncoding('utf8')) body += chunk
      resolve({ status: response.statusCode, code: JSON.parse(body).code })
    })
    sent.end(text)
  })
}

it('buys in one statement, which also checks the session', async () => {
  const { token } = await makeBuyer()
  const body = { leadId: await makeLead(app.db) }
  expect(await clients.call(buyLead, { token, body, key: 'a' })).toMatchObject({ status: 200 })
  expect(await clients.call(buyLead, { token, body, key: 'a' })).toMatchObject({
    status: 200,
    replayed: true,
  })
  expect(statements).toEqual(['buy-leads-of-callers', 'buy-leads-of-callers'])
})

it('rejects an unauthorised caller before it reports any other error of the request', async () => {
  const suspended = await makeAgent(app.db, { status: 'suspended' })
  const admin = await makeAdmin(app.db)
  const ofUnknownLead = JSON.stringify({ leadId: '01900000-0000-7000-8000-000000000000' })
  for (const [text, headers] of [
    ['{', {}],
    ['{}', {}],
    [ofUnknownLead, {}],
    [ofUnknownLead, { 'idempotency-key': 'not valid' }],
    [ofUnknownLead, { 'content-type': 'text/plain' }],
  ] as const) {
    for (const token of [suspended.token, 'an-unknown-token-of-a-caller']) {
      expect(await sendText(token, text, headers)).toEqual({ status: 401, code: 'UNAUTHENTICATED' })
    }
    expect(await sendText(admin.token, text, headers)).toEqual({ status: 403, code: 'FORBIDDEN' })
  }
  // An invariant forbids live sessions of suspended users.
  await app.db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', suspended.id)
    .execute()
})

it('reports the error of the request to an agent with a live session', async () => {
  const { token } = await makeBuyer()
  const answers = [
    await sendText(token, '{'),
    await sendText(token, '{}'),
    await sendText(token, JSON.stringify({ leadId: '01900000-0000-7000-8000-000000000000' })),
    await sendText(token, JSON.stringify({ leadId: await makeLead(app.db) }), {
      'idempotency-key': 'not valid',
    }),
  ]
  expect(answers.map(({ code }) => code)).toEqual([
    'MALFORMED_REQUEST',
    'VALIDATION_FAILED',
    'LEAD_NOT_FOUND',
    'INVALID_IDEMPOTENCY_KEY',
  ])
})

it('sells nothing to an admin, or to an agent whose session ends', async () => {
  const agent = await makeBuyer()
  const leadId = await makeLead(app.db)
  await app.db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', '=', agent.id)
    .execute()
  const admin = await makeAdmin(app.db)
  const statuses = []
  for (const { token } of [agent, admin]) {
    statuses.push((await clients.call(buyLead, { token, body: { leadId } })).status)
  }
  expect(statuses).toEqual([401, 403])
  const { status } = await app.db
    .selectFrom('leads')
    .select('status')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('buy')
})
