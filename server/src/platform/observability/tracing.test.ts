import { randomUUID } from 'node:crypto'
import { createEnquiry } from '@raahi/contract/enquiries'
import { listLeads } from '@raahi/contract/leads'
import { createOrderWallet } from '@raahi/contract/payments'
import { buyLead } from '@raahi/contract/purchases'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/index.ts'
import { giveMoney, type MadeUser, makeAgent, makeLead } from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { untilJobsDone, waitForMails } from '../../testing/mails.ts'
import { type RecordingServer, startRecordingServer } from '../../testing/recording-server.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { statementName } from './trace-database.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number; message?: string }
}

const server = 2
const secret = 'a-secret-of-the-collector'

let collector: RecordingServer
let gateway: RecordingServer
let app: TestApp
let agent: MadeUser
beforeAll(async () => {
  collector = await startRecordingServer(() => ({}))
  gateway = await startRecordingServer(() => ({
    id: `order_${randomUUID()}`,
    amount: 5000,
    currency: 'INR',
  }))
  const settings = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret}`,
    OTEL_SERVICE_NAME: 'raahi-under-test',
  })
  if (settings.gateway.mode === 'off') throw new Error('a trial takes test payments')
  app = await createTestApp({
    overrides: {
      tracing: settings.tracing,
      trustProxy: ['127.0.0.1'],
      gateway: { ...settings.gateway, baseUrl: gateway.address },
    },
  })
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 100_000)
  await setLeadPrice(app.db, 'both', 5000)
})
afterAll(async () => {
  await app.close()
  await gateway.close()
  await collector.close()
})

const spans = (): Span[] =>
  collector.received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
const traceOf = (traceId: string) => spans().filter((span) => span.traceId === traceId)
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Starts a trace at a proxy, and returns the headers that continue it. */
function beginTrace(flags = '01') {
  const traceId = randomUUID().replaceAll('-', '')
  const spanId = traceId.slice(0, 16)
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } }
}

/** Waits until the spans of a trace include these names. */
async function waitForSpans(traceId: string, ...names: string[]): Promise<Span[]> {
  const missing = () => names.filter((name) => !traceOf(traceId).some((span) => span.name === name))
  await expect.poll(missing, { timeout: 15_000 }).toEqual([])
  return traceOf(traceId)
}

describe('a traced request', () => {
  it('continues the trace of the proxy, down to its statements', async () => {
    const { traceId, spanId, headers } = beginTrace()
    const leadId = await makeLead(app.db)
    const answer = await app.as(agent).call(buyLead, { body: { leadId }, headers })
    expect(answer.status).toBe(200)
    const seen = await waitForSpans(
      traceId,
      `POST ${buyLead.path}`,
      'find-callers',
      'select buy_lead',
    )
    const root = seen.find(({ name }) => name === `POST ${buyLead.path}`)
    expect(root).toMatchObject({ kind: server, parentSpanId: spanId })
    expect(root && attributesOf(root)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': buyLead.path,
      'http.response.status_code': 200,
      'raahi.request_id': answer.headers['x-request-id'],
    })
    const statement = seen.find(({ name }) => name === 'select buy_lead')
    const transaction = seen.find(({ name }) => name === 'transaction')
    expect(statement?.parentSpanId).toBe(transaction?.spanId)
    expect(transaction?.parentSpanId).toBe(root?.spanId)
  })

  it('has one trace with its transactions, jobs and gateway calls', async () => {
    const mailed = beginTrace()
    const email = `asha-${uniqueText()}@example.com`
    const body = { name: 'Asha Rao', phone: '9876543210', email, consent: true }
    await app.call(createEnquiry, { body, headers: mailed.headers })
    await waitForMails(app.config, email)
    await untilJobsDone(app.database)
    const expected = [`POST ${createEnquiry.path}`, 'transaction', 'job mail', 'insert enquiries']
    const seen = await waitForSpans(mailed.traceId, ...expected)
    const ids = new Set([mailed.spanId, ...seen.map(({ spanId }) => spanId)])
    expect(seen.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([])

    const paid = beginTrace()
    await app.as(agent).call(createOrderWallet, { body: { amount: 50 }, headers: paid.headers })
    const calls = await waitForSpans(paid.traceId, 'gateway createOrder')
    const call = calls.find(({ name }) => name === 'gateway createOrder')
    expect(gateway.received.at(-1)?.headers.traceparent).toBe(
      `00-${paid.traceId}-${call?.spanId}-01`,
    )
  })

  it('is marked as failed, with the error code only', async () => {
    const { traceId, headers } = beginTrace()
    const leadId = await makeLead(app.db)
    await app.as(agent).call(buyLead, { body: { leadId } })
    expect((await app.as(agent).call(buyLead, { body: { leadId }, headers })).code).toBe(
      'LEAD_ALREADY_SOLD',
    )
    const seen = await waitForSpans(traceId, 'transaction', `POST ${buyLead.path}`)
    const failed = seen.filter(({ status }) => status.code === 2)
    expect(failed.map(({ name }) => name).sort()).toEqual(['select buy_lead', 'transaction'])
    for (const span of failed) {
      expect(attributesOf(span)).toMatchObject({ 'error.type': 'RAAHI' })
      expect(span.status.message ?? '').toBe('')
    }
  })

  it('starts a new trace for an untrusted client, and is not recorded if the proxy did not sample it', async () => {
    const forged = beginTrace()
    const untraced = beginTrace('00')
    await app.call(listLeads, { headers: forged.headers, remoteAddress: '192.0.2.7' })
    await app.call(listLeads, { headers: untraced.headers })
    const marker = beginTrace()
    await app.call(listLeads, { headers: marker.headers })
    await waitForSpans(marker.traceId, `GET ${listLeads.path}`)
    expect(traceOf(forged.traceId)).toEqual([])
    expect(traceOf(untraced.traceId)).toEqual([])
    const roots = spans().filter(
      ({ parentSpanId, name }) => !parentSpanId && name === `GET ${listLeads.path}`,
    )
    expect(roots.length).toBeGreaterThan(0)
  })

  it('contains no personal data: no statement values, addresses, contacts or secrets', async () => {
    const phone = '9123450781'
    const email = `traced-${uniqueText()}@example.com`
    const leadId = await makeLead(app.db, { phone: `+91${phone}`, email, name: 'Parvati Unseen' })
    const { traceId, headers } = beginTrace()
    await app.as(agent).call(buyLead, { body: { leadId }, headers })
    await app.as(agent).call(listLeads, { query: { search: email, city: 'Puducherry' }, headers })
    await waitForSpans(traceId, `GET ${listLeads.path}`, 'select buy_lead')
    const sent = collector.received.map(({ body }) => body).join('')
    const personalData = [
      '9876543210',
      'Asha',
      phone,
      email,
      'Parvati',
      'Puducherry',
      leadId,
      agent.id,
      agent.email,
      agent.token,
      secret,
      '127.0.0.1',
    ]
    for (const value of personalData) expect(sent).not.toContain(value)
  })
})

it('is sent to the receiver with the headers and the service name', () => {
  const [first] = collector.received
  expect(first?.url).toBe('/v1/traces')
  expect(first?.headers.authorization).toBe(`Bearer ${secret}`)
  expect(first?.body).toContain('raahi-under-test')
})

it('is sent completely at a stop, and is not slowed down by an unavailable receiver', async () => {
  const away = await app.another({
    tracing: { url: 'http://127.0.0.1:9/v1/traces', headers: {}, serviceName: 'raahi', ratio: 1 },
  })
  expect((await away.as(agent).call(listLeads)).status).toBe(200)
  const began = performance.now()
  await away.close()
  expect(performance.now() - began).toBeLessThan(8000)
})

it('names a statement by operation and table', () => {
  const named = (text: string) => statementName(text, text)
  expect(named('select "id" from "leads" where "id" = $1')).toBe('select leads')
  expect(named('insert into "purchases" ("id") values ($1)')).toBe('insert purchases')
  expect(named('update accounts set balance_paise = 1')).toBe('update accounts')
  expect(named('\n  with full_window as (select 1 from rate_limits) select 1')).toBe(
    'with rate_limits',
  )
  expect(named('begin')).toBe('begin')
  expect(statementName({ name: 'buy-lead', text: 'select' }, 'select')).toBe('buy-lead')
})
