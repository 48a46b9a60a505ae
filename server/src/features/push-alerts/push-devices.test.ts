import { randomBytes } from 'node:crypto'
import { logout } from '@raahi/contract/auth'
import { endOwnSession, listOwnSessions } from '@raahi/contract/profile'
import {
  addPushDevice,
  getPushAlerts,
  maxPushDevices,
  removePushDevice,
  sendTestAlert,
} from '@raahi/contract/push-alerts'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { removeExpired } from '../../platform/jobs/remove-expired.ts'
import { type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { makeSubscription } from '../../testing/push-service.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { openEncryption } from '../two-factor/open-encryption.ts'
import { createEncryption } from '../two-factor/public/encryption.ts'
import { findDeviceIds } from './push-devices.queries.ts'
import { expiredDevices } from './push-devices.ts'
import { createPushKeys, reencryptPushKeys } from './push-keys.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const add = (agent: MadeUser, body: object = makeSubscription()) =>
  app.as(agent).call(addPushDevice, { body })
const read = async (agent: MadeUser) => (await app.as(agent).call(getPushAlerts)).data
/** The devices to which alerts are sent. */
async function alerted({ id }: { id: string }) {
  const publicKey = (await read(await makeAgent(app.db))).publicKey ?? ''
  return withTransaction(app.database, (tx) => findDeviceIds(tx, id, publicKey))
}
/** Another session of an agent. */
async function logInAgain(agent: MadeUser): Promise<MadeUser> {
  const twin = await makeAgent(app.db)
  await sql`update sessions set user_id = ${agent.id} where user_id = ${twin.id}`.execute(app.db)
  return { ...agent, token: twin.token }
}

describe('a browser that shows alerts', () => {
  it('is listed without its address, and only its agent can remove or test it', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    expect(await read(agent)).toMatchObject({ publicKey: expect.any(String), devices: [] })
    const subscription = makeSubscription()
    const { status, data, text } = await add(agent, subscription)
    expect(status).toBe(201)
    expect(data.devices).toMatchObject([{ isCurrent: true, lastSentAt: null }])
    for (const secret of Object.values(subscription)) expect(text).not.toContain(secret)
    const params = { id: data.devices[0]?._id ?? '' }
    expect((await read(other)).devices).toEqual([])
    expect((await app.as(other).call(sendTestAlert, { params })).code).toBe('PUSH_DEVICE_NOT_FOUND')
    expect((await app.as(other).call(removePushDevice, { params })).code).toBe(
      'PUSH_DEVICE_NOT_FOUND',
    )
    expect((await read(agent)).devices).toHaveLength(1)
    expect((await app.as(agent).call(removePushDevice, { params })).status).toBe(200)
    expect((await read(agent)).devices).toEqual([])
  })

  it('can read that its agent, and not a failure, removed it, until it is added again', async () => {
    const agent = await makeAgent(app.db)
    const [device] = (await add(agent)).data.devices
    await sql`delete from push_devices where user_id = ${agent.id}`.execute(app.db)
    expect(await read(agent)).toMatchObject({ devices: [], isRemoved: false })
    const [second] = (await add(agent)).data.devices
    expect(second?._id).not.toBe(device?._id)
    const other = await logInAgain(agent)
    await app.as(other).call(removePushDevice, { params: { id: second?._id ?? '' } })
    expect(await read(agent)).toMatchObject({ devices: [], isRemoved: true })
    expect((await read(other)).isRemoved).toBe(false)
    expect((await add(agent)).data.isRemoved).toBe(false)
  })

  it('stays one device when it subscribes again, with the same or another address', async () => {
    const agent = await makeAgent(app.db)
    const first = makeSubscription()
    const [device] = (await add(agent, first)).data.devices
    expect(
      (await add(agent, { ...makeSubscription(), endpoint: first.endpoint })).data.devices,
    ).toEqual([device])
    expect((await add(agent)).data.devices).toEqual([device])
  })

  it('leaves the account that added it before', async () => {
    const [first, second] = [await makeAgent(app.db), await makeAgent(app.db)]
    const subscription = makeSubscription()
    await add(first, subscription)
    expect((await add(second, subscription)).status).toBe(201)
    expect(await alerted(first)).toEqual([])
    expect(await alerted(second)).toHaveLength(1)
  })

  it('belongs to one account when two add it at the same time', async () => {
    const agents = await Promise.all([1, 2, 3, 4].map(() => makeAgent(app.db)))
    const subscription = makeSubscription()
    const answers = await Promise.all(agents.map((agent) => add(agent, subscription)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const counts = await Promise.all(agents.map(async (agent) => (await alerted(agent)).length))
    expect(counts.sort()).toEqual([0, 0, 0, 1])
  })

  it(`is one of at most ${maxPushDevices} of an agent`, async () => {
    const agent = await makeAgent(app.db)
    const sessions = await Promise.all(
      Array.from({ length: maxPushDevices + 2 }, () => logInAgain(agent)),
    )
    const answers = await Promise.all(sessions.map((session) => add(session)))
    const codes = answers.map(({ code }) => code).filter(Boolean)
    expect(codes).toEqual(['PUSH_DEVICE_LIMIT', 'PUSH_DEVICE_LIMIT'])
    const [device] = (await read(agent)).devices
    await app.as(agent).call(removePushDevice, { params: { id: device?._id ?? '' } })
    expect((await add(agent)).status).toBe(201)
  })

  it('can be added if the other browsers accept a former key of the product; those are not listed', async () => {
    const agent = await makeAgent(app.db)
    for (let n = 0; n < maxPushDevices; n += 1) await add(await logInAgain(agent))
    expect((await add(agent)).code).toBe('PUSH_DEVICE_LIMIT')
    await sql`update push_devices set accepted_key = 'former' where user_id = ${agent.id}`.execute(
      app.db,
    )
    expect((await add(agent)).data.devices).toHaveLength(1)
  })

  it.each([
    ['an address without TLS', { endpoint: 'http://fcm.googleapis.com/x' }],
    ['another port', { endpoint: 'https://fcm.googleapis.com:8443/x' }],
    ['a login in its address', { endpoint: 'https://user:secret@fcm.googleapis.com/x' }],
    ['a long address', { endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
    ['a name instead of an address', { endpoint: 'fcm.googleapis.com' }],
    ['an address of another service', { endpoint: 'https://push.example/x' }],
    [
      'a name that contains that of a service',
      { endpoint: 'https://fcm.googleapis.com.example/x' },
    ],
    ['a short key', { p256dh: 'short' }],
    [
      'a key that is no point of the curve',
      { p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url') },
    ],
    ['a short secret', { auth: 'short' }],
    ['no secret', { auth: undefined }],
    ['another owner', { userId: '0190a5a0-0000-7000-8000-000000000000' }],
  ])('is not added with %s', async (_case, wrong) => {
    const agent = await makeAgent(app.db)
    expect((await add(agent, { ...makeSubscription(), ...wrong })).status).toBe(400)
    expect(await alerted(agent)).toEqual([])
  })
})

describe('a browser gets no more alerts', () => {
  const ends: [string, (agent: MadeUser) => Promise<unknown>][] = [
    [
      'after the agent logs out',
      (agent) => app.call(logout, { headers: { authorization: `Bearer ${agent.token}` } }),
    ],
    [
      'after another browser ends its session',
      async (agent) => {
        const [session] = (await app.as(agent).call(listOwnSessions)).data
        const params = { id: session?._id ?? '' }
        return app.as(await logInAgain(agent)).call(endOwnSession, { params })
      },
    ],
    [
      'after a password reset, which ends all sessions',
      ({ id }) => withTransaction(app.database, (tx) => endSessionsOfUser(tx, id)),
    ],
    [
      'after the agent is suspended',
      async ({ id }) =>
        app.as(await makeAdmin(app.db)).call(suspendUser, {
          params: { userId: id },
          query: { status: 'suspended' },
        }),
    ],
    [
      'when the agent is suspended, also before the sessions end',
      ({ id }) => sql`update users set status = 'suspended' where id = ${id}`.execute(app.db),
    ],
    [
      'when its session has not been used for too long',
      ({ id }) =>
        sql`update session_tokens set expires_at = now() where session_id in
          (select id from sessions where user_id = ${id})`.execute(app.db),
    ],
  ]
  it.each(ends)('%s', async (_name, end) => {
    const agent = await makeAgent(app.db)
    await add(agent)
    expect(await alerted(agent)).toHaveLength(1)
    await end(agent)
    expect(await alerted(agent)).toEqual([])
  })

  it('and its address is removed by the next periodic removal', async () => {
    const [ended, alive] = [await makeAgent(app.db), await makeAgent(app.db)]
    for (const agent of [ended, alive]) await add(agent)
    await withTransaction(app.database, (tx) => endSessionsOfUser(tx, ended.id))
    await removeExpired(app.database, expiredDevices)
    const rows = await app.db
      .selectFrom('push_devices')
      .select('user_id')
      .where('user_id', 'in', [ended.id, alive.id])
      .execute()
    expect(rows).toEqual([{ user_id: alive.id }])
  })
})

describe('the key pair of the product', () => {
  const log = { info() {}, warn() {}, error() {} }

  it('is created once by processes that start at the same time, and is encrypted', async () => {
    await sql`delete from push_keys`.execute(app.db)
    const encryption = await openEncryption(app.config)
    const deps = { config: app.config, database: app.database, encryption, log }
    const pairs = await Promise.all([1, 2, 3, 4].map(() => createPushKeys(deps)()))
    expect(pairs[0]?.privateKey).toHaveLength(43)
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(1)
    const { rows } = await sql<{ row: string }>`
      select row_to_json(k)::text as row from push_keys k`.execute(app.db)
    const stored = rows.map(({ row }) => row).join()
    const privateKey = Buffer.from(pairs[0]?.privateKey ?? '', 'base64url')
    expect(stored).not.toContain(privateKey.toString('hex'))
    // The other tests of this file use the former key pair.
    await sql`delete from push_keys`.execute(app.db)
  })

  it('stays the same when the encryption key is changed, and is off without that key', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)]
    const read = (encryption: Parameters<typeof createPushKeys>[0]['encryption']) =>
      createPushKeys({ config: app.config, database: app.database, encryption, log })()
    await sql`delete from push_keys`.execute(app.db)
    const pair = await read(createEncryption([old]))
    const both = createEncryption([next, old])
    expect(await reencryptPushKeys(app.database, both)).toEqual({
      reencrypted: 1,
      isUnreadable: false,
    })
    expect(await read(createEncryption([next]))).toEqual(pair)
    expect(await read(createEncryption([old]))).toBeUndefined()
    expect(await read(undefined)).toBeUndefined()
    await sql`delete from push_keys`.execute(app.db)
  })

  it('in the settings replaces the stored pair, and browsers that accept the stored pair get no alerts', async () => {
    const agent = await makeAgent(app.db)
    await add(agent)
    const keys = {
      publicKey:
        'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
      privateKey: 'UUxI4O8-FbRouAevSmBQ6o18hgE4nSG3qwvJTfKc-ls',
    }
    const other = await app.another({ push: { ...app.config.push, keys } })
    const { data } = await other.as(agent).call(getPushAlerts)
    expect(data).toMatchObject({ publicKey: keys.publicKey, devices: [] })
    await other.close()
  })

  it('is missing without an encryption key: no browser can be added', async () => {
    const other = await app.another({ twoFactor: { required: false, keys: [], keyFile: false } })
    const agent = await makeAgent(app.db)
    expect((await other.as(agent).call(getPushAlerts)).data.publicKey).toBeNull()
    const { code } = await other.as(agent).call(addPushDevice, { body: makeSubscription() })
    expect(code).toBe('PUSH_NOT_SET_UP')
    await other.close()
  })
})
