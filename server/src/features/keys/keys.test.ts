import { isKeyScope } from '@raahi/contract/endpoint'
import { endpoints } from '@raahi/contract/endpoints'
import { receiveLead } from '@raahi/contract/intake'
import { maxKeys } from '@raahi/contract/key-scopes'
import * as calls from '@raahi/contract/keys'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { intakeForm, makeKey, makeSource } from '../../testing/make-source.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
})
afterAll(() => app.close())

const password = factoryPassword
const agentKey = (fields: object = {}) => ({
  name: 'Sheet',
  scopes: ['purchases:read'],
  password,
  ...fields,
})
const dayFromNow = (days: number) => dayInIndia(new Date(Date.now() + days * 86_400_000))

/** Sends an enquiry with a key. */
const send = (token: string, form: object = intakeForm()) =>
  app.as({ token }).call(receiveLead, { body: form })

describe('a key', () => {
  it('is 256 bits of base 62, is shown once, and only its hash is stored', async () => {
    const { id } = await makeSource(app.db)
    const made = await app
      .as(admin)
      .call(calls.createSourceKey, { params: { id }, body: { name: 'Server', password } })
    expect(made.status).toBe(201)
    expect(made.data.key).toMatch(/^rk_[0-9A-Za-z]{43}$/)
    expect((await send(made.data.key)).status).toBe(201)
    const { rows } = await app.database.pool.query(`
      select row_to_json(k)::text as text from api_keys k union all select row_to_json(l)::text from audit_log l
      union all select row_to_json(r)::text from rate_limits r`)
    for (const { text } of rows) expect(text).not.toContain(made.data.key)
  })

  it('needs the password of its maker, and a name', async () => {
    const { id } = await makeSource(app.db)
    const ofSource = (body: object) =>
      app.as(admin).call(calls.createSourceKey, { params: { id }, body })
    const wrong = await ofSource({ name: 'Server', password: 'Wrong@12345' })
    expect([wrong.status, wrong.code, Object.keys(wrong.fieldErrors ?? {})]).toEqual([
      400,
      'CURRENT_PASSWORD_WRONG',
      ['password'],
    ])
    const empty = await ofSource({ name: ' ' })
    expect(Object.keys(empty.fieldErrors ?? {}).sort()).toEqual(['name', 'password'])
    const ofAgent = await app
      .as(agent)
      .call(calls.createKey, { body: agentKey({ password: 'Wrong@12345' }) })
    expect(ofAgent.code).toBe('CURRENT_PASSWORD_WRONG')
  })

  it('has only the scope of its owner, also by SQL', async () => {
    const taken = await app
      .as(agent)
      .call(calls.createKey, { body: agentKey({ scopes: ['intake:write'] }) })
    expect(taken.fieldErrors).toHaveProperty(['scopes.0'])
    await expect(
      makeKey(app.db, { user_id: agent.id }, { scopes: ['intake:write'] }),
    ).rejects.toThrow('api_keys')
    const google = await makeSource(app.db, { kind: 'google-ads' })
    const refused = await app
      .as(admin)
      .call(calls.createSourceKey, { params: { id: google.id }, body: { name: 'No', password } })
    expect(refused.code).toBe('SOURCE_TAKES_NO_KEYS')
  })

  it('opens no call outside its scope', async () => {
    const source = await makeSource(app.db)
    const keys = {
      'intake:write': (await makeKey(app.db, { source_id: source.id })).token,
      'purchases:read': (await makeKey(app.db, { user_id: agent.id })).token,
    }
    const guarded = endpoints.filter(({ access }) => access !== 'public' && access !== 'cookie')
    expect(guarded.length).toBeGreaterThan(100)
    for (const spec of guarded) {
      for (const [scope, token] of Object.entries(keys)) {
        if (spec.access === scope) continue
        const { status } = await app
          .as({ token })
          .call(spec, { params: { id: source.id, userId: agent.id }, body: {} })
        expect([spec.name, scope, status]).toEqual([
          spec.name,
          scope,
          isKeyScope(spec.access) ? 403 : 401,
        ])
      }
    }
  })

  it('of a session opens no call for keys', async () => {
    for (const { token } of [admin, agent]) {
      expect(await send(token)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
    }
  })

  it('ends at once when it is revoked, and after its last day', async () => {
    const { id: sourceId } = await makeSource(app.db)
    const own = { source_id: sourceId }
    const revoked = await makeKey(app.db, own)
    expect((await send(revoked.token)).status).toBe(201)
    await app.as(admin).call(calls.revokeKey, { params: { id: revoked.id } })
    expect(await send(revoked.token)).toMatchObject({ status: 401, code: 'KEY_ENDED' })
    const again = await app.as(admin).call(calls.revokeKey, { params: { id: revoked.id } })
    expect(again.code).toBe('KEY_NOT_FOUND')
    const lastDay = await makeKey(app.db, own, { ends_on: dayFromNow(0) })
    const over = await makeKey(app.db, own, { ends_on: dayFromNow(-1) })
    expect((await send(lastDay.token)).status).toBe(201)
    expect((await send(over.token)).code).toBe('KEY_ENDED')
    const past = await app
      .as(agent)
      .call(calls.createKey, { body: agentKey({ endsOn: dayFromNow(-1) }) })
    expect(past.fieldErrors).toEqual({ endsOn: 'Choose today or a later date.' })
  })

  it('of a suspended agent or a paused source says why it is refused', async () => {
    const source = await makeSource(app.db)
    const { token } = await makeKey(app.db, { source_id: source.id })
    await app.db
      .updateTable('sources')
      .set({ state: 'paused' })
      .where('id', '=', source.id)
      .execute()
    expect(await send(token)).toMatchObject({ status: 403, code: 'SOURCE_PAUSED' })
    const own = await makeKey(app.db, { user_id: agent.id })
    await app.db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', agent.id)
      .execute()
    expect(await send(own.token)).toMatchObject({ status: 401, code: 'KEY_ACCOUNT_SUSPENDED' })
  })

  it('has a limit of requests for itself', async () => {
    const { id } = await makeSource(app.db)
    const [full, other] = [
      await makeKey(app.db, { source_id: id }),
      await makeKey(app.db, { source_id: id }),
    ]
    await sql`insert into rate_limits (key, count, resets_at)
      values (${`requests of key ${full.id}`}, 600, now() + interval '1 minute')`.execute(app.db)
    const refused = await send(full.token)
    expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(other.token)).status).toBe(201)
  })

  it('shows its last use, which is written at most once a minute', async () => {
    const { id } = await makeSource(app.db)
    const key = await makeKey(app.db, { source_id: id })
    const versionOf = async () => {
      const { rows } = await sql<{ xmin: string }>`
        select xmin::text from api_keys where id = ${key.id}`.execute(app.db)
      return rows[0]?.xmin
    }
    await send(key.token)
    const first = await versionOf()
    await send(key.token)
    expect(await versionOf()).toBe(first)
    const { data } = await app.as(admin).call(calls.listKeys)
    expect(data.find(({ _id }) => _id === key.id)).toMatchObject({
      lastUsedAt: expect.any(String),
      lastUsedFrom: '127.0.0.1',
      hasEnded: false,
      source: { _id: id },
    })
    await sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${key.id}`.execute(
      app.db,
    )
    const before = await versionOf()
    await send(key.token)
    expect(await versionOf()).not.toBe(before)
  })

  it('is listed and revoked only by its agent, or as a key of a source by admins', async () => {
    const { data } = await app.as(agent).call(calls.createKey, { body: agentKey() })
    const listOf = async (user: MadeUser) =>
      (await app.as(user).call(calls.listKeys)).data.map(({ _id }) => _id)
    expect(await listOf(agent)).toEqual([data._id])
    expect(await listOf(admin)).not.toContain(data._id)
    const other = await makeAgent(app.db)
    expect(await listOf(other)).toEqual([])
    for (const user of [other, admin]) {
      const refused = await app.as(user).call(calls.revokeKey, { params: { id: data._id } })
      expect([refused.status, refused.code]).toEqual([404, 'KEY_NOT_FOUND'])
    }
    await app.as(agent).call(calls.revokeKey, { params: { id: data._id } })
    expect(await listOf(agent)).toEqual([])
  })

  it('is one of 20 of its owner, also if they are made at once', async () => {
    for (let i = 1; i < maxKeys; i += 1) await makeKey(app.db, { user_id: agent.id })
    const made = await Promise.all(
      [1, 2, 3].map(() => app.as(agent).call(calls.createKey, { body: agentKey() })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(made.some(({ code }) => code === 'KEY_LIMIT')).toBe(true)
  })
})
