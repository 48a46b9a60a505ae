import { register } from '@raahi/contract/auth'
import { createLead, listLeads } from '@raahi/contract/leads'
import { updateImageOfUser } from '@raahi/contract/profile'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../testing/expect-error.ts'
import { type MadeUser, makeAdmin, makeLead } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

const lead = {
  name: 'Asha Rao',
  phone: '9876543210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}

/** Sends a request as an admin. */
async function send(request: InjectOptions) {
  return app.app.inject({
    ...request,
    headers: { authorization: `Bearer ${admin.token}`, ...request.headers },
  })
}

function post(payload: string, contentType = 'application/json', url = '/api/leads') {
  return send({ method: 'POST', url, payload, headers: { 'content-type': contentType } })
}

describe('an invalid body', () => {
  it.each([
    ['JSON that does not parse', '{"name": "Asha"', 'application/json', 'MALFORMED_REQUEST'],
    [
      'JSON with a prototype',
      '{"__proto__": {"role": "admin"}}',
      'application/json',
      'MALFORMED_REQUEST',
    ],
    [
      'a prototype deep inside',
      '{"totalMembers": {"__proto__": {}}}',
      'application/json',
      'MALFORMED_REQUEST',
    ],
    [
      'a constructor with a prototype',
      '{"constructor": {"prototype": {}}}',
      'application/json',
      'MALFORMED_REQUEST',
    ],
    ['no body', '', 'application/json', 'VALIDATION_FAILED'],
    ['null', 'null', 'application/json', 'VALIDATION_FAILED'],
    ['a list', '[]', 'application/json', 'VALIDATION_FAILED'],
    ['a form', 'name=Asha', 'application/x-www-form-urlencoded', 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text, which a foreign site may send', '{}', 'text/plain', 'UNSUPPORTED_MEDIA_TYPE'],
    ['XML', '<lead/>', 'application/xml', 'UNSUPPORTED_MEDIA_TYPE'],
    ['an invalid content type', '{}', 'nonsense', 'UNSUPPORTED_MEDIA_TYPE'],
    [
      'a form instead of JSON',
      '--x--',
      'multipart/form-data; boundary=x',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'more than 100 kB',
      JSON.stringify({ name: 'x'.repeat(101 * 1024) }),
      'application/json',
      'BODY_TOO_LARGE',
    ],
  ] as const)('%s', async (_, payload, type, code) => {
    const before = await countLeads()
    expectError(await post(payload, type), code)
    expect(await countLeads()).toBe(before)
  })

  it.each([
    ['a form without a boundary', 'multipart/form-data', '--x--'],
    ['an invalid form', 'multipart/form-data; boundary=x', 'name=Asha'],
    [
      'an incomplete form',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nAsha',
    ],
    [
      'an incomplete file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="kyc"; filename="a.pdf"\r\n\r\n%PDF-',
    ],
  ])('%s', async (_, type, payload) => {
    for (const { path } of [register, updateImageOfUser]) {
      expectError(await post(payload, type, path), 'MALFORMED_REQUEST')
    }
  })

  it('JSON is rejected where a form with a file is required', async () => {
    const answer = await post('{}', 'application/json', '/api/auth/register')
    expectError(answer, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('deep nesting is rejected without recursion', async () => {
    const deep = `{"totalMembers": ${'['.repeat(40_000)}${']'.repeat(40_000)}}`
    expectError(await post(deep), 'VALIDATION_FAILED')
  })

  it('a call without payload accepts no body or {}, and nothing else', async () => {
    for (const payload of [undefined, '{}'] as const) {
      const url = `/api/leads/${await makeLead(app.db)}`
      const headers = { 'content-type': 'application/json' }
      const answer = await send({ method: 'DELETE', url, ...(payload && { payload, headers }) })
      expect(answer.statusCode).toBe(200)
    }
    const url = `/api/leads/${await makeLead(app.db)}`
    const headers = { 'content-type': 'application/json' }
    const more = await send({ method: 'DELETE', url, payload: '{"force": true}', headers })
    expect(expectError(more, 'VALIDATION_FAILED')).toEqual({
      force: 'This field is not recognised.',
    })
  })
})

async function countLeads() {
  const { n } = await app.db
    .selectFrom('leads')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

describe('unknown input is rejected by name', () => {
  const objectsOwn = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']

  it.each(['colour', ...objectsOwn])('a query key: %s', async (key) => {
    const answer = await send({ url: `/api/leads?${key}=1` })
    expect(expectError(answer, 'VALIDATION_FAILED')?.[key]).toBe('This field is not recognised.')
  })

  it('a query key of a call without query', async () => {
    expectError(await send({ url: '/api/auth/me?a=1' }), 'VALIDATION_FAILED')
  })

  it.each(['role', 'satatus', 'cost', '_id', 'toString', 'valueOf', 'constructor'])(
    'a field of a complete body: %s',
    async (key) => {
      const answer = await post(JSON.stringify({ ...lead, [key]: 'x' }))
      expect(expectError(answer, 'VALIDATION_FAILED')?.[key]).toBe('This field is not recognised.')
    },
  )

  it('a repeated query key', async () => {
    const answer = await send({ url: '/api/leads?search=a&search=b' })
    expect(Object.keys(expectError(answer, 'VALIDATION_FAILED') ?? {})).toEqual(['search'])
  })

  it('all wrong fields at once, one message each', async () => {
    const answer = await post(
      JSON.stringify({ ...lead, name: ' ', email: 'a@b', adult: -1, colour: 1 }),
    )
    expect(expectError(answer, 'VALIDATION_FAILED')).toEqual({
      name: 'Name is required',
      email: 'Invalid email format',
      adult: 'Adults cannot be below 0.',
      colour: 'This field is not recognised.',
    })
  })
})

describe('input that the database cannot store is a client error', () => {
  it.each([
    '/api/leads?search=%00',
    '/api/leads?city=a%00b',
    '/api/leads?destination=%1b',
    '/api/leads?travelFrom=0000-01-01',
    '/api/leads?travelTo=2026-02-30',
    '/api/leads?page=0',
    '/api/leads?page=-1',
    '/api/leads?page=1e9',
    '/api/leads?page=12345678901234567890',
    '/api/leads?limit=0',
    '/api/leads?limit=1.5',
    '/api/leads?sort=phone',
    '/api/leads?sort=createdAt;drop',
    '/api/leads/getUserLead/not-an-id',
    '/api/leads/getUserLead/%00',
  ])('%s', async (url) => {
    expectError(await send({ url }), 'VALIDATION_FAILED')
  })

  it.each([
    ['name', 'As\u0000ha'],
    ['name', 'Asha \ud83d'],
    ['email', 'as\u0000ha@example.com'],
    ['email', 'asha\ud83d@example.com'],
    ['phone', '98765\u000043210'],
    ['city', 'Pu\nne'],
    ['destination', '\u001b[31mGoa'],
    ['travelDate', '0000-01-01'],
    ['travelDate', '2025-02-29'],
    ['travelTime', '4 days'],
    ['adult', 2 ** 40],
    ['adult', 1.5],
    ['travelDays', '4'],
  ])('a lead’s %s of %j', async (field, value) => {
    const answer = await app.as(admin).call(createLead, { body: { ...lead, [field]: value } })
    expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, [field]])
  })

  it('a page far beyond the last one is empty', async () => {
    for (const sort of ['-createdAt', 'cost', 'travelDate']) {
      const answer = await app.as(admin).call(listLeads, { query: { page: 999_999_999, sort } })
      expect(answer.data.leads, sort).toEqual([])
    }
  })
})

describe('addresses', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/leads/'],
    ['PATCH', '/api/leads'],
    ['DELETE', '/api/leads'],
    ['PUT', '/api/auth/login'],
    ['POST', '/nowhere'],
  ] as const)('%s %s does not exist', async (method, url) => {
    expectError(await send({ method, url, headers: { accept: 'text/html' } }), 'ROUTE_NOT_FOUND')
  })

  it('an address that cannot be decoded gets the standard error', async () => {
    expectError(await send({ url: '/api/leads/%ZZ' }), 'MALFORMED_REQUEST')
  })

  it('an API address never answers with a page', async () => {
    const answer = await send({ url: '/api/auth/nothing', headers: { accept: 'text/html' } })
    expectError(answer, 'ROUTE_NOT_FOUND')
  })
})
