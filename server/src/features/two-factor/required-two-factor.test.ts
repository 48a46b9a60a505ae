import { login, logout, me, refresh, register, sessionOf } from '@raahi/contract/auth'
import { type EndpointSpec, isKeyScope } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import {
  confirmTwoFactor,
  getTwoFactor,
  startTwoFactor,
  turnOffTwoFactor,
  verifyTwoFactor,
} from '@raahi/contract/two-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { codeOf, giveTwoFactor, openLogin } from '../../testing/two-factor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    overrides: { twoFactor: { required: true, keys: [], keyFile: true }, rateLimitAllow: [] },
  })
})
afterAll(() => app.close())

const withToken: readonly EndpointSpec[] = endpoints.filter(
  ({ access }) => access !== 'public' && access !== 'cookie' && !isKeyScope(access),
)
const toSetUp = ['getTwoFactor', 'startTwoFactor', 'confirmTwoFactor']

async function logIn(user: MadeUser) {
  const body = { emailOrPhone: user.email, password: factoryPassword }
  const answer = await app.call(login, { body })
  const cookie = answer.cookies.find(({ name }) => name === 'raahi_refresh')?.value ?? ''
  return { token: sessionOf(answer.data).accessToken, cookie }
}

/** Sets up and confirms an app, as the first screen after such a login does. */
async function setUp(session: { token: string }): Promise<{ key: string; codes: string[] }> {
  const body = { currentPassword: factoryPassword }
  const { key } = (await app.as(session).call(startTwoFactor, { body })).data
  const code = codeOf(key)
  const { data } = await app.as(session).call(confirmTwoFactor, { body: { code } })
  return { key, codes: data.recoveryCodes }
}

describe('if every admin must have a second factor', () => {
  it('a session from a password alone can only set up the second factor', async () => {
    const session = await logIn(await makeAdmin(app.db))
    expect(
      withToken.filter(({ beforeTwoFactor }) => beforeTwoFactor).map(({ name }) => name),
    ).toEqual(toSetUp)
    const ids = { id: uniqueText(), userId: uniqueText(), token: uniqueText() }
    const refused = withToken.filter(({ name }) => !toSetUp.includes(name))
    expect(refused.length).toBeGreaterThan(50)
    for (const spec of refused) {
      const answer = await app.as(session).call(spec, { params: { ...ids, orderId: 'x' } })
      expect([answer.status, answer.code], spec.name).toEqual([403, 'TWO_FACTOR_REQUIRED'])
    }
    const state = await app.as(session).call(getTwoFactor)
    expect(state.data).toMatchObject({ since: null, required: true, available: true })
  })

  it('the rule also applies to older sessions, however they are renewed', async () => {
    const admin = await makeAdmin(app.db)
    expect((await app.as(admin).call(me)).code).toBe('TWO_FACTOR_REQUIRED')
    const { cookie } = await logIn(admin)
    const renewed = await app.call(refresh, { headers: { cookie: `raahi_refresh=${cookie}` } })
    const session = { token: renewed.data.accessToken }
    expect((await app.as(session).call(me)).code).toBe('TWO_FACTOR_REQUIRED')
    const next = renewed.cookies.find(({ name }) => name === 'raahi_refresh')?.value
    const ended = await app.call(logout, { headers: { cookie: `raahi_refresh=${next}` } })
    expect(ended.status).toBe(200)
    expect((await app.as(session).call(getTwoFactor)).status).toBe(401)
  })

  it('a session without it adds a user like an anonymous client: with the address limit and without an admin’s name', async () => {
    const session = await logIn(await makeAdmin(app.db))
    const email = `${uniqueText()}@example.com`
    const answer = await app.as(session).call(register, {
      body: formOf({
        name: 'New Agent',
        email,
        password: 'Agent@12345',
        phone: '+919812345670',
        companyName: 'New Travels',
      }),
    })
    expect([answer.status, answer.message]).toEqual([201, 'Signup successfully'])
    const entry = await app.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'user.register')
      .executeTakeFirstOrThrow()
    expect(entry.actor_id).toBe(answer.data._id)
  })

  it('after the setup, this session and logins with a code can make all calls', async () => {
    const admin = await makeAdmin(app.db)
    const session = await logIn(admin)
    const { codes } = await setUp(session)
    expect((await app.as(session).call(me)).data._id).toBe(admin.id)
    const headers = { cookie: `raahi_refresh=${session.cookie}` }
    const renewed = await app.call(refresh, { headers })
    expect((await app.as({ token: renewed.data.accessToken }).call(me)).status).toBe(200)

    const body = { challenge: await openLogin(app, admin), code: codes[0] }
    const token = (await app.call(verifyTwoFactor, { body })).data.accessToken
    expect((await app.as({ token }).call(me)).status).toBe(200)
  })

  it('it cannot be turned off, and another app can be set up with a recovery code', async () => {
    const admin = await makeAdmin(app.db)
    const session = await logIn(admin)
    const { codes } = await setUp(session)
    const body = { currentPassword: factoryPassword, code: codes[0] }
    const off = await app.as(session).call(turnOffTwoFactor, { body })
    expect([off.status, off.code]).toEqual([409, 'TWO_FACTOR_KEPT_ON'])
    const again = await app.as(session).call(startTwoFactor, { body })
    const code = codeOf(again.data.key)
    const confirmed = await app.as(session).call(confirmTwoFactor, { body: { code } })
    expect(confirmed.status).toBe(200)
  })

  it('a stolen session from a password alone does not become one with a second factor when the owner sets it up', async () => {
    const admin = await makeAdmin(app.db)
    const session = await logIn(admin)
    await giveTwoFactor(app, admin)
    expect((await app.as(session).call(me)).code).toBe('TWO_FACTOR_REQUIRED')
    const body = { currentPassword: factoryPassword }
    expect((await app.as(session).call(startTwoFactor, { body })).code).toBe('WRONG_CODE')
  })

  it('agents need no second factor, and admins need none if the setting is optional', async () => {
    const agent = await makeAgent(app.db)
    expect((await app.as(agent).call(me)).status).toBe(200)
    const optional = await app.another({ twoFactor: { ...app.config.twoFactor, required: false } })
    const admin = await makeAdmin(app.db)
    expect((await optional.as(admin).call(me)).status).toBe(200)
    expect((await app.as(admin).call(me)).status).toBe(403)
    await optional.close()
  })
})
