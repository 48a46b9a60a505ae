import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listEnquiries } from '@raahi/contract/enquiries'
import { listLeads } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement, requestLeadReplacement } from '@raahi/contract/replacements'
import { getUserById } from '@raahi/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/index.ts'
import { recordAudit } from '../../integrity/audit-result.queries.ts'
import { expectError } from '../../testing/expect-error.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makePlan,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { untilJobsDone } from '../../testing/mails.ts'
import { growth, type Scrape, scrape } from '../../testing/scrape.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

const token = 'a-token-for-prometheus-alone'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1_000_000)
  await setLeadPrice(app.db, 'both', 5000)
})
afterAll(() => app.close())

/** Returns how much the work increases the metrics of these names. */
async function counted(work: () => Promise<unknown>, ...names: string[]) {
  const before = await scrape(app.app)
  await work()
  const grown = growth(before, await scrape(app.app))
  return Object.fromEntries(
    Object.entries(grown).filter(([series]) =>
      names.some((name) => series === name || series.startsWith(`${name}{`)),
    ),
  )
}

describe('access to the metrics', () => {
  const get = (from: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    from.app.inject({ url: '/metrics', headers, remoteAddress })

  it('in a trial is limited to this machine, without proxies', async () => {
    expect((await get(app)).statusCode).toBe(200)
    expect((await get(app, {}, '::1')).statusCode).toBe(200)
    expectError(await get(app, {}, '10.0.0.9'), 'ROUTE_NOT_FOUND')
    expectError(await get(app, { 'x-forwarded-for': '10.0.0.9' }), 'MISDIRECTED_REQUEST')
  })

  it('is granted with the token from anywhere, if one is set', async () => {
    const guarded = await app.another({ metrics: { token } })
    expectError(await get(guarded), 'UNAUTHENTICATED')
    for (const wrong of [
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      'Bearer ',
      `Basic ${token}`,
    ]) {
      expectError(await get(guarded, { authorization: wrong }), 'UNAUTHENTICATED')
    }
    expectError(await get(guarded, { authorization: `Bearer ${admin.token}` }), 'UNAUTHENTICATED')
    const read = await get(guarded, { authorization: `Bearer ${token}` }, '10.0.0.9')
    expect(read.statusCode).toBe(200)
    expect(read.headers['cache-control']).toBe('no-store')
    await guarded.close()
  })

  it('is denied to all with an external database and no token', async () => {
    const DATABASE_URL = 'postgresql://someone@db.example/raahi'
    const { metrics } = readConfig({ DATABASE_URL })
    expect(metrics).toBeUndefined()
    const closed = await app.another({ metrics })
    expectError(await get(closed), 'ROUTE_NOT_FOUND')
    await closed.close()
    expect(readConfig({ DATABASE_URL, METRICS_TOKEN: token }).metrics).toEqual({ token })
    expect(readConfig({}).metrics).toBe('loopback')
  })
})

describe('requests', () => {
  const requests = 'raahi_http_request_duration_seconds_count'

  it('are counted by route, method and kind of response', async () => {
    const all = await counted(async () => {
      await app.as(agent).call(listLeads)
      await app.as(agent).call(getUserById, { params: { id: agent.id } })
      await app.as(agent).call(getUserById, { params: { id: admin.id } })
      await app.call(listLeads)
    }, requests)
    expect(all).toMatchObject({
      [`${requests}{method="GET",route="/api/leads",status="2xx"}`]: 1,
      [`${requests}{method="GET",route="/api/leads",status="4xx"}`]: 1,
      [`${requests}{method="GET",route="/api/auth/getUserById/:id",status="2xx"}`]: 1,
      [`${requests}{method="GET",route="/api/auth/getUserById/:id",status="4xx"}`]: 1,
    })
  })

  it('create no new series for any address, method or id', async () => {
    const call = async (n: number) => {
      await app.app.inject(`/nothing/${n}-${uniqueText()}`)
      await app.app.inject(`/api/nothing/${uniqueText()}`)
      await app.app.inject({ method: 'PROPFIND' as 'GET', url: `/x${n}` })
      await app.app.inject({
        url: `/api/auth/getUserById/${uniqueText()}`,
        headers: { authorization: `Bearer ${agent.token}` },
      })
      await app.app.inject(`/api/leads?search=${uniqueText()}`)
      await app.app.inject(`/%ZZ${uniqueText()}`)
    }
    await call(0)
    const before = await scrape(app.app)
    for (let n = 1; n <= 20; n += 1) await call(n)
    const after = await scrape(app.app)
    const added = [...after.keys()].filter((series) => !before.has(series))
    // The series of Node depend on the time of the scrape.
    expect(added.filter((series) => !series.startsWith('nodejs_'))).toEqual([])
  })

  it('are no longer in flight once answered or disconnected', async () => {
    const address = await app.app.listen({ port: 0, host: '127.0.0.1' })
    const inFlight = async () => (await scrape(app.app)).get('raahi_http_requests_in_flight')
    const client = await app.database.pool.connect()
    await client.query('begin; lock table leads in access exclusive mode')
    const hangUp = new AbortController()
    const url = `${address}${listLeads.path}?city=Pune`
    const headers = { authorization: `Bearer ${agent.token}` }
    const hungUp = fetch(url, { headers, signal: hangUp.signal }).catch(() => 'hung up')
    // The scrape itself is in flight.
    await expect.poll(inFlight, { timeout: 5000 }).toBe(2)
    hangUp.abort()
    expect(await hungUp).toBe('hung up')
    await expect.poll(inFlight, { timeout: 5000 }).toBe(1)
    await client.query('rollback')
    client.release()
    const aborted = `${requests}{method="GET",route="/api/leads",status="aborted"}`
    expect((await scrape(app.app)).get(aborted)).toBe(1)
  })
})

describe('the business metrics', () => {
  it('count each purchase once, by payment method, or by code if rejected', async () => {
    const [first, second] = [await makeLead(app.db), await makeLead(app.db)]
    const planned = await makeAgent(app.db)
    await givePlan(app.database, planned.id, await makePlan(app.db))
    const headers = { 'idempotency-key': uniqueText() }
    const sold = await counted(
      async () => {
        await app.as(agent).call(buyLead, { body: { leadId: first }, headers })
        await app.as(agent).call(buyLead, { body: { leadId: first }, headers })
        await app.as(planned).call(buyLead, { body: { leadId: second } })
        await app.as(agent).call(buyLead, { body: { leadId: second } })
      },
      'raahi_purchases_total',
      'raahi_purchases_refused_total',
    )
    expect(sold).toEqual({
      'raahi_purchases_total{funding="wallet"}': 1,
      'raahi_purchases_total{funding="plan"}': 1,
      'raahi_purchases_refused_total{code="LEAD_ALREADY_SOLD"}': 1,
    })
  })

  it('count replacements by their destination, and their jobs and mails', async () => {
    const leadId = await makePurchase(app.database, agent.id)
    await untilJobsDone(app.database)
    const seen = await counted(
      async () => {
        const { data } = await app.as(agent).call(requestLeadReplacement, {
          body: { leadId, reason: 'Invalid contact number' },
        })
        const headers = { 'idempotency-key': uniqueText() }
        const body = { requestId: data._id, action: 'approved' }
        await app.as(admin).call(approveLeadReplacement, { body, headers })
        await app.as(admin).call(approveLeadReplacement, { body, headers })
        await untilJobsDone(app.database)
      },
      'raahi_replacements_total',
      'raahi_mails_total',
      'raahi_jobs_sent_total',
      'raahi_job_duration_seconds_count',
    )
    expect(seen).toEqual({
      'raahi_replacements_total{event="requested"}': 1,
      'raahi_replacements_total{event="to_wallet"}': 1,
      'raahi_jobs_sent_total{queue="mail"}': 3,
      'raahi_job_duration_seconds_count{queue="mail",outcome="done"}': 3,
      'raahi_mails_total{outcome="sent"}': 3,
    })
  })
})

it('contain no personal data: no name, contact, id, address or secret', async () => {
  const phone = '9123450987'
  const email = `seen-${uniqueText()}@example.com`
  const leadId = await makeLead(app.db, { phone: `+91${phone}`, email, name: 'Parvati Unseen' })
  await app.as(agent).call(buyLead, { body: { leadId } })
  await app.as(admin).call(listEnquiries, { query: { search: email } })
  await app.as(agent).call(getUserById, { params: { id: admin.id } })
  await app.call(listLeads, {
    headers: { authorization: `Bearer ${email}` },
    remoteAddress: '10.1.2.3',
  })
  const { body } = await app.app.inject('/metrics')
  expect(body).toContain('raahi_purchases_total')
  const personalData = [
    phone,
    email,
    'Parvati',
    leadId,
    agent.id,
    agent.email,
    agent.token,
    admin.id,
    '10.1.2.3',
  ]
  for (const secret of personalData) expect(body).not.toContain(secret)
})

it('work without the database and report that it is unavailable', async () => {
  const lost = await createTestApp()
  const seen = async (): Promise<Scrape> => scrape(lost.app)
  expect((await seen()).get('raahi_database_up')).toBe(1)
  expect((await seen()).get('raahi_jobs_waiting{queue="mail"}')).toBe(0)
  await lost.database.close()
  const away = await seen()
  expect(away.get('raahi_database_up')).toBe(0)
  expect(away.get('raahi_http_requests_in_flight')).toBeGreaterThan(0)
  await lost.close()
})

it('are all documented, and the alerts use only existing metrics', async () => {
  await recordAudit(app.database, { scope: 'complete', tookMs: 5, broken: [], unchecked: [] })
  const { body } = await app.app.inject('/metrics')
  const reported = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  const read = (path: string) =>
    readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
  const namedIn = (text: string) => [
    ...new Set(text.match(/\b(raahi|process|nodejs)_[a-z0-9_]*[a-z0-9]/g)),
  ]
  // The section on metrics and alerts. Other sections name databases and buckets that begin like metrics.
  const operations = read('docs/operations.md')
  const section = operations.slice(
    operations.indexOf('### Metrics'),
    operations.indexOf('## Runbooks'),
  )
  const documented = namedIn(section)
  const own = reported.filter((name) => name.startsWith('raahi_'))
  expect(own.length).toBeGreaterThan(20)
  expect(own.filter((name) => !documented.includes(name))).toEqual([])
  const parts = /_(bucket|count|sum)$/
  for (const text of [section, read('deploy/prometheus/rules.yaml')]) {
    const named = namedIn(text).map((name) =>
      reported.includes(name) ? name : name.replace(parts, ''),
    )
    expect(named.filter((name) => !reported.includes(name))).toEqual([])
  }
  const alerts = [...read('deploy/prometheus/rules.yaml').matchAll(/alert: (\w+)/g)]
  expect(alerts.map(([, name = '']) => name).filter((name) => !section.includes(name))).toEqual([])
})
