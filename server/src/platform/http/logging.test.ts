import { kycMaxBytes, login, refresh, register } from '@raahi/contract/auth'
import { createLead, listLeads, updateLead } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { rechargeWallet } from '@raahi/contract/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { expectError } from '../../testing/expect-error.ts'
import {
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'

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

describe('security events', () => {
  it('are logged with call, address and request, and without the submitted values', async () => {
    const lines: string[] = []
    const logged = await buildApp({
      config: { ...app.config, logLevel: 'info' },
      database: app.database,
      logStream: { write: (line) => lines.push(line) },
    })
    const agent = await makeAgent(app.db)
    const post = (url: string, payload: object, headers = {}) =>
      logged.inject({ method: 'POST', url, payload, headers, remoteAddress: '203.0.113.7' })
    const signIn = (password: string) => post(login.path, { emailOrPhone: agent.email, password })
    const authorization = `Bearer ${agent.token}`
    const answers = [
      await signIn('not-the-password'),
      await signIn(factoryPassword),
      await post(createLead.path, lead, { authorization }),
      await post(refresh.path, {}, { origin: 'https://evil.example' }),
    ]
    await logged.close()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200, 403, 403])
    const events = lines.map((line) => JSON.parse(line)).filter((line) => line.securityEvent)
    expect(events.map((line) => [line.securityEvent, line.call, line.level, line.userId])).toEqual([
      ['INVALID_CREDENTIALS', 'login', 40, undefined],
      ['SIGNED_IN', 'login', 30, agent.id],
      ['FORBIDDEN', 'createLead', 40, agent.id],
      ['ORIGIN_NOT_ALLOWED', 'refresh', 40, undefined],
    ])
    expect(events.map(({ reqId }) => reqId)).toEqual(
      answers.map(({ headers }) => headers['x-request-id']),
    )
    expect(new Set(events.map(({ ip }) => ip))).toEqual(new Set(['203.0.113.7']))
    expect(lines.join()).not.toMatch(new RegExp(`not-the-password|${agent.email}|${agent.token}`))
  })
})

describe('an unexpected error', () => {
  it('answers 500 with only its request id, and is logged with its cause', async () => {
    const lines: string[] = []
    const own = await createTestApp()
    const app = await buildApp({
      config: { ...own.config, logLevel: 'info' },
      database: own.database,
      logStream: { write: (line) => lines.push(line) },
    })
    const agent = await makeAgent(own.db)
    await sql`alter table leads rename to leads_away`.execute(own.db)
    const answer = await app.inject({
      url: '/api/leads?search=Rao',
      headers: { authorization: `Bearer ${agent.token}` },
    })
    expectError(answer, 'INTERNAL_ERROR')
    expect(answer.body).not.toMatch(/leads l|select|relation|\.ts|node_modules|at /)
    expect(JSON.stringify(answer.headers)).not.toMatch(/leads l|select/)
    const logged = lines.map((line) => JSON.parse(line)).find(({ level }) => level >= 50)
    expect(logged.reqId).toBe(answer.headers['x-request-id'])
    expect(logged.err.message).toContain('leads')
    expect(JSON.stringify(logged)).not.toContain('Rao')
    await app.close()
    await own.close()
  })
})

describe('the log', () => {
  it('has a line for each request and contains no secrets and no personal contacts', async () => {
    const lines: string[] = []
    const app2 = await buildApp({
      config: { ...app.config, logLevel: 'trace' },
      database: app.database,
      logStream: { write: (line) => lines.push(line) },
    })
    const phone = '9123456780'
    const email = `secret-${uniqueText()}@example.com`
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100_000)
    await setLeadPrice(app.db, 'both', 5000)
    const leadId = await makeLead(app.db, { phone: `+91${phone}`, email })
    const call = (
      method: 'GET' | 'POST' | 'PUT',
      url: string,
      token: string,
      payload?: object | string,
    ) =>
      app2.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          cookie: 'raahi_refresh=cookie-secret-value',
          ...(payload !== undefined && { 'content-type': 'application/json' }),
        },
        ...(payload !== undefined && { payload }),
      })
    const { body } = await call('POST', login.path, '', {
      emailOrPhone: agent.email,
      password: factoryPassword,
    })
    const { accessToken } = JSON.parse(body).data
    const statuses = [
      await call('POST', login.path, '', { emailOrPhone: email, password: 'wrong-password-1' }),
      await call(
        'POST',
        login.path,
        '',
        `{"emailOrPhone": "${email}", "password": "wrong-password-1`,
      ),
      await call('POST', login.path, '', { emailOrPhone: email, password: ['wrong-password-1'] }),
      await call('GET', `${listLeads.path}?search=${phone}&city=${email}`, accessToken),
      await call('GET', `${listLeads.path}?phone=${phone}`, accessToken),
      await call('GET', `/api/leads/%ZZ${email}`, accessToken),
      await call('POST', buyLead.path, accessToken, { leadId }),
      await call('POST', buyLead.path, accessToken, { leadId }),
      await call('POST', createLead.path, admin.token, { ...lead, phone, email }),
      await call('POST', createLead.path, admin.token, { ...lead, phone, email, adult: -1 }),
      await call('PUT', updateLead.path.replace('{id}', leadId), admin.token, {
        ...lead,
        phone,
        email,
      }),
      await call('POST', rechargeWallet.path, admin.token, { userId: agent.id, amount: 1 }),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 400, 400, 200, 400, 400, 200, 409, 201, 400, 409, 200])
    const text = lines.join('')
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThanOrEqual(
      12,
    )
    for (const secret of [
      phone,
      email,
      agent.phone,
      agent.email,
      'wrong-password-1',
      factoryPassword,
      accessToken,
      admin.token,
      'cookie-secret-value',
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/argon2/i)
    await app2.close()
  })

  it('removes secrets that are logged by mistake', async () => {
    const lines: string[] = []
    const app2 = await buildApp({
      config: { ...app.config, logLevel: 'info' },
      database: app.database,
      logStream: { write: (line) => lines.push(line) },
    })
    app2.log.info({
      password: 'leak-1',
      body: { password: 'leak-2', accessToken: 'leak-3' },
      headers: { authorization: 'leak-4', cookie: 'leak-5', 'set-cookie': 'leak-6' },
    })
    expect(lines.join('')).toContain('[redacted]')
    expect(lines.join('')).not.toContain('leak')
    await app2.close()
  })
})

it('contains no fields of a form that is rejected for its file', async () => {
  const lines: string[] = []
  const own = await createTestApp()
  const app = await buildApp({
    config: { ...own.config, logLevel: 'info' },
    database: own.database,
    logStream: { write: (line) => lines.push(line) },
  })
  const fields = {
    name: 'Asha Rao',
    email: 'asha.secret@example.com',
    phone: '+919876501234',
    companyName: 'Asha Travels',
    password: 'Sup3r-secret-word',
  }
  const answer = await app.inject({
    method: 'POST',
    url: register.path,
    payload: formOf(fields, { name: 'kyc.pdf', bytes: new Uint8Array(kycMaxBytes + 1) }),
  })
  expectError(answer, 'FILE_TOO_LARGE')
  expect(answer.json().fieldErrors).toEqual({ kyc: 'The file is too large.' })
  expect(lines.join('')).not.toMatch(/Sup3r|asha\.secret|9876501234/)
  await app.close()
  await own.close()
})
