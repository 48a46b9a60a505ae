import { embedPath } from '@raahi/contract/embed-page'
import { createEnquiry, enquiryConsent, listEnquiries } from '@raahi/contract/enquiries'
import { getSource, updateSource } from '@raahi/contract/sources'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { intakeForm, makeSource } from '../../testing/make-source.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let sourceId: string
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
beforeEach(async () => {
  sourceId = (await makeSource(app.db, { kind: 'embed', embed_domains: ['www.partner.example'] }))
    .id
})
afterAll(() => app.close())

const update = (body: object, id = sourceId) =>
  app.as(admin).call(updateSource, { params: { id }, body })
const read = async () => (await app.as(admin).call(getSource, { params: { id: sourceId } })).data
const page = (query: string) =>
  app.app.inject({ url: `${embedPath}?${query}`, headers: { accept: 'text/html' } })
const ancestorsOf = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))?.[1]

function form(fields: object = {}) {
  const { externalId: _, consent: __, ...traveller } = intakeForm()
  return { ...traveller, consent: true, sourceId, consentVersion: 'source-1', ...fields }
}
const send = (fields: object = {}) => app.call(createEnquiry, { body: form(fields) })

async function enquiryOf(reference: string) {
  const { data } = await app.as(admin).call(listEnquiries, { query: { search: reference } })
  return data.docs[0]
}

describe('the page of an embedded form', () => {
  it('can be shown by the websites of its source alone', async () => {
    await update({ domains: ['https://www.Partner.example/contact', 'localhost:3000'] })
    expect((await read()).domains).toEqual(['www.partner.example', 'localhost:3000'])
    const answer = await page(`source=${sourceId}`)
    expect(answer.statusCode).toBe(200)
    expect(ancestorsOf(answer.headers['content-security-policy'])).toBe(
      'www.partner.example localhost:3000',
    )
    expect(answer.headers).not.toHaveProperty('x-frame-options')
    expect(answer.headers).not.toHaveProperty('set-cookie')
    const preview = await page(`source=${sourceId}&preview=1`)
    expect(ancestorsOf(preview.headers['content-security-policy'])).toBe("'self'")
    await update({ domains: [] })
    const none = await page(`source=${sourceId}`)
    expect(ancestorsOf(none.headers['content-security-policy'])).toBe("'none'")
  })

  it('says in no frame that its source is paused, unknown or of another kind', async () => {
    const api = await makeSource(app.db)
    await update({ state: 'paused' })
    for (const [query, status, text] of [
      [`source=${sourceId}`, 403, 'This form is closed'],
      [`source=${sourceId}&preview=1`, 403, 'This form is closed'],
      [`source=${api.id}`, 404, 'This form does not exist'],
      ['source=x', 404, 'This form does not exist'],
      ['', 404, 'This form does not exist'],
    ] as const) {
      const answer = await page(query)
      expect([answer.statusCode, answer.body.includes(text)], query).toEqual([status, true])
      expect(ancestorsOf(answer.headers['content-security-policy'])).toBe("'none'")
      expect(answer.headers['x-frame-options']).toBe('DENY')
    }
  })

  it('shows the consent text of its source, escaped, and an accent that is a colour', async () => {
    await update({ consentText: 'Call me </p><script>alert(1)</script> & my partner.' })
    const { body } = await page(`source=${sourceId}&accent=%23ffe000`)
    expect(body).toContain(
      'Call me &lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; my partner.',
    )
    expect(body).toContain('value="source-2"')
    expect(body).toContain(`value="${sourceId}"`)
    expect(body).toContain('--raahi-action:rgb(')
    for (const wrong of ['red;}body{', 'fff</style><script>', '']) {
      const query = new URLSearchParams({ source: sourceId, accent: wrong })
      const plain = await page(String(query))
      expect(plain.body).not.toContain('--raahi-action:')
      expect(plain.body).not.toContain('</style><script>')
    }
  })

  it('accepts no website that is a pattern, and no source of another kind has any', async () => {
    for (const domain of ['*', '*.example.com', 'example.com; script-src *', "'self'"]) {
      const wrong = await update({ domains: ['ok.example', domain] })
      expect([wrong.status, Object.keys(wrong.fieldErrors ?? {})], domain).toEqual([
        400,
        ['domains'],
      ])
    }
    const api = await makeSource(app.db)
    const other = await update({ domains: ['ok.example'] }, api.id)
    expect(other.fieldErrors).toHaveProperty('domains')
  })
})

describe('an enquiry of an embedded form', () => {
  it('has the source and its consent text, and is shown on the page of the source', async () => {
    await update({ consentText: 'Call me about my trip.', tripType: 'Family' })
    const answer = await send({ consentVersion: 'source-2' })
    expect(answer.status).toBe(201)
    expect(await enquiryOf(answer.data.reference)).toMatchObject({
      arrivedBy: { _id: sourceId },
      consentText: 'Call me about my trip.',
      tripType: 'Family',
      source: 'Website',
    })
    expect((await read()).arrivals).toMatchObject([
      { outcome: 'received', reference: answer.data.reference },
    ])
  })

  it('needs the consent text that the source has now', async () => {
    await update({ consentText: 'Call me about my trip.' })
    for (const consentVersion of ['source-1', enquiryConsent.version, undefined]) {
      const refused = await send({ consentVersion })
      expect([refused.status, Object.keys(refused.fieldErrors ?? {})]).toEqual([400, ['consent']])
    }
    expect((await send({ consent: false })).fieldErrors).toHaveProperty('consent')
    expect((await read()).figures.received).toBe(0)
  })

  it('obeys the limits of the quote form and of the source, with one answer for bots', async () => {
    const trapped = await send({ website: 'https://x.example' })
    expect([trapped.status, Object.keys(trapped.data)]).toEqual([
      201,
      ['reference', 'token', 'canVerifyPhone'],
    ])
    const first = form()
    await app.call(createEnquiry, { body: first })
    const again = await app.call(createEnquiry, { body: first })
    expect((await enquiryOf(again.data.reference))?.duplicateOf).not.toBeNull()
    expect((await read()).arrivals.map(({ outcome }) => outcome)).toEqual([
      'duplicate',
      'received',
      'suspected',
    ])
    await update({ dailyLimit: 1 })
    await send()
    expect(await send()).toMatchObject({
      status: 429,
      code: 'SOURCE_LIMIT_REACHED',
      message: 'This form takes no more enquiries today. Please try again tomorrow.',
    })
    await update({ state: 'paused' })
    expect(await send()).toMatchObject({ status: 403, code: 'SOURCE_PAUSED' })
    expect((await read()).arrivals[0]).toMatchObject({ outcome: 'refused', code: 'SOURCE_PAUSED' })
    const api = await makeSource(app.db)
    expect((await send({ sourceId: api.id })).code).toBe('SOURCE_NOT_FOUND')
  })

  it('can be sent without JavaScript, and a wrong field is shown with the consent text of the source', async () => {
    await update({ consentText: 'Call me about my trip.' })
    const post = (fields: Record<string, string>) =>
      app.app.inject({
        method: 'POST',
        url: '/enquiries',
        payload: new URLSearchParams({
          sourceId,
          consentVersion: 'source-2',
          ...fields,
        }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: app.config.publicUrl,
        },
      })
    const { name, phone } = intakeForm()
    const wrong = await post({ name, phone: '12', consent: 'on' })
    expect(wrong.body).toContain('Call me about my trip.')
    expect(wrong.body).toContain(`name="sourceId" value="${sourceId}"`)
    const sent = await post({ name, phone, consent: 'on' })
    expect(sent.statusCode).toBe(303)
    expect((await read()).arrivals).toMatchObject([{ outcome: 'received' }])
  })
})
