import { createHash } from 'node:crypto'
import {
  convertEnquiry,
  countWaiting,
  createEnquiry,
  enquiryConsent,
  listEnquiries,
  rejectEnquiry,
} from '@raahi/contract/enquiries'
import { createLead } from '@raahi/contract/leads'
import { correctOwnEnquiry, getOwnEnquiry } from '@raahi/contract/own-enquiry'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeEnquiry } from '../../testing/factories.ts'
import { readMails, waitForMails } from '../../testing/mails.ts'
import { spellingsOf } from '../../testing/spellings.ts'
import { createTestApp, type TestApp, type TestInput, uniqueText } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { lockContacts } from '../leads/public/known-leads.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

let madePhones = 0
const newPhone = () => {
  madePhones += 1
  return `98${String(10_000_000 + madePhones * 7919).slice(-8)}`
}
const form = (fields: object = {}) => ({
  name: 'Meera Nair',
  phone: newPhone(),
  consent: true,
  ...fields,
})
const send = (fields: object = {}, input: TestInput = {}) =>
  app.call(createEnquiry, { body: form(fields), ...input })
const list = async (query: TestInput['query'] = {}) =>
  (await app.as(admin).call(listEnquiries, { query })).data
const byReference = async (reference: string) => {
  const [found] = (await list({ search: reference })).docs
  if (!found) throw new Error(`${reference} is not in the list`)
  return found
}
const inDays = (days: number) => dayInIndia(new Date(Date.now() + days * 24 * 3600 * 1000))

describe('an enquiry', () => {
  it('is stored in normal forms, with the server’s consent text, and gets a reference', async () => {
    const since = Date.now()
    const answer = await send({
      name: '  Meera Nair ',
      phone: '098 7654-3210',
      email: 'Meera@Example.org',
      city: ' Kochi ',
      destination: 'Manali',
      travelDate: inDays(20),
      adult: 2,
      children: 1,
      infant: 0,
      travelDays: 6,
      travelNights: 5,
      tripType: 'Couple',
      source: 'Referral',
      leadType: 'domestic',
      website: '',
    })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.data.reference).toMatch(/^RQ-\d{6}$/)
    expect(Buffer.from(answer.data.token, 'base64url')).toHaveLength(32)
    const stored = await byReference(answer.data.reference)
    expect(stored).toMatchObject({
      status: 'new',
      name: 'Meera Nair',
      phone: '+919876543210',
      email: 'meera@example.org',
      city: 'Kochi',
      destination: 'Manali',
      travelDate: inDays(20),
      adult: 2,
      children: 1,
      travelDays: 6,
      tripType: 'Couples',
      source: 'Referral',
      consentText: enquiryConsent.text,
      duplicateOf: null,
      lead: null,
      quality: { complete: true, missing: [] },
    })
    expect(Date.parse(stored.consentAt)).toBeGreaterThanOrEqual(since - 1000)
  })

  it('needs only a name, a phone number and consent', async () => {
    const stored = await byReference((await send()).data.reference)
    expect(stored).toMatchObject({
      email: null,
      city: null,
      travelDate: null,
      tripType: null,
      leadType: null,
      travelDays: null,
      adult: null,
      children: null,
      source: 'Website',
      quality: {
        complete: false,
        missing: ['email', 'city', 'destination', 'travelDate', 'members', 'leadType'],
        plausibleEmail: null,
      },
    })
  })

  it.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ phone: '' }, { phone: 'Phone number is required' }],
    [{ phone: '12345' }, { phone: 'This number is too short. Please check the digits.' }],
    [{ email: 'meera@' }, { email: 'Invalid email format' }],
    [{ travelDate: inDays(-1) }, { travelDate: 'Choose today or a later date.' }],
    [{ travelDate: '2026-02-30' }, { travelDate: 'Enter a date as YYYY-MM-DD.' }],
    [{ adult: -1 }, { adult: 'Adults cannot be below 0.' }],
    [{ adult: 1.5 }, { adult: 'Adults must be a whole number.' }],
    [
      { travelDays: 3, travelNights: 4 },
      { travelNights: 'A trip of 3 days cannot have 4 nights.' },
    ],
    [{ adult: 0, children: 0 }, { adult: 'Please add at least one traveller.' }],
    [
      { destination: 'Bali, Indonesia', leadType: 'domestic', name: '' },
      {
        name: 'Name is required',
        leadType: 'Bali, Indonesia is outside India. Please choose International.',
      },
    ],
    [
      { destination: 'goa', leadType: 'international' },
      { leadType: 'goa is in India. Please choose Domestic.' },
    ],
    [{ consent: false }, { consent: expect.stringContaining('Please agree') }],
    [{ consent: 'true' }, { consent: expect.stringContaining('Please agree') }],
    [{ source: 'Spam' }, { source: 'Choose how you found us.' }],
    [{ status: 'converted' }, { status: 'This field is not recognised.' }],
    [{ consentText: 'none' }, { consentText: 'This field is not recognised.' }],
    [
      { name: '', phone: 'x', consent: undefined },
      { name: expect.anything(), phone: expect.anything(), consent: expect.anything() },
    ],
  ])('with %j is rejected with field errors, and nothing is stored', async (fields, errors) => {
    const before = (await list()).totalDocs
    const answer = await send(fields)
    expect([answer.status, answer.code, answer.fieldErrors]).toEqual([
      400,
      'VALIDATION_FAILED',
      errors,
    ])
    expect((await list()).totalDocs).toBe(before)
  })

  it('of a page with an outdated consent text is rejected; the current text is stored', async () => {
    const older = await send({ consentVersion: '2025-01', name: '' })
    expect([older.status, older.fieldErrors]).toEqual([
      400,
      { name: 'Name is required', consent: expect.stringContaining('reload the page') },
    ])
    const { data } = await send({ consentVersion: enquiryConsent.version })
    const { rows } = await app.database.pool.query(
      `select consent_version, consent_text from enquiries where record_label('RQ', number) = $1`,
      [data.reference],
    )
    expect(rows).toEqual([
      { consent_version: enquiryConsent.version, consent_text: enquiryConsent.text },
    ])
  })

  it('may be for the current day in India', async () => {
    expect((await send({ travelDate: dayInIndia() })).status).toBe(201)
    expect(dayInIndia(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20')
    expect(dayInIndia(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
  })

  it('stores the secret of its link only as a hash', async () => {
    const { token, reference } = (await send()).data
    const { rows } = await app.database.pool.query<{ row: string; hash: Buffer }>(
      `select e::text as row, token_hash as hash from enquiries e where record_label('RQ', number) = $1`,
      [reference],
    )
    expect(rows[0]?.hash).toEqual(hashToken(token))
    expect(rows[0]?.row).not.toContain(token)
  })
})

describe('the mail to a traveller', () => {
  it('contains the reference and the link, and no submitted text', async () => {
    const email = `${uniqueText()}@example.org`
    const { data } = await send({ email, name: 'Visit evil example', destination: 'Free <b>money' })
    const [mail] = await waitForMails(app.config, email)
    expect(mail?.text).toContain(data.reference)
    expect(mail?.text).toContain(`${app.config.publicUrl}/my-enquiry#${data.token}.`)
    for (const text of [mail?.subject, mail?.text, mail?.html]) {
      expect(text).not.toMatch(/evil|money/)
    }
  })

  it('is not sent without an email, or for a rejected enquiry', async () => {
    const email = `${uniqueText()}@example.org`
    expect((await send({ email, consent: false })).status).toBe(400)
    expect((await send()).status).toBe(201)
    // This mail is queued last, so mails that were queued earlier have been written when it arrives.
    const later = `${uniqueText()}@example.org`
    await send({ email: later })
    await waitForMails(app.config, later)
    expect(await readMails(app.config, email)).toEqual([])
  })
})

describe('name, city and destination', () => {
  const forbidden: [field: string, text: string, error: string][] = [
    ['name', 'Call 98112 23344', 'Please leave out phone numbers.'],
    ['name', 'a@evil.me', 'Please leave out email addresses.'],
    ['city', 'evil\u2024com', 'Please leave out web addresses.'],
    ['city', '९८११२२३३४४', 'Please leave out phone numbers.'],
    ['destination', 'Pay at bit.ly', 'Please leave out web addresses.'],
    ['destination', 'Goa \u202eevil', 'Remove any special control characters.'],
    ['destination', '\u200b', 'Enter letters or digits.'],
  ]

  it.each(forbidden)(
    'of an enquiry, a correction and a lead refuse: %s %j',
    async (field, text, error) => {
      const { token } = await makeEnquiry(app.db)
      const lead = { ...form(), email: 'a@b.example', city: 'Pune', destination: 'Goa' }
      const { consent: _, ...leadForm } = lead
      const { id } = await makeEnquiry(app.db)
      const answers = [
        await send({ [field]: text }),
        await app.call(correctOwnEnquiry, {
          params: { token },
          body: { name: 'Meera', phone: newPhone(), [field]: text },
        }),
        await app.as(admin).call(createLead, { body: { ...leadForm, [field]: text } }),
        await app.as(admin).call(convertEnquiry, {
          params: { id },
          body: { ...leadForm, [field]: text },
        }),
      ]
      for (const { fieldErrors } of answers) expect(fieldErrors).toEqual({ [field]: error })
    },
  )
})

describe('the honeypot', () => {
  it('responds to a bot with success and sends no mail; the enquiry is stored separately and not lost', async () => {
    const figures = async () => (await app.as(admin).call(countWaiting)).data
    const before = { listed: (await list()).totalDocs, figures: await figures() }
    const email = `${uniqueText()}@example.org`
    const caught = await send({ website: 'https://spam.example', email })
    const genuine = await send()
    expect(caught.status).toBe(genuine.status)
    expect(caught.message).toBe(genuine.message)
    expect(caught.data.reference).toMatch(/^RQ-\d{6}$/)
    expect(caught.data.token).toHaveLength(genuine.data.token.length)
    const { rows } = await app.database.pool.query(
      `select from pgboss.job where data ->> 'to' = $1`,
      [email],
    )
    expect(rows).toEqual([])
    expect((await list()).totalDocs).toBe(before.listed + 1)
    expect((await list({ search: email })).docs).toEqual([])
    expect(await figures()).toEqual({
      ...before.figures,
      enquiries: before.figures.enquiries + 1,
      suspectedEnquiries: before.figures.suspectedEnquiries + 1,
    })
    // A traveller whose browser filled the field has a reference and a link; admins find the enquiry by either.
    expect(await byReference(caught.data.reference)).toMatchObject({ email, suspected: true })
    const [stored] = (await list({ suspected: 'only', search: email })).docs
    const own = await app.call(getOwnEnquiry, { params: { token: caught.data.token } })
    expect(own.data).toMatchObject({ situation: 'waiting', canWithdraw: true })
    const id = stored?._id ?? ''
    await app.as(admin).call(rejectEnquiry, { params: { id }, body: { reason: 'spam' } })
    expect((await list({ search: email })).docs).toMatchObject([{ _id: id, status: 'rejected' }])
    expect((await figures()).suspectedEnquiries).toBe(before.figures.suspectedEnquiries)
  })
})

describe('a second enquiry of the same traveller', () => {
  it('gets the same response and is flagged for admins, by phone or by email in any writing', async () => {
    const phone = newPhone()
    const email = `${uniqueText()}@example.org`
    const first = await send({ phone, email })
    const samePhone = await send({ phone: `+91 (0) ${phone}` })
    const sameEmail = await send({ email: spellingsOf(email)[10] })
    for (const again of [samePhone, sameEmail]) {
      expect({ ...again.data, status: again.status, message: again.message }).toEqual({
        reference: expect.stringMatching(/^RQ-/),
        token: expect.any(String),
        canVerifyPhone: first.data.canVerifyPhone,
        status: first.status,
        message: first.message,
      })
    }
    const { data } = first
    expect((await byReference(samePhone.data.reference)).duplicateOf?.reference).toBe(
      data.reference,
    )
    expect((await byReference(sameEmail.data.reference)).duplicateOf?.reference).toBe(
      data.reference,
    )
    const only = await list({ duplicates: 'only', limit: 50 })
    expect(only.docs.map(({ reference }) => reference)).toContain(samePhone.data.reference)
    const none = await list({ duplicates: 'none', limit: 50 })
    expect(none.docs.every(({ duplicateOf }) => duplicateOf === null)).toBe(true)
  })

  it('is not flagged after 30 days', async () => {
    const phone = newPhone()
    const day = 24 * 3600 * 1000
    await makeEnquiry(app.db, {
      phone: `+91${phone}`,
      created_at: new Date(Date.now() - 31 * day),
    })
    const { data } = await send({ phone })
    expect((await byReference(data.reference)).duplicateOf).toBeNull()
  })

  it('is recognised even if both are concurrent: it waits for the first to commit', async () => {
    const phone = newPhone()
    const email = `${uniqueText()}@example.org`
    const { first, again } = await withTransaction(app.database, async (tx) => {
      const contact = { phone: `+91${phone}`, email }
      await lockContacts(tx, contact)
      const { id } = await makeEnquiry(tx, contact)
      const sent = [send({ phone }), send({ email })]
      await untilWaiting(app.database, 2)
      return { first: id, again: sent }
    })
    for (const { data } of await Promise.all(again)) {
      expect((await byReference(data.reference)).duplicateOf?._id).toBe(first)
    }
  })

  it('among many concurrent ones, all except one are flagged as duplicates, without a deadlock', async () => {
    const phone = newPhone()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        send({ phone, ...(i % 2 && { email: `${phone}@example.org` }) }),
      ),
    )
    const stored = await Promise.all(answers.map(({ data }) => byReference(data.reference)))
    expect(stored.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(1)
  })
})

describe('limits', () => {
  const from = (remoteAddress: string): TestInput => ({ remoteAddress })

  it('per address hold over a restart and on other instances', async () => {
    const address = '203.0.113.7'
    const answers = []
    for (let i = 0; i < 20; i += 1) answers.push((await send({}, from(address))).status)
    expect(new Set(answers)).toEqual(new Set([201]))
    const other = await app.another()
    try {
      const refused = await other.call(createEnquiry, { body: form(), ...from(address) })
      expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
      expect(
        (await other.call(createEnquiry, { body: form(), ...from('203.0.113.8') })).status,
      ).toBe(201)
    } finally {
      await other.app.close()
    }
  })

  it('per phone or email give the usual response, send no mail, and store the enquiry as suspected', async () => {
    const phone = newPhone()
    const email = `${uniqueText()}@example.org`
    for (let i = 0; i < 5; i += 1) {
      expect((await send({ phone }, from(`198.51.100.${i}`))).status).toBe(201)
      const typed = spellingsOf(email)[i + 1]
      expect((await send({ email: typed }, from(`198.51.101.${i}`))).status).toBe(201)
    }
    const mailTo = `${uniqueText()}@example.org`
    const overLimit = [
      await send({ phone: `0${phone}`, email: mailTo }, from('198.51.100.9')),
      await send({ email: spellingsOf(email)[7] }, from('198.51.100.9')),
    ]
    const genuine = await send({}, from('198.51.100.9'))
    for (const { status, message, data } of overLimit) {
      expect([status, message]).toEqual([201, genuine.message])
      expect(Object.keys(data)).toEqual(Object.keys(genuine.data))
      expect(await byReference(data.reference)).toMatchObject({ suspected: true, status: 'new' })
      const own = await app.call(getOwnEnquiry, { params: { token: data.token } })
      expect(own.data).toMatchObject({ situation: 'waiting', canCorrect: true, canWithdraw: true })
    }
    expect((await byReference(genuine.data.reference)).suspected).toBe(false)
    const { rows: jobs } = await app.database.pool.query(
      `select data ->> 'to' as "to" from pgboss.job
        where name = 'mail' and data ->> 'to' = any ($1)`,
      [[mailTo, email]],
    )
    expect(jobs).toEqual(Array(5).fill({ to: email }))
  })

  it('store no readable phone number or email', async () => {
    const phone = newPhone()
    const email = `${uniqueText()}@example.org`
    await send({ phone, email })
    const { rows } = await app.database.pool.query<{ key: string }>('select key from rate_limits')
    const keys = rows.map(({ key }) => key).join('\n')
    for (const contact of [`+91${phone}`, email]) {
      const hash = createHash('sha256').update(contact).digest()
      for (const known of [contact, hash.toString('base64'), hash.toString('base64url')]) {
        expect(keys).not.toContain(known)
      }
    }
  })
})

describe('the list for admins', () => {
  it('finds parts of the text and treats % and _ literally', async () => {
    const mark = uniqueText()
    await send({ name: `100%_${mark}`, destination: 'Ladakh' })
    await send({ name: `100x1${mark}`, email: `${mark}@example.org` })
    const names = async (search: string) =>
      (await list({ search })).docs.map(({ name }) => name).sort()
    expect(await names(mark)).toEqual([`100%_${mark}`, `100x1${mark}`])
    expect(await names(`100%_${mark}`)).toEqual([`100%_${mark}`])
    expect(await names(`%${mark}`)).toEqual([])
    expect(await names(`_${mark.toUpperCase()}`)).toEqual([`100%_${mark}`])
    expect(await names(`${mark}@EXAMPLE`)).toEqual([`100x1${mark}`])
  })

  it('returns texts unchanged, including scripts, as JSON that browsers do not execute', async () => {
    const name = `<script>alert(1)</script>${uniqueText()}`
    const { data } = await send({ name })
    const answer = await app.as(admin).call(listEnquiries, { query: { search: data.reference } })
    expect(answer.data.docs[0]?.name).toBe(name)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('has pages, totals and orders, also by status', async () => {
    const all = await list({ limit: 3 })
    expect(all.docs).toHaveLength(3)
    expect(all.totalPages).toBe(Math.ceil(all.totalDocs / 3))
    const last = await list({ limit: 3, page: all.totalPages })
    const oldest = await list({ limit: 1, sort: 'createdAt' })
    expect(last.docs.at(-1)?._id).toBe(oldest.docs[0]?._id)
    const beyond = await list({ limit: 3, page: all.totalPages + 5 })
    expect([beyond.docs, beyond.totalDocs]).toEqual([[], all.totalDocs])
    const { id } = await makeEnquiry(app.db)
    await app.as(admin).call(rejectEnquiry, { params: { id }, body: { reason: 'spam' } })
    const rejected = await list({ status: 'rejected' })
    expect(rejected.docs.map((doc) => doc._id)).toContain(id)
    expect(rejected.docs.every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('marks phone numbers that are not in use and mail domains', async () => {
    const quality = async (fields: object) =>
      (await byReference((await send(fields)).data.reference)).quality
    expect((await quality({ phone: '9999999999' })).plausiblePhone).toBe(false)
    expect((await quality({ phone: '9876543210' })).plausiblePhone).toBe(false)
    expect((await quality({ phone: '+91 20 2765 4329' })).plausiblePhone).toBe(true)
    expect((await quality({ phone: '+44 20 7946 0958' })).plausiblePhone).toBe(true)
    expect((await quality({})).plausiblePhone).toBe(true)
    for (const domain of ['gmial.com', 'mail.test', 'example.com', 'mail.c0m']) {
      const { plausibleEmail } = await quality({ email: `${uniqueText()}@${domain}` })
      expect(plausibleEmail, domain).toBe(false)
    }
    for (const domain of ['gmail.com', 'mail.yahoo.co.in', 'xn--h2brj9c.xn--h2brj9c']) {
      const { plausibleEmail } = await quality({ email: `${uniqueText()}@${domain}` })
      expect(plausibleEmail, domain).toBe(true)
    }
  })

  it('does not doubt a phone or an email that its traveller has verified', async () => {
    const { reference } = (
      await send({ phone: '9999999999', email: `${uniqueText()}@example.com` })
    ).data
    const quality = async () => (await byReference(reference)).quality
    expect(await quality()).toMatchObject({ plausiblePhone: false, plausibleEmail: false })
    await app.db
      .updateTable('enquiries')
      .set({ email_verified_at: new Date(), phone_verified_at: new Date() })
      .where('number', '=', Number(reference.replace('RQ-', '')))
      .execute()
    expect(await quality()).toMatchObject({ plausiblePhone: true, plausibleEmail: true })
  })

  it('has an exact count of waiting enquiries', async () => {
    const waiting = async () => (await app.as(admin).call(countWaiting)).data.enquiries
    const before = await waiting()
    const { id } = await makeEnquiry(app.db)
    expect(await waiting()).toBe(before + 1)
    await app.as(admin).call(rejectEnquiry, { params: { id }, body: { reason: 'other' } })
    expect(await waiting()).toBe(before)
  })
})
