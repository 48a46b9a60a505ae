import { readdir } from 'node:fs/promises'
import { parseOptions } from '@node-rs/argon2'
import { login, register, sessionOf } from '@raahi/contract/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { localFolder } from '../../platform/files/local-store.ts'
import { makeAdmin, makeAgent } from '../../testing/factories.ts'
import { spellingsOf } from '../../testing/spellings.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let phones = 0

/** A complete form for a new person. */
function person(fields: Record<string, string> = {}): Record<string, string> {
  phones += 1
  return {
    name: 'Asha Rao',
    email: `${uniqueText()}@example.com`,
    password: 'long enough 1',
    phone: `9${String(800_000_000 + phones)}`,
    companyName: 'Rao Travels',
    ...fields,
  }
}

function send(fields: Record<string, string>, input: { remoteAddress?: string } = {}) {
  return app.call(register, { ...input, body: formOf(fields) })
}

async function accounts(email: string) {
  return app.db.selectFrom('users').selectAll().where('email', '=', email).execute()
}

describe('registration', () => {
  it('refuses names and a city that invoices cannot show', async () => {
    const answer = await send(person({ name: '旅', companyName: 'Goa 🌴', city: 'Goa ✈️' }))
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(Object.keys(answer.fieldErrors ?? {}).sort()).toEqual(['city', 'companyName', 'name'])
  })

  it('creates an active agent account with an empty wallet', async () => {
    const fields = person({ name: '  Asha Rao ', city: ' Pune ', phone: '098200-11223' })
    const answer = await send(fields)
    expect(answer.status).toBe(201)
    expect(answer.message).toBe('Signup successfully')
    expect(answer.data).toMatchObject({
      name: 'Asha Rao',
      email: fields.email,
      phone: '+919820011223',
      city: 'Pune',
      companyName: 'Rao Travels',
      role: 'user',
      userStatus: 'active',
      wallet: 0,
      kyc: null,
    })
    expect(answer.text).not.toContain('argon2')
    const [user] = await accounts(fields.email ?? '')
    expect(parseOptions(user?.password_hash ?? '')).toMatchObject({ memoryCost: 19_456 })
    const body = { emailOrPhone: fields.email, password: fields.password }
    expect(sessionOf((await app.call(login, { body })).data).user._id).toBe(answer.data._id)
    expect(await checkInvariants(app.database)).toEqual([])
  })

  it('reports all errors at once', async () => {
    const empty = await send({})
    expect(empty.status).toBe(400)
    expect(empty.fieldErrors).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      phone: 'Phone number is required',
      companyName: 'Company name is required',
    })
    const wrong = await send(person({ email: 'a@b', phone: '12', password: 'short' }))
    expect(wrong.fieldErrors).toEqual({
      email: 'Invalid email format',
      phone: 'This number is too short. Please check the digits.',
      password: 'Use at least 8 characters.',
    })
  })

  it.each(['role', 'wallet', 'userStatus', 'plan', '_id', 'kycFile', '__proto__', 'constructor'])(
    'rejects the unknown field %s and creates no account',
    async (field) => {
      const fields = person()
      const form = formOf(fields)
      form.append(field, 'admin')
      const answer = await app.call(register, { body: form })
      expect(answer.status).toBe(400)
      expect(await accounts(fields.email ?? '')).toEqual([])
    },
  )

  it('rejects a field that is sent twice', async () => {
    const fields = person()
    const form = formOf(fields)
    form.append('email', 'second@example.com')
    const answer = await app.call(register, { body: form })
    expect(answer.fieldErrors).toEqual({ email: 'Send this field only once.' })
  })

  it('accepts only a multipart form', async () => {
    const answer = await app.call(register, { body: person() })
    expect(answer.status).toBe(415)
    expect(answer.code).toBe('UNSUPPORTED_MEDIA_TYPE')
  })

  it('recognises a taken email in another case and a taken phone number in another form', async () => {
    const fields = person({ email: 'Twice@Example.com', phone: '9811122233' })
    expect((await send(fields)).status).toBe(201)

    const email = await send(person({ email: 'tWICE@example.COM' }))
    expect(email.status).toBe(409)
    expect(email.code).toBe('EMAIL_TAKEN')
    expect(Object.keys(email.fieldErrors ?? {})).toEqual(['email'])

    const phone = await send(person({ phone: '+91 (98111) 22-233' }))
    expect(phone.code).toBe('PHONE_TAKEN')
    expect(Object.keys(phone.fieldErrors ?? {})).toEqual(['phone'])

    const both = await send(person({ email: 'twice@example.com', phone: '09811122233' }))
    expect(both.fieldErrors).toEqual({ email: email.message, phone: phone.message })
  })

  it('creates one account per phone number in all spellings, also for a number from abroad', async () => {
    const spellings = {
      '98200 44556': ['+91 098200 44556', '+91 (0) 98200-44556', '0091 98200 44556', '९८२००४४५५६'],
      '+44 (0)20 7946 0123': ['0044 20 7946 0123', '+4402079460123', '+44 20-7946-0123'],
    }
    for (const [first, others] of Object.entries(spellings)) {
      expect((await send(person({ phone: first }))).status).toBe(201)
      for (const phone of others) {
        expect((await send(person({ phone }))).code, phone).toBe('PHONE_TAKEN')
      }
    }
  })

  it.each([
    ['+91 98112 2334', 'This number is too short. An Indian number has ten digits.'],
    ['+9198112233445', 'This number is too long. An Indian number has ten digits.'],
    ['0000000000', 'There is no such Indian number. Please check the digits.'],
    [
      '(415) 555-0123',
      'Which country? Please begin with + and the country code, such as +91 or +44.',
    ],
  ])('refuses %s with the reason', async (phone, reason) => {
    const { status, fieldErrors } = await send(person({ phone }))
    expect([status, fieldErrors]).toEqual([400, { phone: reason }])
  })

  it('creates one account for many concurrent requests', async () => {
    const fields = person()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(fields)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(7)
    for (const { fieldErrors } of refused) {
      expect(Object.keys(fieldErrors ?? {})).toEqual(['email', 'phone'])
    }
    expect(await accounts(fields.email ?? '')).toHaveLength(1)
    expect(await checkInvariants(app.database)).toEqual([])
  })

  it('creates one account for all writings of a mailbox that arrive at once', async () => {
    const email = `kiss-${uniqueText()}@example.com`
    const answers = await Promise.all(
      spellingsOf(email).map((typed) => send(person({ email: typed }))),
    )
    const created = answers.filter(({ status }) => status === 201)
    expect(created.map(({ data }) => data.email)).toEqual([email])
    const refused = answers.filter(({ code }) => code === 'EMAIL_TAKEN')
    expect(refused).toHaveLength(answers.length - 1)
    expect(await accounts(email)).toHaveLength(1)
    expect(await checkInvariants(app.database)).toEqual([])
  })

  it('stores no document if the account cannot be created', async () => {
    const fields = person()
    const pdf = { name: 'pan.pdf', bytes: '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.call(register, { body: formOf(fields, pdf) })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const storedFiles = await readdir(localFolder(app.config.dataDir, 'kyc'))
    const [user] = await accounts(fields.email ?? '')
    expect(storedFiles).toEqual([user?.kyc_file])
  })

  it('needs the city if an admin registers another person', async () => {
    const admin = await makeAdmin(app.db)
    const refused = await app.as(admin).call(register, { body: formOf(person({ city: ' ' })) })
    expect([refused.status, refused.fieldErrors]).toEqual([400, { city: 'City is required' }])
  })

  it('writes an audit entry, under the admin’s name if an admin did it', async () => {
    const admin = await makeAdmin(app.db)
    const alone = await send(person())
    const added = await app.as(admin).call(register, { body: formOf(person({ city: 'Pune' })) })
    expect(added.message).toBe('User registered successfully!')
    const byAgent = await app.as(await makeAgent(app.db)).call(register, { body: formOf(person()) })
    const actors = []
    for (const { data } of [alone, added, byAgent]) {
      const entry = await app.db
        .selectFrom('audit_log')
        .select(['actor_id', 'action', 'after'])
        .where('subject_id', '=', data._id)
        .executeTakeFirstOrThrow()
      expect(entry.action).toBe('user.register')
      expect(JSON.stringify(entry.after)).not.toContain('long enough')
      actors.push(entry.actor_id)
    }
    expect(actors).toEqual([alone.data._id, admin.id, byAgent.data._id])
  })

  it('is limited to 30 an hour from one address, but not for admins', async () => {
    const from = { remoteAddress: '198.51.100.30' }
    const answers = await Promise.all(Array.from({ length: 33 }, () => send({}, from)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    const admin = await makeAdmin(app.db)
    const body = formOf(person({ city: 'Pune' }))
    const added = await app.as(admin).call(register, { ...from, body })
    expect(added.status).toBe(201)
  })
})
