import { getPushAlerts, sendTestAlert } from '@raahi/contract/push-alerts'
import { setAlertSettings } from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import { publicInternet } from '../../platform/push/push-network.ts'
import { type MadeUser, makeAgent, makeSavedSearch } from '../../testing/factories.ts'
import { retryJobsNow, untilJobsDone } from '../../testing/mails.ts'
import {
  addBrowser as addDevice,
  loopbackNetwork,
  makePushDevice,
  type PushService,
  startPushService,
  type TestBrowser,
} from '../../testing/push-service.ts'
import { putLeadOnSale, queueTask } from '../../testing/queue-jobs.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { recordAccepted, recordFailure } from './push-devices.queries.ts'

const contact = { name: 'Canary Traveller', phone: '+919812345670', email: 'canary@example.com' }

let app: TestApp
let service: PushService
beforeAll(async () => {
  service = await startPushService()
  app = await createTestApp({ pushNetwork: loopbackNetwork, runsTasks: true })
})
afterEach(async () => {
  await withTransaction(app.database, (tx) => deleteJobs(tx, sql`name = 'push'`))
  service.answerWith(201)
  service.received.length = 0
})
afterAll(async () => {
  await app.close()
  await service.close()
})

interface Reader {
  agent: MadeUser
  browser: TestBrowser
  deviceId: string
}

async function addBrowser(agent: MadeUser): Promise<Reader> {
  const { publicKey } = (await app.as(agent).call(getPushAlerts)).data
  const browser = service.subscribe()
  const { subscription } = browser
  const deviceId = await makePushDevice(app.db, agent, subscription, publicKey ?? '')
  return { agent, browser, deviceId }
}

let places = 0
/** An agent with a browser and a saved search for a place that no other test uses. */
async function makeReader(search: object = {}): Promise<Reader & { place: string }> {
  places += 1
  const place = `Gokarna ${places}`
  const agent = await makeAgent(app.db)
  await makeSavedSearch(app.db, agent.id, { destination: place, ...search })
  return { ...(await addBrowser(agent)), place }
}

const within = { timeout: 20_000, interval: 50 }
const untilMessages = ({ browser }: Reader, count = 1) =>
  vi.waitFor(() => {
    expect(browser.messages()).toHaveLength(count)
    return browser.messages()
  }, within)
/** Waits until the new leads are matched, and every due alert is queued and sent. */
const untilAlertsSent = () => untilJobsDone(app.database)
const deviceOf = ({ deviceId }: Reader) =>
  app.db.selectFrom('push_devices').selectAll().where('id', '=', deviceId).executeTakeFirst()
/** The remaining pause of a device in seconds. */
const pauseOf = async (reader: Reader) =>
  ((await deviceOf(reader))?.wait_until?.getTime() ?? 0) / 1000 - Date.now() / 1000
/** Ends the pause of a device after the failure of its alert is recorded. */
async function endPause(reader: Reader) {
  await untilTried(reader, 1)
  await sql`update push_devices set wait_until = now() where id = ${reader.deviceId}`.execute(
    app.db,
  )
}
/**
 * Waits until this number of alerts to a device wait for a retry, and each was attempted, with or without a request.
 */
const untilTried = ({ deviceId }: Reader, alerts: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pgboss.job where name = 'push' and state = 'retry'
        and data->>'deviceId' = ${deviceId}`.execute(app.db)
    expect(rows[0]?.n).toBe(alerts)
  }, within)
/** Sets the quiet hours of an agent relative to the current time. */
async function setQuietHours(agent: MadeUser, hours: [from: number, to: number]) {
  const { rows } = await sql<{ time: string }>`
    select to_char(now() at time zone 'Asia/Kolkata' + n * interval '1 hour', 'HH24:MI') as time
    from unnest(${hours}::int[]) n`.execute(app.db)
  const [from, to] = rows.map(({ time }) => time)
  await app.as(agent).call(setAlertSettings, { body: { quietHours: { from, to } } })
}

it('shows a new lead on every device of its agent, without a contact, and opens the lead', async () => {
  const reader = await makeReader()
  const other = await makeReader()
  const { agent, place } = reader
  const twin = await makeAgent(app.db)
  await sql`update sessions set user_id = ${agent.id} where user_id = ${twin.id}`.execute(app.db)
  const second = await addBrowser({ ...agent, token: twin.token })
  const leadId = await putLeadOnSale(app.db, { ...contact, destination: place, adult: 2 })
  const [[message], [copy]] = [await untilMessages(reader), await untilMessages(second)]
  expect(message).toEqual({
    title: `New lead: ${place}`,
    body: expect.stringMatching(/^From Pune, .*Family, 2 adults/),
    path: `/dashboard/my-leads?lead=${leadId}`,
    tag: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(copy).toMatchObject({ title: message?.title, path: message?.path })
  for (const secret of Object.values(contact)) {
    expect(JSON.stringify([message, copy])).not.toContain(secret)
  }
  const headers = service.received.map((push) => push.headers)
  expect(headers.map(({ topic }) => topic).sort()).toEqual([message?.tag, copy?.tag].sort())
  for (const { ttl } of headers) expect(Number(ttl)).toBeLessThanOrEqual(2 * 60 * 60)
  expect(other.browser.messages()).toEqual([])
  await untilAlertsSent()
  expect((await deviceOf(reader))?.last_sent_at).not.toBeNull()
})

it('shows several leads of a digest in one message', async () => {
  const reader = await makeReader({ push_alerts: 'daily' })
  const { agent, place } = reader
  for (let n = 0; n < 3; n += 1) await putLeadOnSale(app.db, { destination: place })
  await untilAlertsSent()
  expect(reader.browser.messages()).toEqual([])
  await sql`update lead_alerts set due_at = now() where user_id = ${agent.id}`.execute(app.db)
  await queueTask(app.db, 'push-alerts')
  expect(await untilMessages(reader)).toMatchObject([
    { title: '3 new leads for you', body: place, path: '/dashboard/saved-searches' },
  ])
})

it('sends an alert once when several processes send at the same time', async () => {
  const others = await Promise.all([app.another(), app.another()])
  const readers = await Promise.all(Array.from({ length: 8 }, () => makeReader()))
  for (const { place } of readers) await putLeadOnSale(app.db, { destination: place })
  await Promise.all(readers.map((reader) => untilMessages(reader)))
  await untilAlertsSent()
  expect(readers.map(({ browser }) => browser.messages().length)).toEqual(readers.map(() => 1))
  await Promise.all(others.map((other) => other.close()))
})

it.each([404, 410])('removes a device whose push service answers %i', async (status) => {
  const reader = await makeReader()
  service.answerWith(status)
  await putLeadOnSale(app.db, { destination: reader.place })
  await vi.waitFor(async () => expect(await deviceOf(reader)).toBeUndefined(), within)
  expect(reader.browser.messages()).toHaveLength(1)
})

it('repeats a message after 429, but not before the time that the push service requested', async () => {
  const reader = await makeReader()
  service.answerWith(429, { 'retry-after': '600' })
  await putLeadOnSale(app.db, { destination: reader.place })
  await vi.waitFor(async () => expect((await deviceOf(reader))?.wait_until).not.toBeNull(), within)
  const device = await deviceOf(reader)
  const waitMs = (device?.wait_until?.getTime() ?? 0) - (device?.failing_since?.getTime() ?? 0)
  expect(waitMs).toBeCloseTo(600_000, -4)
  service.answerWith(201)
  await vi.waitFor(async () => {
    await retryJobsNow(app.database)
    const { rows } = await sql<{ tries: number }>`
      select retry_count as tries from pgboss.job where name = 'push' and state in ('retry', 'active')`.execute(
      app.db,
    )
    expect(rows[0]?.tries).toBeGreaterThanOrEqual(2)
  }, within)
  expect(reader.browser.messages()).toHaveLength(1)
  await sql`update push_devices set wait_until = now() where id = ${reader.deviceId}`.execute(
    app.db,
  )
  await vi.waitFor(async () => {
    await retryJobsNow(app.database)
    expect(reader.browser.messages()).toHaveLength(2)
  }, within)
  await untilJobsDone(app.database)
  expect(await deviceOf(reader)).toMatchObject({ failing_since: null, wait_until: null })
  const tags = reader.browser.messages().map(({ tag }) => tag)
  expect(new Set(tags).size, 'the repetition replaces the first message').toBe(1)
})

it('makes no request for a second alert to a device that has just failed, and pauses longer the longer it fails', async () => {
  const reader = await makeReader()
  service.answerWith(503)
  const sendTest = () =>
    app.as(reader.agent).call(sendTestAlert, { params: { id: reader.deviceId } })
  await sendTest()
  await untilMessages(reader)
  await vi.waitFor(async () => expect(await pauseOf(reader)).toBeCloseTo(60, -1), within)
  await sendTest()
  await untilTried(reader, 2)
  expect(reader.browser.messages()).toHaveLength(1)

  await sql`update push_devices set failing_since = now() - interval '20 minutes', last_failed_at = now(), wait_until = now()
    where id = ${reader.deviceId}`.execute(app.db)
  await vi.waitFor(async () => {
    await retryJobsNow(app.database)
    expect(await pauseOf(reader)).toBeCloseTo(20 * 60, -2)
  }, within)
  await sql`update push_devices set failing_since = now() - interval '2 days', last_failed_at = now(), wait_until = now()
    where id = ${reader.deviceId}`.execute(app.db)
  await vi.waitFor(async () => {
    await retryJobsNow(app.database)
    expect(await pauseOf(reader)).toBeCloseTo(60 * 60, -2)
  }, within)
})

it('removes a device that has failed for 14 days, but not a device that has failed for less', async () => {
  const [old, recent] = [await makeReader(), await makeReader()]
  const failFor = (reader: Reader, days: number) =>
    sql`update push_devices set failing_since = now() - make_interval(days => ${days}::int), last_failed_at = now() - interval '1 day'
      where id = ${reader.deviceId}`.execute(app.db)
  await failFor(old, 15)
  await failFor(recent, 13)
  service.answerWith(403)
  for (const { place } of [old, recent]) await putLeadOnSale(app.db, { destination: place })
  await Promise.all([untilMessages(old), untilMessages(recent)])
  await untilAlertsSent()
  expect(await deviceOf(old)).toBeUndefined()
  expect(await deviceOf(recent)).toBeDefined()
  const { rows } =
    await sql`select from pgboss.job where name = 'push' and state = 'failed'`.execute(app.db)
  expect(rows, 'a browser that refuses is no failed job for admins').toEqual([])
})

it('keeps a device with two failures that are far apart', async () => {
  const reader = await makeReader()
  await sql`update push_devices set failing_since = now() - interval '30 days', last_failed_at = now() - interval '4 days'
    where id = ${reader.deviceId}`.execute(app.db)
  service.answerWith(503)
  await putLeadOnSale(app.db, { destination: reader.place })
  await untilMessages(reader)
  await endPause(reader)
  const failingMs = Date.now() - ((await deviceOf(reader))?.failing_since?.getTime() ?? 0)
  expect(failingMs, 'the failures begin again').toBeLessThan(60_000)
})

it('begins the failures again for a device that accepts another message meanwhile', async () => {
  const reader = await makeReader()
  await sql`update push_devices set failing_since = now() - interval '10 days', last_failed_at = now()
    where id = ${reader.deviceId}`.execute(app.db)
  const accepting = await app.db.startTransaction().execute()
  await recordAccepted(accepting, reader.deviceId)
  const pause = { askedSeconds: 0, minSeconds: 60, maxSeconds: 3600 }
  const failing = recordFailure(app.db, reader.deviceId, { pause, maxFailingDays: 14 })
  await untilWaiting(app.database, 1, 'update push_devices')
  await accepting.commit().execute()
  await failing
  const failingMs = Date.now() - ((await deviceOf(reader))?.failing_since?.getTime() ?? 0)
  expect(failingMs).toBeLessThan(60_000)
})

it('keeps a device whose name resolves to a wrong address once', async () => {
  const resolve = vi.fn(async () => [{ address: '0.0.0.0', family: 4 }])
  const strict = await createTestApp({ pushNetwork: { ...publicInternet, resolve } })
  const agent = await makeAgent(strict.db)
  const id = await addDevice(strict, agent)
  expect((await strict.as(agent).call(sendTestAlert, { params: { id } })).status).toBe(200)
  await vi.waitFor(() => expect(resolve).toHaveBeenCalled(), within)
  await untilJobsDone(strict.database)
  expect((await strict.as(agent).call(getPushAlerts)).data.devices).toHaveLength(1)
  const { rows } = await sql<{ waits: boolean }>`
    select wait_until > now() as waits from push_devices where id = ${id}`.execute(strict.db)
  expect(rows).toEqual([{ waits: true }])
  await strict.close()
})

/**
 * Retries the jobs of this device immediately, until they are done. Jobs of other tests' failing devices are delayed by
 * an hour.
 */
async function untilOwnJobsDone({ deviceId }: { deviceId: string }) {
  await vi.waitFor(async () => {
    await retryJobsNow(app.database)
    const { rows } = await sql`
      select from pgboss.job where data->>'deviceId' = ${deviceId}
        and state in ('created', 'retry', 'active')`.execute(app.db)
    expect(rows).toEqual([])
  }, within)
}

it('leaves out a lead that was sold before the message is sent, also in a retry', async () => {
  const reader = await makeReader()
  service.answerWith(503)
  const sold = await putLeadOnSale(app.db, { destination: reader.place })
  await untilMessages(reader)
  await endPause(reader)
  service.answerWith(201)
  await sql`update leads set status = 'sold', sold_cause = 'outside', sold_at = now() where id = ${sold}`.execute(
    app.db,
  )
  await untilOwnJobsDone(reader)
  expect(reader.browser.messages()).toHaveLength(1)
})

it('leaves out the leads of a search that was paused before the message is sent', async () => {
  const reader = await makeReader({ push_alerts: 'daily' })
  const kept = `Wayanad ${places}`
  await makeSavedSearch(app.db, reader.agent.id, { destination: kept, push_alerts: 'daily' })
  await putLeadOnSale(app.db, { destination: reader.place })
  const keptLead = await putLeadOnSale(app.db, { destination: kept })
  await untilAlertsSent()
  service.answerWith(503)
  await sql`update lead_alerts set due_at = now() where user_id = ${reader.agent.id}`.execute(
    app.db,
  )
  await queueTask(app.db, 'push-alerts')
  expect(await untilMessages(reader)).toMatchObject([{ title: '2 new leads for you' }])
  await endPause(reader)
  service.answerWith(201)
  await sql`update saved_searches set paused_at = now()
    where user_id = ${reader.agent.id} and destination = ${reader.place}`.execute(app.db)
  await untilOwnJobsDone(reader)
  expect(reader.browser.messages().slice(1)).toMatchObject([
    { title: `New lead: ${kept}`, path: `/dashboard/my-leads?lead=${keptLead}` },
  ])
})

it('sends nothing to a session that ended after the alert was queued', async () => {
  const reader = await makeReader()
  service.answerWith(503)
  await putLeadOnSale(app.db, { destination: reader.place })
  await untilMessages(reader)
  await endPause(reader)
  service.answerWith(201)
  await withTransaction(app.database, (tx) => endSessionsOfUser(tx, reader.agent.id))
  await untilOwnJobsDone(reader)
  expect(reader.browser.messages()).toHaveLength(1)
})

it.each([
  ['a paused search', { paused_at: new Date() }],
  ['a search without alerts on devices', { push_alerts: 'off' }],
])('sends nothing for %s', async (_case, search) => {
  const reader = await makeReader(search)
  await putLeadOnSale(app.db, { destination: reader.place })
  await untilAlertsSent()
  expect(reader.browser.messages()).toEqual([])
})

it('waits in the quiet hours and sends after them, but sends a test at any time', async () => {
  const reader = await makeReader()
  await setQuietHours(reader.agent, [-2, 2])
  await putLeadOnSale(app.db, { destination: reader.place })
  await untilAlertsSent()
  expect(reader.browser.messages()).toEqual([])
  const params = { id: reader.deviceId }
  expect((await app.as(reader.agent).call(sendTestAlert, { params })).status).toBe(200)
  expect(await untilMessages(reader)).toMatchObject([{ title: 'Alerts work here' }])
  await setQuietHours(reader.agent, [2, 4])
  await queueTask(app.db, 'push-alerts')
  const [, message] = await untilMessages(reader, 2)
  expect(message?.title).toBe(`New lead: ${reader.place}`)
})

it('delays a retry if quiet hours have begun', async () => {
  const reader = await makeReader()
  service.answerWith(503)
  await putLeadOnSale(app.db, { destination: reader.place })
  await untilMessages(reader)
  await endPause(reader)
  service.answerWith(201)
  await setQuietHours(reader.agent, [-2, 2])
  await vi.waitFor(async () => {
    await retryJobsNow(app.database)
    const { rows } = await sql<{ tries: number }>`
      select retry_count as tries from pgboss.job where name = 'push' and state in ('retry', 'active')`.execute(
      app.db,
    )
    expect(rows[0]?.tries).toBeGreaterThanOrEqual(3)
  }, within)
  expect(reader.browser.messages()).toHaveLength(1)
})

it('deletes due alerts while the keys are missing, so that they do not accumulate', async () => {
  const noKeys = await createTestApp({
    overrides: { twoFactor: { required: false, keys: [], keyFile: false } },
    runsTasks: true,
  })
  const agent = await makeAgent(noKeys.db)
  await makeSavedSearch(noKeys.db, agent.id, { mail_alerts: 'off' })
  await makePushDevice(noKeys.db, agent, service.subscribe().subscription, 'a former key')
  await putLeadOnSale(noKeys.db)
  await vi.waitFor(async () => {
    const { rows } = await sql<{ matches: number; waiting: number }>`
      select (select count(*)::integer from saved_search_matches) as matches,
        (select count(*)::integer from lead_alerts) as waiting`.execute(noKeys.db)
    expect(rows).toEqual([{ matches: 1, waiting: 0 }])
  }, within)
  await noKeys.close()
})
