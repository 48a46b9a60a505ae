import { randomBytes } from 'node:crypto'
import { login, me } from '@raahi/contract/auth'
import { getTwoFactor, startTwoFactor, verifyTwoFactor } from '@raahi/contract/two-factor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../../config/index.ts'
import { StartError } from '../../platform/start-error.ts'
import { factoryPassword, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { freshCode, giveTwoFactor, makeChallenge, openLogin } from '../../testing/two-factor.ts'
import { openEncryption } from './open-encryption.ts'
import { reencryptSecrets } from './reencrypt-secrets.ts'
import { resetTwoFactor } from './reset-two-factor.ts'

const [oldKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const keysOf = (...keys: string[]): Config['twoFactor'] => ({
  required: false,
  keys,
  keyFile: false,
})

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { twoFactor: keysOf(oldKey) } })
})
afterAll(() => app.close())

describe('a new encryption key', () => {
  it('replaces the old one without a new setup: first both keys, then re-encryption, then the new key alone', async () => {
    const admin = await makeAdmin(app.db)
    const { key, recoveryCodes } = await giveTwoFactor(app, admin)
    const tryOn = async (on: TestApp, code: string | undefined) => {
      const body = { challenge: await makeChallenge(on, admin), code }
      return on.call(verifyTwoFactor, { body })
    }
    const both = await app.another({ twoFactor: keysOf(newKey, oldKey) })
    const alone = await app.another({ twoFactor: keysOf(newKey) })
    expect((await tryOn(both, recoveryCodes[0])).status).toBe(200)
    const early = await tryOn(alone, await freshCode(app, key))
    expect([early.status, early.code]).toEqual([409, 'TWO_FACTOR_UNAVAILABLE'])

    const encryption = await openEncryption(both.config)
    if (!encryption) throw new Error('the encryption has no keys')
    expect(await reencryptSecrets(app.database, encryption)).toEqual({
      reencrypted: 1,
      unreadable: [],
    })
    expect(await reencryptSecrets(app.database, encryption)).toEqual({
      reencrypted: 0,
      unreadable: [],
    })
    expect((await tryOn(alone, await freshCode(app, key))).status).toBe(200)
    expect((await tryOn(alone, recoveryCodes[1])).status).toBe(200)
    expect((await tryOn(alone, recoveryCodes[0])).code).toBe('WRONG_CODE')
    expect((await tryOn(app, recoveryCodes[2])).code).toBe('TWO_FACTOR_UNAVAILABLE')
    await both.close()
    await alone.close()
  })

  it('that decrypts nothing lists the affected users and changes nothing', async () => {
    const admin = await makeAdmin(app.db)
    await giveTwoFactor(app, admin)
    const encryption = await openEncryption({
      ...app.config,
      twoFactor: keysOf(randomBytes(32).toString('base64')),
    })
    if (!encryption) throw new Error('the encryption has no key')
    const before = await sql`select * from two_factor order by user_id`.execute(app.db)
    const { reencrypted, unreadable } = await reencryptSecrets(app.database, encryption)
    expect(reencrypted).toBe(0)
    expect(unreadable).toContain(admin.email)
    expect(await sql`select * from two_factor order by user_id`.execute(app.db)).toEqual(before)
  })
})

describe('without a key', () => {
  it('two-factor login cannot be turned on, and a user who has it cannot log in with the password alone', async () => {
    const guarded = await makeAdmin(app.db)
    const { recoveryCodes } = await giveTwoFactor(app, guarded)
    const off = await app.another({ twoFactor: keysOf() })
    const admin = await makeAdmin(app.db)
    expect((await off.as(admin).call(getTwoFactor)).data.available).toBe(false)
    const body = { currentPassword: factoryPassword }
    const refused = await off.as(admin).call(startTwoFactor, { body })
    expect([refused.status, refused.code]).toEqual([409, 'TWO_FACTOR_UNAVAILABLE'])

    const challenge = await openLogin(off, guarded)
    const tried = await off.call(verifyTwoFactor, { body: { challenge, code: recoveryCodes[0] } })
    expect([tried.status, tried.cookies]).toEqual([409, []])
    await off.close()
  })
})

describe('a reset from the command line', () => {
  const reset = (email: string) =>
    resetTwoFactor(
      {
        database: app.database,
        queueMail: async (_, mail) => void mails.push(`${mail.to.email}: ${mail.subject}`),
        publicUrl: app.config.publicUrl,
      },
      email,
    )
  const mails: string[] = []

  it('lets the password alone log in, ends sessions and challenges, notifies the owner and is recorded', async () => {
    const admin = await makeAdmin(app.db)
    const { recoveryCodes } = await giveTwoFactor(app, admin)
    const challenge = await makeChallenge(app, admin)
    await reset(` ${admin.email.toUpperCase()} `)
    const code = recoveryCodes[0]
    const tried = await app.call(verifyTwoFactor, { body: { challenge, code } })
    expect(tried.code).toBe('LOGIN_ENDED')
    expect((await app.as(admin).call(me)).status).toBe(401)
    const body = { emailOrPhone: admin.email, password: factoryPassword }
    expect((await app.call(login, { body })).data).toHaveProperty('accessToken')
    expect(mails).toEqual([`${admin.email}: Two-factor login was reset for your Raahi account`])
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'actor_role', 'action'])
      .where('subject_id', '=', admin.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({
      actor_id: null,
      actor_role: 'console',
      action: 'user.reset-two-factor',
    })
  })

  it('fails if there is nothing to reset', async () => {
    for (const { email } of [await makeAdmin(app.db), await makeAgent(app.db), { email: 'x' }]) {
      await expect(reset(email)).rejects.toThrow(StartError)
    }
  })
})
