import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { enquiryConsent, listEnquiries } from '@raahi/contract/enquiries'
import { listFailedJobs } from '@raahi/contract/failed-jobs'
import {
  fetchMetaLeadsAgain,
  listUnassignedMetaLeads,
  metaPath,
  sendMetaTestLead,
  verifyMetaWebhook,
} from '@raahi/contract/meta-ads'
import { getSource, updateSource } from '@raahi/contract/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { metaSandboxKeys } from '../../config/meta.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { retryUntilJobsDone, untilJobsDone } from '../../testing/mails.ts'
import { makeSource, metaEvent, metaLead, metaSignature } from '../../testing/make-source.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { storeReports } from './meta-leads.queries.ts'

type Respond = { status: number; body: object | string } | 'never'

let app: TestApp
let graph: Server
let admin: MadeUser
let sourceId: string
let pageId: string
let asked: { url: string; token: string }[]
let respond: (id: string) => Respond
let pages = 100

beforeAll(async () => {
  graph = createServer((request, response) => {
    const url = request.url ?? ''
    asked.push({ url, token: request.headers.authorization ?? '' })
    const answer = respond(url.slice(1))
    if (answer === 'never') return
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(graph, 'listening')
  const graphUrl = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`
  app = await createTestApp({
    overrides: { meta: { mode: 'live', ...metaSandboxKeys, graphUrl } },
  })
  admin = await makeAdmin(app.db)
})
beforeEach(async () => {
  await sql`delete from meta_leads`.execute(app.db)
  await sql`delete from pgboss.job`.execute(app.db)
  asked = []
  respond = (id) => ({ status: 200, body: metaLead(id) })
  pages += 1
  pageId = `90071992547409${pages}`
  sourceId = (await makeSource(app.db, { kind: 'meta-ads', meta_page_id: pageId })).id
})
afterAll(async () => {
  await app.close()
  graph.closeAllConnections()
  graph.close()
})

function send(body: string, headers: Record<string, string> = metaSignature(body), to = app) {
  return to.app.inject({ method: 'POST', url: metaPath, payload: body, headers })
}
async function report(fields: { leadgenId?: string; formId?: string } = {}) {
  const { body, leadgenIds } = metaEvent({ pageId, ...fields })
  expect((await send(body)).statusCode).toBe(200)
  return leadgenIds[0] ?? ''
}
const read = async (id = sourceId) => (await app.as(admin).call(getSource, { params: { id } })).data
const update = (body: object, id = sourceId) =>
  app.as(admin).call(updateSource, { params: { id }, body })

async function enquiries(id = sourceId) {
  const { rows } = await sql<{ number: number }>`
    select number from enquiries where source_id = ${id} order by number`.execute(app.db)
  const found = []
  for (const { number } of rows) {
    const { data } = await app.as(admin).call(listEnquiries, { query: { search: `RQ-${number}` } })
    found.push(data.docs[0])
  }
  return found
}

describe('the webhook of Meta', () => {
  it('returns the challenge for the verify token alone', async () => {
    const verify = (query: Record<string, string>) => app.call(verifyMetaWebhook, { query })
    const right = {
      'hub.mode': 'subscribe',
      'hub.verify_token': metaSandboxKeys.verifyToken,
      'hub.challenge': '1158201444',
    }
    const answer = await verify(right)
    expect([answer.status, answer.text]).toEqual([200, '1158201444'])
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const wrong of [
      { ...right, 'hub.verify_token': 'x' },
      { ...right, 'hub.mode': 'unsubscribe' },
      {},
    ]) {
      expect(await verify(wrong)).toMatchObject({ status: 403, code: 'META_NOT_GENUINE' })
    }
  })

  it('stores nothing of a body that Meta has not signed, byte for byte', async () => {
    const { body } = metaEvent({ pageId })
    const spaced = body.replace('{', '{ ')
    const refused = [
      await send(body, { 'content-type': 'application/json' }),
      await send(body, metaSignature(body, 'another secret')),
      await send(body, metaSignature(spaced)),
      await send(body, { ...metaSignature(body), 'x-hub-signature-256': 'sha256=00' }),
    ]
    for (const answer of refused) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'META_NOT_GENUINE'])
    }
    const { rows } = await sql`select from meta_leads`.execute(app.db)
    expect(rows).toEqual([])
    expect((await send(spaced, metaSignature(spaced))).statusCode).toBe(200)
    await untilJobsDone(app.database)
    expect(await enquiries()).toHaveLength(1)
  })

  it('ignores signed events of other kinds, which Meta then does not repeat', async () => {
    const value = { leadgen_id: '1; drop', page_id: pageId, form_id: '1' }
    for (const body of [
      'no json',
      '{}',
      JSON.stringify({ object: 'page', entry: [{ changes: [{ field: 'feed', value: {} }] }] }),
      JSON.stringify({ object: 'page', entry: [{ changes: [{ field: 'leadgen', value }] }] }),
    ]) {
      expect((await send(body)).statusCode).toBe(200)
    }
    expect((await read()).meta).toEqual({ mode: 'live', waiting: 0, failed: 0 })
  })

  it('loses no lead of an event with parts that cannot be parsed', async () => {
    const { body } = metaEvent({ pageId })
    const { entry } = JSON.parse(body)
    entry[0].changes.unshift(null, { value: 1 }, { field: 'leadgen', value: { leadgen_id: 'x' } })
    expect(
      (await send(JSON.stringify({ object: 'page', entry: [7, {}, ...entry] }))).statusCode,
    ).toBe(200)
    await untilJobsDone(app.database)
    expect(await enquiries()).toHaveLength(1)
  })

  it('says that it is not set up, and the page of the source too', async () => {
    const off = await app.another({ meta: { mode: 'off' } })
    const { body } = metaEvent({ pageId })
    expect((await send(body, metaSignature(body), off)).json()).toMatchObject({ code: 'META_OFF' })
    expect(await off.call(verifyMetaWebhook)).toMatchObject({ status: 503, code: 'META_OFF' })
    const { data } = await off.as(admin).call(getSource, { params: { id: sourceId } })
    expect(data.meta?.mode).toBe('off')
    await off.app.close()
  })
})

describe('a lead of Meta', () => {
  it('becomes an enquiry, fetched with the token in the header and not in the address', async () => {
    await update({ consentText: 'Call me about my trip.', leadType: 'domestic' })
    await sql`update source_consents set created_at = '2026-10-01' where version = 2
      and source_id = ${sourceId}`.execute(app.db)
    const leadgenId = await report()
    await untilJobsDone(app.database)
    expect(asked).toEqual([{ url: `/${leadgenId}`, token: `Bearer ${metaSandboxKeys.pageToken}` }])
    expect(await enquiries()).toMatchObject([
      {
        name: 'Meera Iyer',
        city: 'Pune',
        leadType: 'domestic',
        source: 'Advertisement',
        arrivedBy: { _id: sourceId },
        consentText: 'Call me about my trip.',
        consentAt: '2026-11-01T10:00:00.000Z',
        extra: { form_id: '4400', ad_id: '77' },
      },
    ])
    expect((await read()).meta).toEqual({ mode: 'live', waiting: 0, failed: 0 })
  })

  it('has the consent text of the moment when it was sent, and is not published without one', async () => {
    const addText = (version: number, text: string, at: string) =>
      app.db
        .insertInto('source_consents')
        .values({ source_id: sourceId, version, text, created_at: new Date(at) })
        .execute()
    await addText(2, 'The text of October.', '2026-10-01')
    await addText(3, 'The text of November.', '2026-11-02')
    await update({ publishAtOnce: true, leadType: 'domestic' })
    const complete = { destination: 'Goa', travelDate: '2099-12-24', adult: '2' }
    for (const field of ['destination', 'travelDate', 'adult'] as const) {
      const mapped = { source_id: sourceId, question: field, field }
      await app.db.insertInto('source_questions').values(mapped).execute()
    }
    for (const created_time of ['2026-11-01T10:00:00+0000', '2026-09-01T10:00:00+0000']) {
      respond = (id) => ({ status: 200, body: { ...metaLead(id, complete), created_time } })
      await report()
      await untilJobsDone(app.database)
    }
    expect(await enquiries()).toMatchObject([
      { consentText: 'The text of October.', status: 'converted' },
      { consentText: enquiryConsent.text, status: 'new' },
    ])
  })

  it('is stored once of 20 deliveries at once on two processes, and once more', async () => {
    const other = await app.another()
    const { body } = metaEvent({ pageId })
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const answer = await send(body, metaSignature(body), i % 2 ? other : app)
        return answer.statusCode
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    await untilJobsDone(app.database)
    expect((await send(body)).statusCode).toBe(200)
    await untilJobsDone(app.database)
    await other.app.close()
    expect(await enquiries()).toHaveLength(1)
    expect(asked).toHaveLength(1)
  })

  it('with an id that is a number of 64 bits is not taken for its neighbour', async () => {
    const ids = ['9007199254740992', '9007199254740993']
    for (const id of ids) {
      const { body } = metaEvent({ pageId, leadgenId: 'ID' })
      const numbers = body.replace('"ID"', id)
      expect((await send(numbers, metaSignature(numbers))).statusCode).toBe(200)
    }
    await untilJobsDone(app.database)
    expect(asked.map(({ url }) => url).sort()).toEqual(ids.map((id) => `/${id}`))
  })

  it('has questions that an admin maps, and no answer is lost', async () => {
    const answers = { 'where_to?': 'Kerala', 'when?': '24/12/2099' }
    respond = (id) => ({ status: 200, body: metaLead(id, answers) })
    await report()
    await untilJobsDone(app.database)
    expect((await read()).questions).toEqual([
      { question: 'where_to?', field: null },
      { question: 'when?', field: null },
    ])
    await update({ questions: [{ question: 'where_to?', field: 'destination' }] })
    await report()
    await untilJobsDone(app.database)
    const [before, after] = await enquiries()
    expect(before).toMatchObject({ destination: null, extra: answers })
    expect(after).toMatchObject({ destination: 'Kerala', extra: { 'when?': '24/12/2099' } })
  })

  it('that is a test of Meta’s tool is shown and makes no enquiry', async () => {
    const dummy = (name: string) => `<test lead: dummy data for ${name}>`
    const answers = { full_name: dummy('full_name'), phone_number: dummy('phone_number') }
    respond = (id) => ({ status: 200, body: metaLead(id, { ...answers, email: 'test@meta.com' }) })
    await report()
    await untilJobsDone(app.database)
    expect(await enquiries()).toEqual([])
    expect((await read()).arrivals).toMatchObject([{ outcome: 'test', reference: null }])
  })

  it('is fetched again after errors that pass, and Failed Jobs shows those that do not', async () => {
    const errors: Respond[] = [
      { status: 500, body: { error: { code: 2 } } },
      { status: 400, body: { error: { code: 4, is_transient: true } } },
      { status: 200, body: '<html>' },
      { status: 200, body: metaLead('1') },
      { status: 200, body: 'x'.repeat(300 * 1024) },
    ]
    respond = (id) => errors.shift() ?? { status: 200, body: metaLead(id) }
    await report()
    await retryUntilJobsDone(app.database)
    expect([asked.length, (await enquiries()).length]).toEqual([6, 1])

    respond = () => ({ status: 401, body: { error: { code: 190 } } })
    await report()
    await retryUntilJobsDone(app.database)
    expect((await read()).meta).toMatchObject({ waiting: 0, failed: 1 })
    expect((await read()).arrivals[0]).toMatchObject({ code: 'META_LEAD_NOT_FETCHED' })
    const failed = (await app.as(admin).call(listFailedJobs)).data.docs
    expect(failed).toMatchObject([{ kind: 'meta-lead', error: 'meta-refused' }])
  })

  it('that Meta does not have is not asked for again, until an admin wants it', async () => {
    respond = () => ({ status: 400, body: { error: { code: 100, error_subcode: 33 } } })
    await report()
    await retryUntilJobsDone(app.database)
    expect(asked).toHaveLength(1)
    expect(await read()).toMatchObject({
      meta: { waiting: 0, failed: 1 },
      arrivals: [{ outcome: 'refused', code: 'META_LEAD_GONE' }],
    })
    respond = (id) => ({ status: 200, body: metaLead(id) })
    const again = await app.as(admin).call(fetchMetaLeadsAgain, { params: { id: sourceId } })
    expect(again.data).toEqual({ queued: 1 })
    await untilJobsDone(app.database)
    expect(await enquiries()).toHaveLength(1)
    expect((await read()).meta).toMatchObject({ failed: 0 })
  })

  it('without a phone is refused with the reason, and can be fetched when a question is its phone', async () => {
    const [name, , ...rest] = metaLead('1').field_data
    const phone = { name: 'whatsapp_number', values: ['+919876512345'] }
    respond = (id) => ({
      status: 200,
      body: { ...metaLead(id), field_data: [name, phone, ...rest] },
    })
    await report()
    await untilJobsDone(app.database)
    expect((await read()).arrivals[0]).toMatchObject({ outcome: 'refused', fields: ['phone'] })
    await update({ questions: [{ question: 'whatsapp_number', field: 'phone' }] })
    await app.as(admin).call(fetchMetaLeadsAgain, { params: { id: sourceId } })
    await untilJobsDone(app.database)
    expect(await enquiries()).toMatchObject([{ phone: '+919876512345' }])
  })

  it('over the limit of the day is fetched on the next day', async () => {
    await update({ dailyLimit: 1 })
    await report()
    await untilJobsDone(app.database)
    await report()
    await vi.waitFor(async () => expect((await read()).arrivals).toHaveLength(2))
    expect(await enquiries()).toHaveLength(1)
    expect(await read()).toMatchObject({
      meta: { waiting: 1, failed: 0 },
      arrivals: [{ code: 'SOURCE_LIMIT_REACHED' }, { outcome: 'received' }],
    })
    expect(asked).toHaveLength(1)
    await vi.waitFor(async () => expect(await laterFetches()).toEqual([{ isLater: true }]))
    // It has a job, so that 'Fetch again' queues no second one.
    const fetchAgain = () => app.as(admin).call(fetchMetaLeadsAgain, { params: { id: sourceId } })
    expect((await fetchAgain()).data).toEqual({ queued: 0 })
    await sql`delete from pgboss.job`.execute(app.db)
    expect((await fetchAgain()).data).toEqual({ queued: 1 })
  })

  async function laterFetches() {
    const { rows } = await sql<{ isLater: boolean }>`
      select start_after > day_start_in_india(today_in_india() + 1) - interval '2 seconds' as "isLater"
      from pgboss.job where name = 'meta-lead' and state = 'created'`.execute(app.db)
    return rows
  }
})

describe('the source of a lead', () => {
  it('is that of its form, else of its page; without one the lead waits for it', async () => {
    const ofForm = await makeSource(app.db, {
      kind: 'meta-ads',
      meta_page_id: pageId,
      meta_form_id: '55',
    })
    await report({ formId: '55' })
    await report()
    await untilJobsDone(app.database)
    expect([await enquiries(ofForm.id), await enquiries()].map(({ length }) => length)).toEqual([
      1, 1,
    ])

    const foreign = metaEvent({ pageId: '66', formId: '77' }, 2)
    await send(foreign.body)
    const unassigned = async () => (await app.as(admin).call(listUnassignedMetaLeads)).data
    expect(await unassigned()).toMatchObject([{ pageId: '66', formId: '77', leads: 2 }])
    const late = await makeSource(app.db, { kind: 'meta-ads' })
    expect((await update({ metaPageId: '66', metaFormId: '78' }, late.id)).status).toBe(200)
    expect(await unassigned()).toHaveLength(1)
    await update({ metaFormId: null }, late.id)
    expect(await unassigned()).toEqual([])
    await untilJobsDone(app.database)
    expect(await enquiries(late.id)).toHaveLength(2)
  })

  it('is not found twice: a repeated report stores nothing after the page has moved', async () => {
    const { body } = metaEvent({ pageId })
    await send(body)
    await untilJobsDone(app.database)
    await update({ metaPageId: null })
    const other = await makeSource(app.db, { kind: 'meta-ads', meta_page_id: pageId })
    await send(body)
    await untilJobsDone(app.database)
    expect([await enquiries(), await enquiries(other.id)].map(({ length }) => length)).toEqual([
      1, 0,
    ])
    expect((await read(other.id)).meta).toMatchObject({ waiting: 0 })
  })

  it('is found although the lead is reported while the source gets the page', async () => {
    const { id } = await makeSource(app.db, { kind: 'meta-ads' })
    const leadgen_id = '900719925474099999'
    await withTransaction(app.database, async (tx) => {
      const ids = { leadgen_id, page_id: `${pageId}7`, form_id: '1' }
      await storeReports(tx, [{ ...ids, ad_id: null, adgroup_id: null }])
      const updating = update({ metaPageId: ids.page_id }, id)
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
          app.db,
        )
        expect(rows).toHaveLength(1)
      }, 10_000)
      return { updating }
    }).then(({ updating }) => updating)
    await untilJobsDone(app.database)
    expect(await enquiries(id)).toHaveLength(1)
  })

  it('has a page that no other source has', async () => {
    const other = await makeSource(app.db, { kind: 'meta-ads' })
    expect((await update({ metaPageId: pageId }, other.id)).code).toBe('META_PAGE_TAKEN')
    expect((await update({ metaFormId: '1' }, other.id)).fieldErrors).toHaveProperty('metaPageId')
    expect((await update({ metaPageId: 'x1' }, other.id)).fieldErrors).toHaveProperty('metaPageId')
    expect((await update({ metaPageId: pageId, metaFormId: '1' }, other.id)).status).toBe(200)
    const api = await makeSource(app.db)
    expect((await update({ metaPageId: '123' }, api.id)).fieldErrors).toHaveProperty('metaPageId')
  })
})

it('a trial has a stand-in, and sends it a lead of an invented traveller', async () => {
  const live = await app.as(admin).call(sendMetaTestLead, { params: { id: sourceId } })
  expect(live.code).toBe('META_OFF')
  const trial = await createTestApp()
  await trial.app.listen({ port: 0, host: '127.0.0.1' })
  const own = await makeAdmin(trial.db)
  const { id } = await makeSource(trial.db, { kind: 'meta-ads', meta_page_id: pageId })
  await trial.as(own).call(sendMetaTestLead, { params: { id } })
  await untilJobsDone(trial.database)
  const { data } = await trial.as(own).call(getSource, { params: { id } })
  expect(data).toMatchObject({ meta: { mode: 'sandbox' }, arrivals: [{ outcome: 'received' }] })
  await trial.close()
})

it('neither the token nor a contact is in the log', async () => {
  const lines: string[] = []
  const logged = await buildApp({
    config: { ...app.config, logLevel: 'trace' },
    database: app.database,
    logStream: { write: (line) => lines.push(line) },
    runsTasks: false,
  })
  const lead = metaLead('1')
  const answers: Respond[] = Array.from({ length: 8 }, (_, i) => ({
    status: i % 2 ? 500 : 200,
    body: lead,
  }))
  respond = (id) => answers.shift() ?? { status: 200, body: { ...lead, id } }
  // Jobs run in both instances.
  const { body } = metaEvent({ pageId }, 8)
  const headers = metaSignature(body)
  await logged.inject({ method: 'POST', url: metaPath, payload: body, headers })
  await retryUntilJobsDone(app.database)
  await logged.close()
  expect(await enquiries()).toHaveLength(8)
  const log = lines.join('\n')
  const contacts = lead.field_data.flatMap(({ values }) => values)
  const { pageToken, appSecret } = metaSandboxKeys
  for (const secret of [pageToken, appSecret, ...contacts]) expect(log).not.toContain(secret)
})
