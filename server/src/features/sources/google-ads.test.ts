import { enquiryConsent, listEnquiries } from '@raahi/contract/enquiries'
import { receiveGoogleLead } from '@raahi/contract/google-ads'
import { getSource, updateSource } from '@raahi/contract/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { googleForm, makeSource } from '../../testing/make-source.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let source: { id: string; secret: string }
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
beforeEach(async () => {
  source = await makeSource(app.db, { kind: 'google-ads' })
})
afterAll(() => app.close())

const send = (form: object, to = source.id) =>
  app.call(receiveGoogleLead, { params: { sourceId: to }, body: form })
const form = (fields: object = {}) => googleForm(source.secret, fields)
const read = async () => (await app.as(admin).call(getSource, { params: { id: source.id } })).data
const update = (body: object) =>
  app.as(admin).call(updateSource, { params: { id: source.id }, body })

async function enquiries() {
  const { rows } = await sql<{ number: number }>`
    select number from enquiries where source_id = ${source.id} order by number`.execute(app.db)
  const found = []
  for (const { number } of rows) {
    const { data } = await app.as(admin).call(listEnquiries, { query: { search: `RQ-${number}` } })
    found.push(data.docs[0])
  }
  return found
}

describe('a lead of Google Ads', () => {
  it('becomes an enquiry with the consent text of its source, and is answered with {}', async () => {
    await update({ consentText: 'Call me about my trip.', leadType: 'domestic' })
    const answer = await send(form({ lead_submit_time: '2026-11-01T10:00:00Z' }))
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    expect(await enquiries()).toMatchObject([
      {
        name: 'Meera Iyer',
        city: 'Pune',
        leadType: 'domestic',
        source: 'Advertisement',
        arrivedBy: { _id: source.id },
        consentText: 'Call me about my trip.',
        consentAt: '2026-11-01T10:00:00.000Z',
        extra: { form_id: '40000000000', campaign_id: '1234567890' },
      },
    ])
  })

  it('needs the key of its source, whatever else is right', async () => {
    const other = await makeSource(app.db, { kind: 'google-ads' })
    for (const google_key of ['', 'x', other.secret, `${source.secret}x`]) {
      const refused = await send({ ...form(), google_key })
      expect([refused.status, refused.code]).toEqual([403, 'GOOGLE_KEY_WRONG'])
      expect(JSON.parse(refused.text).message).toEqual(expect.any(String))
    }
    const api = await makeSource(app.db)
    expect((await send(form(), api.id)).code).toBe('SOURCE_NOT_FOUND')
    await update({ state: 'paused' })
    expect(await send(form())).toMatchObject({ status: 403, code: 'SOURCE_PAUSED' })
    expect(await enquiries()).toEqual([])
  })

  it('is stored once of 20 deliveries at once on two processes', async () => {
    const other = await app.another()
    const delivery = form()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? other : app).call(receiveGoogleLead, {
          params: { sourceId: source.id },
          body: delivery,
        }),
      ),
    )
    await other.app.close()
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {}']),
    )
    expect(await enquiries()).toHaveLength(1)
  })

  it('with an id of 64 bits is not taken for its neighbour', async () => {
    const payload = (id: string) =>
      JSON.stringify(form({ lead_id: 0 })).replace('"lead_id":0', `"lead_id":${id}`)
    for (const id of ['9007199254740992', '9007199254740993', '9007199254740993']) {
      const answer = await app.app.inject({
        method: 'POST',
        url: `/api/intake/google-ads/${source.id}`,
        payload: payload(id),
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await enquiries()).toHaveLength(2)
  })

  it('that is a test is shown on the page of the source and makes no enquiry', async () => {
    expect((await send(form({ is_test: true }))).status).toBe(200)
    expect(await enquiries()).toEqual([])
    expect((await read()).arrivals).toMatchObject([{ outcome: 'test', reference: null }])
  })

  it('over a limit is answered with 503, which Google repeats, and is then stored', async () => {
    await update({ dailyLimit: 1 })
    await send(form())
    const over = form()
    expect(await send(over)).toMatchObject({ status: 503, code: 'TOO_BUSY_RETRY' })
    expect((await read()).arrivals[0]).toMatchObject({ code: 'SOURCE_LIMIT_REACHED' })
    await update({ dailyLimit: 2 })
    await sql`insert into rate_limits (key, count, resets_at)
      values ('receiveGoogleLead from 192.0.2.7', 600, now() + interval '1 minute')`.execute(app.db)
    const flooded = await app.call(receiveGoogleLead, {
      params: { sourceId: source.id },
      body: over,
      remoteAddress: '192.0.2.7',
    })
    expect(flooded).toMatchObject({ status: 503, code: 'TOO_BUSY_RETRY' })
    expect((await send(over)).text).toBe('{}')
    expect(await enquiries()).toHaveLength(2)
  })

  it('without a phone, or with a wrong one, is refused for good with the reason', async () => {
    const [name, , ...rest] = form().user_column_data
    const missing = await send(form({ user_column_data: [name, ...rest] }))
    expect([missing.status, missing.message]).toEqual([400, 'Phone number is required'])
    expect((await read()).arrivals[0]).toMatchObject({ outcome: 'refused', fields: ['phone'] })
  })
})

describe('the questions of a form', () => {
  const question = (column_name: string, string_value: string) => ({
    column_id: column_name.toLowerCase().replaceAll(' ', '_'),
    column_name,
    string_value,
  })
  const withAnswers = (...answers: object[]) => {
    const { user_column_data: columns } = form()
    return form({ user_column_data: [...columns, ...answers] })
  }

  it('are kept as text until an admin says what they mean, and no answer is lost', async () => {
    const answers = () =>
      withAnswers(
        question('Where to?', 'Kerala'),
        question('How many?', '4'),
        question('When?', '24/12/2099'),
      )
    await send(answers())
    expect((await read()).questions).toEqual([
      { question: 'Where to?', field: null },
      { question: 'How many?', field: null },
      { question: 'When?', field: null },
    ])
    await update({
      questions: [
        { question: 'Where to?', field: 'destination' },
        { question: 'How many?', field: 'adult' },
        { question: 'When?', field: 'travelDate' },
      ],
    })
    await send(answers())
    const [before, after] = await enquiries()
    expect(before).toMatchObject({
      destination: null,
      adult: null,
      extra: { 'Where to?': 'Kerala', 'How many?': '4', 'When?': '24/12/2099' },
    })
    // The date could be read in two ways, so it stays as the traveller wrote it.
    expect(after).toMatchObject({
      destination: 'Kerala',
      adult: 4,
      travelDate: null,
      extra: { 'When?': '24/12/2099' },
    })
    expect(after?.extra).not.toHaveProperty('Where to?')
  })

  it('that no trip accepts together are kept as text, and the lead is not lost', async () => {
    const answers = () =>
      withAnswers(question('How many children?', '0'), question('How many adults?', '0'))
    await send(answers())
    await update({ questions: [{ question: 'How many children?', field: 'children' }] })
    expect((await send(answers())).text).toBe('{}')
    await update({ questions: [{ question: 'How many adults?', field: 'adult' }] })
    expect((await send(answers())).text).toBe('{}')
    const found = await enquiries()
    expect(found).toHaveLength(3)
    for (const enquiry of found) {
      expect(enquiry).toMatchObject({
        adult: null,
        children: null,
        extra: { 'How many children?': '0', 'How many adults?': '0' },
      })
    }
  })

  it('of Google need no mapping, and a second answer for a field is kept', async () => {
    const [, phone] = form().user_column_data
    const answer = await send(
      form({
        user_column_data: [
          { column_id: 'FIRST_NAME', string_value: 'Asha' },
          { column_id: 'LAST_NAME', string_value: 'Rao' },
          phone,
          { column_id: 'WORK_PHONE', column_name: 'Work phone', string_value: '+919000000009' },
          { column_id: 'EMAIL', string_value: 'not an email' },
          question('__proto__', 'x'),
          question('Bad', 'a\u0000b\ud800'),
        ],
      }),
    )
    expect(answer.text).toBe('{}')
    const [enquiry] = await enquiries()
    expect(enquiry).toMatchObject({ name: 'Asha Rao', email: null })
    expect(enquiry?.extra).toMatchObject({
      'Work phone': '+919000000009',
      EMAIL: 'not an email',
      Bad: 'ab�',
    })
    expect((await read()).questions.map((one) => one.question)).toContain('Bad')
  })
})

it('a lead without the consent text of a source is impossible, and publishing needs complete data', async () => {
  await update({ publishAtOnce: true, leadType: 'domestic' })
  await send(form())
  const [enquiry] = await enquiries()
  expect(enquiry).toMatchObject({ status: 'new', consentText: enquiryConsent.text })
  expect((await update({ consentText: ' ' })).fieldErrors).toHaveProperty('consentText')
})

it('neither the key nor a contact is in the log', async () => {
  const lines: string[] = []
  const logged = await buildApp({
    config: { ...app.config, logLevel: 'trace' },
    database: app.database,
    logStream: { write: (line) => lines.push(line) },
    runsTasks: false,
  })
  const delivery = form({ lead_id: `lead-${uniqueText()}` })
  const post = (payload: string | object) =>
    logged.inject({
      method: 'POST',
      url: `/api/intake/google-ads/${source.id}`,
      payload,
      headers: { 'content-type': 'application/json' },
    })
  const statuses = []
  for (const payload of [
    delivery,
    { ...delivery, google_key: `${source.secret}x` },
    JSON.stringify(delivery).slice(0, -3),
    { ...delivery, user_column_data: [{ column_id: 'FULL_NAME', string_value: 'Meera' }] },
    { ...delivery, lead_id: 'other', user_column_data: [] },
  ]) {
    statuses.push((await post(payload)).statusCode)
  }
  await logged.close()
  expect(statuses).toEqual([200, 403, 400, 400, 400])
  const log = lines.join('\n')
  const contacts = delivery.user_column_data.map(({ string_value }) => string_value)
  for (const secret of [source.secret, ...contacts]) expect(log).not.toContain(secret)
})
