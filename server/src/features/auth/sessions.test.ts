import { login, logout, me, refresh, sessionOf } from '@raahi/contract/auth'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestAnswer, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The refresh cookie that a response sets; '' if the response clears it. */
function refreshCookieOf(answer: { cookies: TestAnswer<EndpointSpec>['cookies'] }) {
  const cookie = answer.cookies.find(({ name }) => name === 'raahi_refresh')
  if (!cookie) throw new Error('no refresh cookie was set')
  return cookie
}

function withCookie(refreshToken: string, headers: Record<string, string> = {}) {
  return { headers: { cookie: `raahi_refresh=${refreshToken}`, ...headers } }
}

async function signIn(user: MadeUser) {
  const body = { emailOrPhone: user.email, password: factoryPassword }
  const answer = await app.call(login, { body })
  const { accessToken } = sessionOf(answer.data)
  return { accessToken, refreshToken: refreshCookieOf(answer).value }
}

async function renew(refreshToken: string) {
  const answer = await app.call(refresh, withCookie(refreshToken))
  return { accessToken: answer.data.accessToken, refreshToken: refreshCookieOf(answer).value }
}

async function isAlive(accessToken: string): Promise<boolean> {
  const { status } = await app.as({ token: accessToken }).call(me)
  expect([200, 401]).toContain(status)
  return status === 200
}

describe('a session', () => {
  it('sends the refresh token only to browsers and only to auth endpoints', async () => {
    const agent = await makeAgent(app.db)
    const body = { emailOrPhone: agent.email, password: factoryPassword }
    const answer = await app.call(login, { body })
    const cookie = refreshCookieOf(answer)
    expect(cookie).toMatchObject({
      path: '/api/auth',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 7 * 24 * 60 * 60,
    })
    expect(cookie.secure).toBeUndefined()
    expect(answer.text).not.toContain(cookie.value)
    const minutes = (Date.parse(sessionOf(answer.data).accessTokenExpiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
  })

  it('of an admin can be renewed for 8 hours', async () => {
    const admin = await makeAdmin(app.db)
    const { refreshToken } = await signIn(admin)
    const renewed = await app.call(refresh, withCookie(refreshToken))
    expect(refreshCookieOf(renewed).maxAge).toBe(8 * 60 * 60)
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(t.expires_at) - now())::float / 3600 as hours
      from session_tokens t join sessions s on s.id = t.session_id
      where s.user_id = ${admin.id} and t.kind = 'refresh'`.execute(app.db)
    expect(rows[0]?.hours).toBeCloseTo(8, 1)
  })

  it('has a Secure __Host- cookie if the product is reached over https', async () => {
    const secure = await app.another({ publicUrl: 'https://raahi.example' })
    const agent = await makeAgent(app.db)
    const body = { emailOrPhone: agent.email, password: factoryPassword }
    const answer = await secure.call(login, { body })
    const name = '__Host-raahi_refresh'
    const cookie = answer.cookies.find((sent) => sent.name === name)
    expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Lax' })
    const { value } = cookie ?? {}
    // A cookie without the prefix may have been set by a neighbouring domain.
    expect((await secure.call(refresh, withCookie(value ?? ''))).status).toBe(401)
    const headers = { cookie: `${name}=${value}` }
    expect((await secure.call(refresh, { headers })).status).toBe(200)
    await secure.close()
  })

  it('rejects a refresh token as access token and the reverse', async () => {
    const { accessToken, refreshToken } = await signIn(await makeAgent(app.db))
    expect(await isAlive(refreshToken)).toBe(false)
    expect((await app.call(refresh, withCookie(accessToken))).status).toBe(401)
    expect(await isAlive(accessToken)).toBe(true)
  })

  it('rejects an access token once it has expired', async () => {
    const first = await signIn(await makeAgent(app.db))
    await sql`update session_tokens set expires_at = now()
      where kind = 'access' and session_id = (select session_id from session_tokens
        where token_hash = sha256(${Buffer.from(first.accessToken)}))`.execute(app.db)
    expect(await isAlive(first.accessToken)).toBe(false)
    expect(await isAlive((await renew(first.refreshToken)).accessToken)).toBe(true)
  })
})

describe('a session in constant use', () => {
  /** Moves the login of the user's sessions into the past by this interval. */
  async function age(user: MadeUser, by: string) {
    await sql`update sessions set created_at = created_at - ${by}::interval
      where user_id = ${user.id}`.execute(app.db)
  }

  it.each([
    ['an agent', makeAgent, '29 days 23 hours 59 minutes'],
    ['an admin', makeAdmin, '23 hours 59 minutes'],
  ] as const)('ends for %s despite the use, and so do its tokens', async (_, make, almost) => {
    const user = await make(app.db)
    const first = await signIn(user)
    await age(user, almost)
    const renewed = await app.call(refresh, withCookie(first.refreshToken))
    const { maxAge = Number.NaN, value } = refreshCookieOf(renewed)
    expect(maxAge).toBeGreaterThan(30)
    expect(maxAge).toBeLessThanOrEqual(60)
    const seconds = (Date.parse(renewed.data.accessTokenExpiresAt) - Date.now()) / 1000
    expect(seconds).toBeLessThanOrEqual(60)
    // The refresh token has not expired yet, but its session has ended.
    await age(user, '1 minute')
    expect((await app.call(refresh, withCookie(value))).status).toBe(401)
  })
})

describe('renewing a session', () => {
  it('exchanges both tokens and leaves the earlier access token valid', async () => {
    const agent = await makeAgent(app.db)
    const first = await signIn(agent)
    const answer = await app.call(refresh, withCookie(first.refreshToken))
    expect(answer.data.user).toMatchObject({ _id: agent.id, email: agent.email, wallet: 0 })
    expect(answer.data.accessToken).not.toBe(first.accessToken)
    expect(refreshCookieOf(answer).value).not.toBe(first.refreshToken)
    expect(await isAlive(first.accessToken)).toBe(true)
    expect(await isAlive(answer.data.accessToken)).toBe(true)
  })

  it('ends the whole session if a used token is sent again', async () => {
    const agent = await makeAgent(app.db)
    const bystander = await signIn(agent)
    const first = await signIn(agent)
    const second = await renew(first.refreshToken)
    const third = await renew(second.refreshToken)

    const stolen = await app.call(refresh, withCookie(first.refreshToken))
    expect(stolen.status).toBe(401)
    expect(refreshCookieOf(stolen).value).toBe('')
    for (const { accessToken } of [first, second, third]) {
      expect(await isAlive(accessToken)).toBe(false)
    }
    expect((await app.call(refresh, withCookie(third.refreshToken))).status).toBe(401)
    // Another session of the same agent is not affected.
    expect(await isAlive(bystander.accessToken)).toBe(true)
  })

  it('succeeds once if one cookie is used twice at once, and ends the session', async () => {
    for (let round = 0; round < 5; round += 1) {
      const first = await signIn(await makeAgent(app.db))
      const answers = await Promise.all([
        app.call(refresh, withCookie(first.refreshToken)),
        app.call(refresh, withCookie(first.refreshToken)),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
      const winner = answers.find(({ status }) => status === 200)
      expect(await isAlive(winner?.data.accessToken ?? '')).toBe(false)
      expect(await isAlive(first.accessToken)).toBe(false)
    }
  })

  it('is refused without a cookie, with an unknown one and with an expired one', async () => {
    const { refreshToken } = await signIn(await makeAgent(app.db))
    await sql`update session_tokens set expires_at = now()
      where token_hash = sha256(${Buffer.from(refreshToken)})`.execute(app.db)
    for (const input of [{}, withCookie('unknown'), withCookie(''), withCookie(refreshToken)]) {
      const answer = await app.call(refresh, input)
      expect(answer.status).toBe(401)
      expect(answer.code).toBe('UNAUTHENTICATED')
      expect(refreshCookieOf(answer).value).toBe('')
    }
  })

  it('is refused from a foreign site, which uses up no token', async () => {
    const { accessToken, refreshToken } = await signIn(await makeAgent(app.db))
    for (const endpoint of [refresh, logout]) {
      for (const origin of [
        'https://evil.example',
        'null',
        `${app.config.publicUrl}.evil.example`,
      ]) {
        const answer = await app.call(endpoint, withCookie(refreshToken, { origin }))
        expect(answer.status).toBe(403)
        expect(answer.code).toBe('ORIGIN_NOT_ALLOWED')
        expect(answer.cookies).toEqual([])
      }
    }
    expect(await isAlive(accessToken)).toBe(true)
    const own = await app.call(refresh, withCookie(refreshToken, { origin: app.config.publicUrl }))
    expect(own.status).toBe(200)
  })

  it('is limited to 120 a minute from one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => app.call(refresh, { remoteAddress: '198.51.100.20' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(120)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})

describe('logout', () => {
  it('ends the session of the cookie and invalidates all its tokens at once', async () => {
    const first = await signIn(await makeAgent(app.db))
    const second = await renew(first.refreshToken)
    const answer = await app.call(logout, withCookie(second.refreshToken))
    expect(answer.status).toBe(200)
    expect(answer.message).toBe('Logged out')
    expect(refreshCookieOf(answer)).toMatchObject({ value: '', path: '/api/auth' })
    expect(await isAlive(first.accessToken)).toBe(false)
    expect(await isAlive(second.accessToken)).toBe(false)
    expect((await app.call(refresh, withCookie(second.refreshToken))).status).toBe(401)
  })

  it('also ends the session of the bearer token, and no other session', async () => {
    const agent = await makeAgent(app.db)
    const current = await signIn(agent)
    const other = await signIn(agent)
    expect((await app.as({ token: current.accessToken }).call(logout)).status).toBe(200)
    expect(await isAlive(current.accessToken)).toBe(false)
    expect(await isAlive(other.accessToken)).toBe(true)
  })

  it('succeeds without a session', async () => {
    expect((await app.call(logout)).status).toBe(200)
    expect((await app.call(logout, withCookie('unknown'))).status).toBe(200)
  })
})

describe('a suspended user', () => {
  it('is locked out at once on every call and cannot log in again', async () => {
    const agent = await makeAgent(app.db)
    const admin = await makeAdmin(app.db)
    for (const user of [agent, admin]) {
      const { accessToken, refreshToken } = await signIn(user)
      expect(await isAlive(accessToken)).toBe(true)
      await app.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', user.id)
        .execute()
      const guarded = endpoints.filter(({ access }) => access !== 'public' && access !== 'cookie')
      expect(guarded.length).toBeGreaterThan(10)
      for (const endpoint of guarded) {
        const params = { id: uuidv7(), userId: user.id }
        const answer = await app.as({ token: accessToken }).call(endpoint, { params })
        expect(answer.status, endpoint.name).toBe(401)
      }
      const renewed = await app.call(refresh, withCookie(refreshToken))
      expect(renewed.status).toBe(401)
      expect(refreshCookieOf(renewed).value).toBe('')
      const body = { emailOrPhone: user.email, password: factoryPassword }
      expect((await app.call(login, { body })).status).toBe(401)
    }
  })

  it('gets no session from a login in progress', async () => {
    const agent = await makeAgent(app.db)
    const body = { emailOrPhone: agent.email, password: factoryPassword }
    const pendingLogins: Promise<TestAnswer<typeof login>>[] = []
    // The order of the admin's call: first the status, then the existing sessions.
    await app.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', agent.id)
        .execute()
      pendingLogins.push(app.call(login, { body }), app.call(login, { body }))
      await expect.poll(() => waitingForLocks(), { timeout: 10_000 }).toBe(2)
      await tx
        .updateTable('sessions')
        .set({ ended_at: new Date() })
        .where('user_id', '=', agent.id)
        .execute()
    })
    const answers = await Promise.all(pendingLogins)
    expect(answers.map(({ code }) => code)).toEqual(Array(2).fill('INVALID_CREDENTIALS'))
    const findings = (await checkInvariants(app.database)).flatMap(({ rows }) => rows)
    expect(JSON.stringify(findings)).not.toContain(agent.id)
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.n ?? 0
}

describe('reading the own account', () => {
  it('returns the caller’s account, and 401 without a token', async () => {
    const agent = await makeAgent(app.db, { city: 'Jaipur', company_name: 'Marigold Journeys' })
    const { data } = await app.as(agent).call(me)
    expect(data).toEqual({
      _id: agent.id,
      name: agent.name,
      email: agent.email,
      emailConfirmed: true,
      pendingEmail: null,
      phone: agent.phone,
      city: 'Jaipur',
      gstin: null,
      billingState: null,
      billingAddress: null,
      companyName: 'Marigold Journeys',
      role: 'user',
      agency: { _id: agent.id, role: 'owner', dailyLimit: null, isRoleShown: true },
      userStatus: 'active',
      plan: null,
      wallet: 0,
      profile: null,
      kyc: null,
      createdAt: expect.any(String),
    })
    expect((await app.call(me)).status).toBe(401)
    expect((await app.as({ token: 'x'.repeat(43) }).call(me)).status).toBe(401)
  })
})
