import { listContactMessages } from '@raahi/contract/contact'
import { createEnquiry, enquiryConsent, listEnquiries } from '@raahi/contract/enquiries'
import { createLead } from '@raahi/contract/leads'
import { getOwnEnquiry } from '@raahi/contract/own-enquiry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

/** Sends a form like a browser without JavaScript. */
function post(
  url: string,
  fields: Record<string, string> | string,
  options: { origin?: string; remoteAddress?: string; type?: string } = {},
) {
  const { origin, remoteAddress, type = 'application/x-www-form-urlencoded' } = options
  return app.app.inject({
    method: 'POST',
    url,
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: { 'content-type': type, ...(origin && { origin }) },
    ...(remoteAddress && { remoteAddress }),
  })
}

let made = 0
const enquiryFields = (fields: Record<string, string> = {}) => {
  made += 1
  return {
    name: 'Meera Nair',
    phone: `97${String(10_000_000 + made * 7919).slice(-8)}`,
    email: '',
    city: '',
    destination: 'Goa',
    travelDate: '',
    travelDays: '',
    travelNights: ' 4 ',
    adult: '2',
    children: '',
    infant: '',
    tripType: 'Couple',
    leadType: '',
    source: '',
    consent: 'on',
    consentVersion: enquiryConsent.version,
    website: '',
    ...fields,
  }
}
const enquiriesOf = async (search: string) =>
  (await app.as(admin).call(listEnquiries, { query: { search } })).data

describe('the quote form without JavaScript', () => {
  it('creates an enquiry and redirects to a page with the reference and the link', async () => {
    const answer = await post('/enquiries', enquiryFields(), { origin: app.config.publicUrl })
    expect(answer.statusCode).toBe(303)
    const next = new URL(answer.headers.location ?? '', app.config.publicUrl)
    const reference = next.searchParams.get('reference') ?? ''
    const [cookie] = answer.cookies
    const token = cookie?.value.split('.')[1] ?? ''
    expect((await enquiriesOf(reference)).docs[0]).toMatchObject({
      destination: 'Goa',
      travelNights: 4,
      travelDays: null,
      adult: 2,
      tripType: 'Couples',
      leadType: null,
      source: 'Website',
    })
    expect((await app.call(getOwnEnquiry, { params: { token } })).data.reference).toBe(reference)
    // The secret is not in the address, which logs and histories store.
    expect(answer.headers.location).not.toContain(token)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/enquiries/sent' })
    const sent = (url: string) =>
      app.app.inject({ url, cookies: { [cookie?.name ?? '']: cookie?.value ?? '' } })
    const page = await sent(next.pathname + next.search)
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain(reference)
    expect(page.body).toContain(`href="/my-enquiry#${token}"`)
    // The link is not shown for another enquiry or in another browser.
    for (const other of [
      await sent(`${next.pathname}?reference=RQ-999999`),
      await app.app.inject(next.pathname + next.search),
    ]) {
      expect(other.body).toContain('Your reference')
      expect(other.body).not.toContain('my-enquiry')
    }
  })

  it('is shown again with every error below its field and all values, escaped', async () => {
    const name = `"><script>alert('x')</script>`
    const typed = enquiryFields({
      name,
      phone: '12',
      adult: 'two',
      email: 'meera@',
      travelDays: '2',
      leadType: 'international',
    })
    const { consent: _, ...fields } = typed
    const { body, statusCode, headers } = await post('/enquiries', fields)
    expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
    for (const text of [
      'This number is too short. Please check the digits.',
      'Invalid email format',
      'Adults must be a whole number.',
      'Please agree to be contacted',
      'A trip of 2 days cannot have 4 nights.',
      'Goa is in India. Please choose Domestic.',
    ]) {
      expect(body).toContain(text)
    }
    expect(body).toContain('id="phone-error"')
    expect(body).toContain('aria-describedby="phone-hint phone-error"')
    expect(body).toContain('value="12"')
    expect(body).toContain('value="two"')
    expect(body).toContain('value="meera@"')
    expect(body).toMatch(/<option value="Couples"|<option value="Couple"/)
    expect(body).toContain('&quot;&gt;&lt;script&gt;')
    expect(body).not.toContain('<script')
    expect((await enquiriesOf('alert(')).totalDocs).toBe(0)
  })

  it('has the protection of the API call: honeypot and limits, with shared counts', async () => {
    const name = uniqueText()
    const caught = await post('/enquiries', enquiryFields({ name, website: 'https://x.example' }))
    expect(caught.statusCode).toBe(303)
    expect(caught.headers.location).toMatch(/^\/enquiries\/sent\?reference=RQ-\d{6}$/)
    expect(caught.cookies[0]?.value).toMatch(/^RQ-\d{6}\.[\w-]{43}$/)
    expect((await enquiriesOf(name)).totalDocs).toBe(0)
    const phone = '9812345670'
    const sixth = []
    for (let i = 0; i < 6; i += 1) sixth.push(await post('/enquiries', enquiryFields({ phone })))
    expect(sixth.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(303))
    expect(sixth[5]?.cookies[0]?.value).toMatch(/^RQ-\d{6}\.[\w-]{43}$/)
    expect((await enquiriesOf(phone)).totalDocs).toBe(5)
    const remoteAddress = '203.0.113.77'
    for (let i = 0; i < 10; i += 1) {
      await post('/enquiries', enquiryFields(), { remoteAddress })
      const body = { name: 'Meera', phone: enquiryFields().phone, consent: true }
      expect((await app.call(createEnquiry, { body, remoteAddress })).status).toBe(201)
    }
    const refused = await post('/enquiries', enquiryFields({ name: 'Kept here' }), {
      remoteAddress,
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(refused.body).toContain('value="Kept here"')
    expect(refused.body).toContain('Too many attempts')
  })

  it('is refused from a foreign site, and with unknown fields', async () => {
    for (const origin of ['https://evil.example', 'null', `${app.config.publicUrl}.evil.example`]) {
      const name = uniqueText()
      const answer = await post('/enquiries', enquiryFields({ name }), { origin })
      expect(answer.statusCode).toBe(403)
      expect((await enquiriesOf(name)).totalDocs).toBe(0)
    }
    for (const field of ['status', '__proto__', 'constructor', 'consentText']) {
      const answer = await post('/enquiries', enquiryFields({ [field]: 'x' }))
      expect(answer.statusCode, field).toBe(400)
      expect(answer.body).toContain('This field is not recognised.')
    }
  })

  it('asks for consent again if the text has changed since the page was opened', async () => {
    const name = uniqueText()
    const typed = enquiryFields({ name, consentVersion: '2025-01' })
    const { statusCode, body } = await post('/enquiries', typed)
    expect(statusCode).toBe(400)
    expect(body).toContain('has changed since you opened this page')
    expect(body).toContain(`value="${name}"`)
    expect(body).toContain(`name="consentVersion" value="${enquiryConsent.version}"`)
    expect(body).toContain(enquiryConsent.text)
    expect(body).not.toMatch(/name="consent"[^>]*checked/)
    expect((await enquiriesOf(name)).totalDocs).toBe(0)
    const wrong = await post('/enquiries', {
      ...typed,
      consentVersion: enquiryConsent.version,
      phone: '1',
    })
    expect(wrong.body).toMatch(/name="consent"[^>]*checked/)
  })

  it('redirects to the form when the address of a form with errors is reloaded', async () => {
    const { statusCode, headers } = await app.app.inject('/enquiries')
    expect([statusCode, headers.location]).toEqual([303, '/#quote'])
  })

  it('shows only valid references and secrets on the confirmation page', async () => {
    const wrong = encodeURIComponent('<b>x')
    const { body } = await app.app.inject({
      url: `/enquiries/sent?reference=${wrong}`,
      cookies: { raahi_sent: `${wrong}."onload=x` },
    })
    expect(body).not.toMatch(/<b>x|onload|my-enquiry/)
    const broken = await app.app.inject({
      url: '/enquiries/sent?reference=RQ-000001',
      cookies: { raahi_sent: 'RQ-000001."onload=x' },
    })
    expect(broken.body).not.toMatch(/onload|my-enquiry/)
  })
})

describe('the contact form without JavaScript', () => {
  it('stores the message and shows the confirmation', async () => {
    const email = `${uniqueText()}@example.org`
    const message = 'First line\r\nSecond & last'
    const answer = await post('/contact', { name: 'Meera', email, message, website: '' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/contact/sent'])
    const { data } = await app.as(admin).call(listContactMessages, { query: { search: email } })
    expect(data.docs[0]?.message).toBe('First line\nSecond & last')
    expect((await app.app.inject('/contact/sent')).body).toContain('We have your message')
  })

  it('is shown again with its values', async () => {
    const answer = await post('/contact', { name: '', email: 'x', message: '</textarea><i>hello' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('Name is required')
    expect(answer.body).toContain('&lt;/textarea&gt;&lt;i&gt;hello')
  })
})

/** Expects a readable page with a link back to the form. */
function expectPage(answer: Awaited<ReturnType<typeof post>>, home: string) {
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(answer.body).toContain('Something went wrong')
  expect(answer.body).toContain(`href="${home}"`)
}

describe('a URL-encoded body', () => {
  it('is accepted by no API call, and the forms accept no other type', async () => {
    for (const spec of [createEnquiry, createLead]) {
      const answer = await post(spec.path, enquiryFields())
      expect([answer.statusCode, answer.json().code], spec.name).toEqual(
        spec === createLead ? [401, 'UNAUTHENTICATED'] : [415, 'UNSUPPORTED_MEDIA_TYPE'],
      )
    }
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await post('/enquiries', JSON.stringify(enquiryFields()), { type })
      expect(answer.statusCode, type).toBe(415)
      expectPage(answer, '/#quote')
    }
  })

  it('has a separate size limit, beyond which a browser gets a readable error', async () => {
    const answer = await post('/contact', { message: 'x'.repeat(70_000) })
    expect(answer.statusCode).toBe(413)
    expectPage(answer, '/contact')
    expect(answer.body).toContain('too long')
  })
})
