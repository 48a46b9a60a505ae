import { login, me, refresh, sessionOf } from '@raahi/contract/auth'
import {
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  listUserSessions,
} from '@raahi/contract/profile'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function signIn(user: MadeUser, userAgent = 'Test/1.0') {
  const answer = await app.call(login, {
    body: { emailOrPhone: user.email, password: factoryPassword },
    headers: { 'user-agent': userAgent },
    remoteAddress: '127.0.0.1',
  })
  const cookie = answer.cookies.find(({ name }) => name === 'raahi_refresh')?.value ?? ''
  return { token: sessionOf(answer.data).accessToken, cookie }
}

async function list(by: { token: string }) {
  return (await app.as(by).call(listOwnSessions)).data
}

const isIn = async (session: { token: string }) => (await app.as(session).call(me)).status === 200

/** Moves the issue and the expiry of the session's tokens into the past by this many minutes. */
async function age(sessionId: string | undefined, minutes: number): Promise<void> {
  await sql`update session_tokens set
      issued_at = issued_at - make_interval(mins => ${minutes}::integer),
      expires_at = expires_at - make_interval(mins => ${minutes}::integer)
    where session_id = ${sessionId}`.execute(app.db)
}

it('an admin lists the live sessions of a user, the most recently used one first', async () => {
  const [agent, admin] = [await makeAgent(app.db), await makeAdmin(app.db)]
  const { token } = await signIn(agent, 'Phone/2')
  const sessionsOf = (userId: string) =>
    app.as(admin).call(listUserSessions, { params: { userId } })
  await age((await sessionsOf(agent.id)).data[1]?._id, 60)
  const { data } = await sessionsOf(agent.id)
  expect(data.map(({ userAgent }) => userAgent)).toEqual(['Phone/2', null])
  expect(data[0]).not.toHaveProperty('current')
  await app.as({ token }).call(endOwnSession, { params: { id: data[0]?._id ?? '' } })
  expect((await sessionsOf(agent.id)).data).toHaveLength(1)
  const unknown = await sessionsOf(agent.id.replace(/.$/, (end) => (end === '0' ? '1' : '0')))
  expect([unknown.status, unknown.code]).toEqual([404, 'USER_NOT_FOUND'])
})

it('an admin lists those of another admin only with the right settings', async () => {
  const admin = await makeAdmin(app.db)
  const clerk = await makeAdmin(app.db, { rights: ['agents'] })
  const list = (by: MadeUser, { id }: MadeUser) =>
    app.as(by).call(listUserSessions, { params: { userId: id } })
  expect((await list(clerk, admin)).code).toBe('FORBIDDEN')
  expect((await list(admin, clerk)).data).toHaveLength(1)
})

describe('the list of own sessions', () => {
  it('shows address and browser: the current session first, then by last use', async () => {
    const agent = await makeAgent(app.db)
    await signIn(await makeAgent(app.db))
    const phone = await signIn(agent, 'Phone/2')
    const desktop = await signIn(agent, 'Desk/3')
    const [, desktopRow, phoneRow] = await list(agent)
    expect(desktopRow).toMatchObject({ current: false, userAgent: 'Desk/3', ip: '127.0.0.1' })
    expect(phoneRow).toMatchObject({ current: false, userAgent: 'Phone/2' })
    expect((await list(phone))[0]).toMatchObject({ current: true, userAgent: 'Phone/2' })
    await age(desktopRow?._id, 120)
    const sessions = await list(agent)
    expect(sessions.map(({ current, userAgent }) => [current, userAgent])).toEqual([
      [true, null],
      [false, 'Phone/2'],
      [false, 'Desk/3'],
    ])
    const minutesAgo = (Date.now() - Date.parse(sessions[2]?.lastUsedAt ?? '')) / 60_000
    expect(minutesAgo).toBeCloseTo(120, 0)
    // A renewal counts as a use.
    const renewed = await app.call(refresh, {
      headers: { cookie: `raahi_refresh=${desktop.cookie}` },
    })
    expect(renewed.status).toBe(200)
    expect((await list(agent))[1]?.userAgent).toBe('Desk/3')
  })

  it('contains only sessions that are alive', async () => {
    const agent = await makeAgent(app.db)
    await signIn(agent)
    const [, old] = await list(agent)
    await age(old?._id, 7 * 24 * 60 - 1)
    expect(await list(agent)).toHaveLength(2)
    await age(old?._id, 2)
    expect(await list(agent)).toHaveLength(1)
  })

  it('ends one session; a session of another user is not found', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const elsewhere = await signIn(agent)
    const [, row] = await list(agent)
    const params = { id: row?._id ?? '' }
    const foreign = await app.as(other).call(endOwnSession, { params })
    const unknownParams = { id: '01890000-0000-7000-8000-000000000000' }
    const missing = await app.as(other).call(endOwnSession, { params: unknownParams })
    expect([foreign.status, foreign.code]).toEqual([404, 'SESSION_NOT_FOUND'])
    expect(foreign.text).toBe(missing.text)
    expect(await isIn(elsewhere)).toBe(true)

    const ended = await app.as(agent).call(endOwnSession, { params })
    expect([ended.status, ended.message]).toEqual([200, 'Logged out of that device.'])
    expect(ended.cookies).toEqual([])
    expect([await isIn(agent), await isIn(elsewhere)]).toEqual([true, false])
    const renewed = await app.call(refresh, {
      headers: { cookie: `raahi_refresh=${elsewhere.cookie}` },
    })
    expect(renewed.status).toBe(401)
    expect((await app.as(agent).call(endOwnSession, { params })).status).toBe(404)
  })

  it('ends the current session and clears its cookie', async () => {
    const agent = await makeAgent(app.db)
    const [own] = await list(agent)
    const ended = await app.as(agent).call(endOwnSession, { params: { id: own?._id ?? '' } })
    expect(ended.cookies).toMatchObject([{ name: 'raahi_refresh', value: '' }])
    expect(await isIn(agent)).toBe(false)
  })

  it('ends all sessions of the user and none of other users', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const elsewhere = await signIn(agent)
    const ended = await app.as(agent).call(endOwnSessions)
    expect([ended.status, ended.message]).toEqual([200, 'Logged out of all devices.'])
    expect(ended.cookies).toMatchObject([{ name: 'raahi_refresh', value: '', path: '/api/auth' }])
    expect(await Promise.all([agent, elsewhere, other].map(isIn))).toEqual([false, false, true])
    const actions = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', agent.id)
      .execute()
    expect(actions).toEqual([{ action: 'user.end-all-sessions' }])
  })
})
