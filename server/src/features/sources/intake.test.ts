import { listEnquiries } from '@raahi/contract/enquiries'
import * as intake from '@raahi/contract/intake'
import { maxBatchLeads } from '@raahi/contract/integration-limits'
import { listLeads } from '@raahi/contract/leads'
import { erasePersonalData, exportPersonalData } from '@raahi/contract/personal-data'
import { getSource } from '@raahi/contract/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { intakeForm, makeKey, makeSource } from '../../testing/make-source.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let source: { id: string }
let token: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
beforeEach(async () => useSource())
afterAll(() => app.close())

/** Sends as a new source from now on. */
async function useSource(fields: Parameters<typeof makeSource>[1] = {}) {
  source = await makeSource(app.db, fields)
  token = (await makeKey(app.db, { source_id: source.id })).token
}

const send = (form: object = intakeForm()) =>
  app.as({ token }).call(intake.receiveLead, { body: form })
const sendBatch = (leads: object[]) =>
  app.as({ token }).call(intake.receiveLeads, { body: { leads } })

async function countEnquiries(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from enquiries where source_id = ${source.id}`.execute(app.db)
  return rows[0]?.n ?? -1
}

async function findEnquiry(search: string) {
  const { data } = await app.as(admin).call(listEnquiries, { query: { search } })
  return data.docs[0]
}

async function arrivals() {
  const { data } = await app.as(admin).call(getSource, { params: { id: source.id } })
  return data.arrivals
}

describe('an enquiry from a program', () => {
  it('is stored with its consent, message and answers, and waits for an admin', async () => {
    const consent = { text: 'Call me.', at: '2026-11-01T10:00:00+05:30', ip: '203.0.113.9' }
    const form = intakeForm({
      consent,
      message: 'We like beaches.',
      budget: 40000,
      extra: { 'Which hotel?': 'Four stars' },
    })
    const { status, data } = await send(form)
    expect([status, data]).toEqual([201, { enquiryId: expect.any(String), status: 'received' }])
    expect(await findEnquiry(form.email)).toMatchObject({
      _id: data.enquiryId,
      status: 'new',
      arrivedBy: { _id: source.id },
      source: 'Website',
      phone: form.phone,
      destination: 'Goa',
      consentText: 'Call me.',
      consentAt: '2026-11-01T04:30:00.000Z',
      message: 'We like beaches.',
      extra: { 'Which hotel?': 'Four stars', budget: '40000' },
    })
    expect((await arrivals())[0]).toMatchObject({ outcome: 'received', code: null })
  })

  it('without consent, or with one from the future, is refused and stored nowhere', async () => {
    const { consent, ...form } = intakeForm()
    const later = new Date(Date.now() + 3_600_000).toISOString()
    for (const wrong of [
      undefined,
      null,
      true,
      {},
      { text: ' ', at: consent.at },
      { text: 'Yes' },
      { text: 'Yes', at: later },
    ]) {
      const refused = await send({ ...form, ...(wrong !== undefined && { consent: wrong }) })
      expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_FAILED'])
      expect(Object.keys(refused.fieldErrors ?? {})[0]).toMatch(/^consent/)
    }
    expect(await countEnquiries()).toBe(0)
    await expect(
      sql`update enquiries set consent_text = '' where id in (select id from enquiries limit 1)`.execute(
        app.db,
      ),
    ).rejects.toThrow('check')
    expect((await arrivals())[0]).toMatchObject({
      outcome: 'refused',
      code: 'VALIDATION_FAILED',
      fields: ['consent'],
    })
  })

  it('is checked as the quote form is', async () => {
    const refused = await send(
      intakeForm({
        phone: '12',
        travelDate: '2020-01-01',
        adult: -1,
        colour: 'red',
        externalId: '',
      }),
    )
    expect(Object.keys(refused.fieldErrors ?? {}).sort()).toEqual([
      'adult',
      'colour',
      'externalId',
      'phone',
      'travelDate',
    ])
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`q${i}`, 'a']))
    expect((await send(intakeForm({ extra: many }))).fieldErrors).toHaveProperty('extra')
    expect((await arrivals())[1]?.fields.sort()).toEqual([
      'adult',
      'externalId',
      'phone',
      'travelDate',
    ])
  })

  it('of a known contact is a duplicate, and of too many is suspected without a mail', async () => {
    const form = intakeForm()
    const again = () => ({ ...form, externalId: intakeForm().externalId })
    const statuses = []
    for (let i = 0; i < 6; i += 1) statuses.push((await send(again())).data.status)
    expect(statuses).toEqual(['received', ...Array(4).fill('duplicate'), 'suspected'])
    const { rows } = await sql`
      select from pgboss.job where name = 'mail' and data ->> 'to' = ${form.email}`.execute(app.db)
    expect(rows).toHaveLength(5)
  })

  it('gets the lead type and the trip type of its source if it names none', async () => {
    await useSource({ lead_type: 'international', trip_type: 'Group' })
    const { leadType: _, ...form } = intakeForm({ destination: 'Hotel Sea View' })
    await send(form)
    expect(await findEnquiry(form.email)).toMatchObject({
      leadType: 'international',
      tripType: 'Group',
    })
  })

  it('gets the lead type of its destination before that of its source', async () => {
    for (const [lead_type, destination, leadType] of [
      ['domestic', 'Bali', 'international'],
      ['international', 'Goa', 'domestic'],
    ] as const) {
      await useSource({ lead_type, publish_at_once: true })
      const { data } = await send(intakeForm({ destination, leadType: undefined }))
      const { rows } = await sql<{ lead_type: string }>`
        select lead_type from leads where id = ${data.leadId ?? null}`.execute(app.db)
      expect(rows).toEqual([{ lead_type: leadType }])
    }
  })

  it('over the limit of the day is refused, and does not use up its id', async () => {
    await useSource({ daily_limit: 2 })
    const forms = [intakeForm(), intakeForm(), intakeForm()]
    const answers = await Promise.all(forms.map(send))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429])
    const at = answers.findIndex(({ status }) => status === 429)
    expect(answers[at]?.code).toBe('SOURCE_LIMIT_REACHED')
    expect(Number(answers[at]?.headers['retry-after'])).toBeLessThanOrEqual(86_400)
    await sql`delete from rate_limits where key like 'enquiries of source%'`.execute(app.db)
    expect((await send(forms[at])).status).toBe(201)
  })
})

describe('a repeated delivery', () => {
  it('makes one enquiry of 20 at once on two processes, and all get one answer', async () => {
    const other = await app.another()
    const form = intakeForm()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? other : app).as({ token }).call(intake.receiveLead, { body: form }),
      ),
    )
    await other.app.close()
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await countEnquiries()).toBe(1)
  })

  it('gets the first answer, whatever happened since, and other sources have other ids', async () => {
    await useSource({ publish_at_once: true })
    const form = intakeForm()
    const { data: first } = await send(form)
    const changed = await send({ ...form, name: 'Another Name', destination: 'Kerala' })
    expect([changed.status, changed.data]).toEqual([200, first])
    expect(changed.headers['idempotency-replayed']).toBe('true')
    await app.as(admin).call(erasePersonalData, { body: { phone: form.phone } })
    expect((await send(form)).data.enquiryId).toBe(first.enquiryId)
    await useSource()
    expect((await send(form)).status).toBe(201)
  })
})

describe('a source that publishes at once', () => {
  it('puts a complete enquiry on sale with its consent', async () => {
    await useSource({ publish_at_once: true })
    const form = intakeForm()
    const { data } = await send(form)
    expect(data).toMatchObject({ status: 'published', leadId: expect.any(String) })
    const { leads } = (await app.as(admin).call(listLeads, { query: { search: form.phone } })).data
    expect(leads.map(({ _id }) => _id)).toEqual([data.leadId])
    const { rows } = await sql<{ consent_text: string }>`
      select consent_text from lead_origins where lead_id = ${data.leadId ?? ''}`.execute(app.db)
    expect(rows).toEqual([{ consent_text: form.consent.text }])
    expect(await findEnquiry(form.email)).toMatchObject({ status: 'converted', decidedBy: null })
  })

  it('leaves an incomplete, duplicate, suspected or implausible one to an admin', async () => {
    await useSource({ publish_at_once: true })
    const { email: _, ...noEmail } = intakeForm()
    const known = intakeForm()
    await send(known)
    const statuses = []
    for (const form of [
      noEmail,
      { ...intakeForm(), travelDate: undefined },
      { ...intakeForm({ destination: 'Hotel Sea View' }), leadType: undefined },
      { ...intakeForm(), adult: undefined },
      { ...intakeForm(), phone: '9999999999' },
      { ...intakeForm(), email: `a${Date.now()}@gmial.com` },
      { ...intakeForm(), phone: known.phone },
    ]) {
      statuses.push((await send(form)).data.status)
    }
    expect(statuses).toEqual([...Array(6).fill('received'), 'duplicate'])
    const { travelDate: __, ...month } = intakeForm({ travelMonth: 'December' })
    expect((await send(month)).data.status).toBe('published')
  })

  it('leaves a travel month that has passed since the consent to an admin', async () => {
    await useSource({ publish_at_once: true })
    const consent = { ...intakeForm().consent, at: '2025-01-10T10:00:00+05:30' }
    const { travelDate: _, ...form } = intakeForm({ travelMonth: 'January', consent })
    expect((await send(form)).data.status).toBe('received')
    expect(await findEnquiry(form.email)).toMatchObject({ status: 'new', travelMonth: 'January' })
  })
})

describe('a batch', () => {
  it('stores the good ones and names the faults of the bad ones, in order', async () => {
    const good = intakeForm()
    const { status, data } = await sendBatch([
      good,
      intakeForm({ phone: '1', externalId: 'bad' }),
      { name: 'Nobody' },
      good,
    ])
    expect(status).toBe(200)
    const [first, bad, empty, repeated] = data.results
    expect(first).toEqual({
      externalId: good.externalId,
      enquiryId: expect.any(String),
      status: 'received',
    })
    expect(bad).toEqual({
      externalId: 'bad',
      code: 'VALIDATION_FAILED',
      fieldErrors: { phone: expect.any(String) },
    })
    expect(empty).toMatchObject({ externalId: null, code: 'VALIDATION_FAILED' })
    expect(empty?.fieldErrors).toHaveProperty('consent')
    expect(repeated).toEqual(first)
    expect(await countEnquiries()).toBe(1)
  })

  it('of 500 is stored whole', async () => {
    await useSource({ daily_limit: 500 })
    const leads = Array.from({ length: maxBatchLeads }, () => intakeForm())
    const { status, data } = await sendBatch(leads)
    expect(status).toBe(200)
    expect(data.results.map(({ externalId, status: one }) => [externalId, one])).toEqual(
      leads.map(({ externalId }) => [externalId, 'received']),
    )
    expect(await countEnquiries()).toBe(maxBatchLeads)
    const over = await sendBatch([intakeForm(), leads[0] ?? {}])
    expect(over.data.results.map((one) => one.code ?? one.status)).toEqual([
      'SOURCE_LIMIT_REACHED',
      'received',
    ])
  }, 120_000)

  it('has at most 500, and may be larger than other requests', async () => {
    const leads = Array.from({ length: 40 }, () => intakeForm({ message: 'हाँ '.repeat(500) }))
    expect(JSON.stringify(leads).length).toBeGreaterThan(80_000)
    const { status, data } = await sendBatch(leads)
    expect([status, data?.results.length]).toEqual([200, 40])
    expect(new Set(data.results.map((result) => result.status))).toEqual(new Set(['received']))
    const many = Array.from({ length: 501 }, () => ({}))
    expect((await sendBatch(many)).fieldErrors).toHaveProperty('leads')
    expect((await sendBatch([])).fieldErrors).toHaveProperty('leads')
  })
})

describe('the data of a traveller from a source', () => {
  it('is exported and erased', async () => {
    const form = intakeForm({
      message: 'Ring after six',
      extra: { 'Your hotel?': 'Palace' },
      consent: { ...intakeForm().consent, ip: '203.0.113.77' },
    })
    const { data } = await send(form)
    const exported = await app.as(admin).call(exportPersonalData, { body: { phone: form.phone } })
    for (const text of ['Ring after six', 'Palace', '203.0.113.77']) {
      expect(exported.text).toContain(text)
    }
    await app.as(admin).call(erasePersonalData, { body: { phone: form.phone } })
    const { rows } = await app.database.pool.query(
      `select row_to_json(e)::text as text from enquiries e where id = $1
       union all select row_to_json(a)::text from source_arrivals a where enquiry_id = $1`,
      [data.enquiryId],
    )
    expect(rows).toHaveLength(2)
    for (const { text } of rows) {
      expect(text).not.toMatch(/Meera|Ring after|Palace|203\.0\.113\.77/)
      expect(text).not.toContain(form.phone)
      expect(text).not.toContain(form.email)
      expect(text).not.toContain(form.externalId)
    }
    await expectAllInvariantsHold(app.database)
  })
})

it('neither a key nor a contact is in the log, also of broken and refused requests', async () => {
  const lines: string[] = []
  const logged = await buildApp({
    config: { ...app.config, logLevel: 'trace' },
    database: app.database,
    logStream: { write: (line) => lines.push(line) },
    runsTasks: false,
  })
  const form = intakeForm({ externalId: 'id-of-meera', extra: { Asha: 'secret answer' } })
  const post = (url: string, payload: string | object, authorization = `Bearer ${token}`) =>
    logged.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization, 'content-type': 'application/json' },
    })
  const statuses = []
  for (const answer of [
    await post('/api/intake/leads', form),
    await post('/api/intake/leads', { ...form, phone: `x${form.phone}` }),
    await post('/api/intake/leads', JSON.stringify(form).slice(0, -5)),
    await post('/api/intake/leads/batch', { leads: [form, { ...form, adult: form.phone }] }),
    await post('/api/intake/leads', form, `Bearer ${token}x`),
    await post(`/api/intake/leads?key=${token}`, form),
  ]) {
    statuses.push(answer.statusCode)
  }
  await logged.close()
  expect(statuses).toEqual([201, 400, 400, 200, 401, 400])
  expect(lines.length).toBeGreaterThan(5)
  const log = lines.join('\n')
  for (const secret of [token, form.phone, form.email, 'Meera', 'id-of-meera', 'secret answer']) {
    expect(log).not.toContain(secret)
  }
})
