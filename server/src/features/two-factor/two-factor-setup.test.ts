import { listAuditLog } from '@raahi/contract/audit-log'
import { login, me } from '@raahi/contract/auth'
import {
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  turnOffTwoFactor,
  verifyTwoFactor,
} from '@raahi/contract/two-factor'
import { sql } from 'kysely'
import { Secret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factoryPassword, type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { codeOf, freshCode, giveTwoFactor, openLogin } from '../../testing/two-factor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const currentPassword = factoryPassword
const start = (user: MadeUser, body: object = { currentPassword }) =>
  app.as(user).call(startTwoFactor, { body })
const confirm = (user: MadeUser, code: string) =>
  app.as(user).call(confirmTwoFactor, { body: { code } })
const stateOf = async (user: MadeUser) => (await app.as(user).call(getTwoFactor)).data
const tryLogin = ({ email }: MadeUser) =>
  app.call(login, { body: { emailOrPhone: email, password: factoryPassword } })

/** The actions of an admin's latest entries in the audit log, newest first. */
async function actionsOf(user: MadeUser): Promise<string[]> {
  const { docs } = (await app.as(user).call(listAuditLog, { query: { actor: user.email } })).data
  return docs.map(({ action }) => action)
}

describe('the setup', () => {
  it('needs the password and changes nothing before a code of the app confirms it', async () => {
    const admin = await makeAdmin(app.db)
    const wrong = await start(admin, { currentPassword: 'guessed' })
    expect([wrong.status, wrong.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG'])
    expect(Object.keys(wrong.fieldErrors ?? {})).toEqual(['currentPassword'])
    const over = await confirm(admin, '123456')
    expect([over.status, over.code]).toEqual([409, 'TWO_FACTOR_SETUP_ENDED'])

    const { key } = (await start(admin)).data
    const refused = await confirm(admin, codeOf(key, 5))
    expect([refused.status, refused.code]).toEqual([400, 'WRONG_CODE'])
    expect(await stateOf(admin)).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      required: false,
      available: true,
    })
    expect((await tryLogin(admin)).data).toHaveProperty('accessToken')
    expect(await actionsOf(admin)).toEqual(['user.start-two-factor'])
  })

  it('turns it on: this session continues, the others end, the owner is notified and an audit entry is written', async () => {
    const admin = await makeAdmin(app.db)
    const elsewhere = (await tryLogin(admin)).data
    const { key, address } = (await start(admin)).data
    expect(address).toContain(`secret=${key}`)
    const code = codeOf(key)
    const answer = await confirm(admin, code)
    expect([answer.status, answer.message]).toEqual([200, 'Two-factor login is on.'])
    expect(new Set(answer.data.recoveryCodes).size).toBe(10)
    for (const code of answer.data.recoveryCodes) expect(code).toMatch(/^(\w{4}-){5}\w{4}$/)

    expect(await stateOf(admin)).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    const token = 'accessToken' in elsewhere ? elsewhere.accessToken : ''
    expect((await app.as({ token }).call(me)).status).toBe(401)
    const body = { challenge: await openLogin(app, admin), code }
    expect((await app.call(verifyTwoFactor, { body })).code).toBe('WRONG_CODE')
    const [mail] = await waitForMails(app.config, admin.email)
    expect(mail?.subject).toBe('Two-factor login is on for your Raahi account')
    expect(mail?.text).toContain('127.0.0.1')
    expect(await actionsOf(admin)).toEqual(['user.turn-on-two-factor', 'user.start-two-factor'])
  })

  it('stores neither the key nor recovery codes in readable form, and mails none', async () => {
    const admin = await makeAdmin(app.db)
    const { key } = (await start(admin)).data
    const { recoveryCodes } = (await confirm(admin, codeOf(key))).data
    const secret = Buffer.from(Secret.fromBase32(key).bytes)
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from two_factor`.execute(app.db)
    expect(rows.some(({ sealed }) => sealed.includes(secret))).toBe(false)
    const [mail] = await waitForMails(app.config, admin.email)
    const dump = await sql<{ row: string }>`
      select t::text as row from two_factor t union all select r::text from recovery_codes r
      union all select a::text from audit_log a union all select data::text from pgboss.job`.execute(
      app.db,
    )
    const kept = `${JSON.stringify(dump.rows)} ${mail?.text} ${mail?.html}`
    for (const secretText of [key, secret.toString('hex'), ...recoveryCodes]) {
      expect(kept).not.toContain(secretText)
      expect(kept).not.toContain(secretText.replaceAll('-', ''))
    }
  })

  it('confirmed by ten concurrent requests returns codes once', async () => {
    const admin = await makeAdmin(app.db)
    const { key } = (await start(admin)).data
    const code = codeOf(key)
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(admin, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map((answer) => answer.code))).toEqual(
      new Set(['TWO_FACTOR_SETUP_ENDED']),
    )
  })

  it('expires after an hour', async () => {
    const admin = await makeAdmin(app.db)
    const { key } = (await start(admin)).data
    await sql`update two_factor_setups set started_at = now() - interval '61 minutes'`.execute(
      app.db,
    )
    expect((await confirm(admin, codeOf(key))).code).toBe('TWO_FACTOR_SETUP_ENDED')
  })
})

describe('another app', () => {
  it('needs a code of the current app, which stays valid until the new one is confirmed', async () => {
    const admin = await makeAdmin(app.db)
    const { key, recoveryCodes } = await giveTwoFactor(app, admin)
    expect((await start(admin)).code).toBe('WRONG_CODE')
    expect((await start(admin, { currentPassword, code: codeOf(key, 5) })).code).toBe('WRONG_CODE')
    const begun = await start(admin, { currentPassword, code: recoveryCodes[0] })
    const other = begun.data.key
    expect(other).not.toBe(key)

    const challenge = await openLogin(app, admin)
    const body = { challenge, code: await freshCode(app, key) }
    expect((await app.call(verifyTwoFactor, { body })).status).toBe(200)

    const confirmed = await confirm(admin, codeOf(other))
    const code = await freshCode(app, key)
    const again = await openLogin(app, admin)
    for (const gone of [code, recoveryCodes[1]]) {
      const answer = await app.call(verifyTwoFactor, { body: { challenge: again, code: gone } })
      expect(answer.code).toBe('WRONG_CODE')
    }
    const right = { challenge: again, code: confirmed.data.recoveryCodes[0] }
    expect((await app.call(verifyTwoFactor, { body: right })).status).toBe(200)
  })
})

describe.each([
  ['new recovery codes', renewRecoveryCodes, 'user.renew-recovery-codes'],
  ['turning it off', turnOffTwoFactor, 'user.turn-off-two-factor'],
] as const)('%s', (_, endpoint, action) => {
  it('needs the password and a code, and reports which of them is wrong', async () => {
    const admin = await makeAdmin(app.db)
    const call = (body: object) => app.as(admin).call(endpoint, { body })
    const off = await call({ currentPassword, code: '123456' })
    expect([off.status, off.code]).toEqual([409, 'TWO_FACTOR_NOT_ON'])
    const { key } = await giveTwoFactor(app, admin)
    const code = codeOf(key)
    const guessed = await call({ currentPassword: 'guessed', code })
    expect(guessed.fieldErrors).toEqual({ currentPassword: expect.any(String) })
    const wrong = await call({ currentPassword, code: codeOf(key, 5) })
    expect(wrong.fieldErrors).toEqual({ code: 'This code is wrong or has already been used.' })
    const form = await call({ currentPassword, code: 'abc' })
    expect(form.fieldErrors).toEqual({
      code: 'Enter the 6-digit code from your app, or a recovery code.',
    })
    expect(await stateOf(admin)).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 })
    // The rejected requests consumed no code.
    expect((await call({ currentPassword, code })).status).toBe(200)
    expect((await actionsOf(admin))[0]).toBe(action)
    expect(await waitForMails(app.config, admin.email)).toHaveLength(1)
  })
})

describe('after the setup', () => {
  it('new recovery codes replace the earlier ones', async () => {
    const admin = await makeAdmin(app.db)
    const { key, recoveryCodes } = await giveTwoFactor(app, admin)
    const body = { currentPassword, code: codeOf(key) }
    const renewed = (await app.as(admin).call(renewRecoveryCodes, { body })).data.recoveryCodes
    const challenge = await openLogin(app, admin)
    const old = await app.call(verifyTwoFactor, { body: { challenge, code: recoveryCodes[0] } })
    expect(old.code).toBe('WRONG_CODE')
    const one = await app.call(verifyTwoFactor, { body: { challenge, code: renewed[9] } })
    expect(one.status).toBe(200)
  })

  it('turning it off ends the other sessions, and this session no longer counts as one with a second factor', async () => {
    const admin = await makeAdmin(app.db)
    const { key, recoveryCodes } = await giveTwoFactor(app, admin)
    const enter = async (code: string | undefined) => {
      const body = { challenge: await openLogin(app, admin), code }
      return { token: (await app.call(verifyTwoFactor, { body })).data.accessToken }
    }
    const [here, elsewhere] = [await enter(codeOf(key)), await enter(recoveryCodes[0])]
    const demanding = await app.another({ twoFactor: { ...app.config.twoFactor, required: true } })
    expect((await demanding.as(here).call(me)).status).toBe(200)
    const body = { currentPassword, code: recoveryCodes[1] }
    expect((await app.as(here).call(turnOffTwoFactor, { body })).status).toBe(200)
    expect((await app.as(elsewhere).call(me)).status).toBe(401)
    expect((await app.as(here).call(me)).status).toBe(200)
    // If the setting later requires it, a signed-in admin has to set it up again.
    expect((await demanding.as(here).call(me)).code).toBe('TWO_FACTOR_REQUIRED')
    await demanding.close()
  })

  it('after turning it off the password alone logs in, and no secret is stored', async () => {
    const admin = await makeAdmin(app.db)
    const { recoveryCodes } = await giveTwoFactor(app, admin)
    const challenge = await openLogin(app, admin)
    const body = { currentPassword, code: recoveryCodes[3] }
    expect((await app.as(admin).call(turnOffTwoFactor, { body })).status).toBe(200)
    const late = await app.call(verifyTwoFactor, { body: { challenge, code: recoveryCodes[4] } })
    expect(late.code).toBe('LOGIN_ENDED')
    expect((await tryLogin(admin)).data).toHaveProperty('accessToken')
    for (const table of ['two_factor', 'recovery_codes', 'two_factor_setups']) {
      const { rows } = await app.database.pool.query(`select from ${table} where user_id = $1`, [
        admin.id,
      ])
      expect(rows, table).toEqual([])
    }
  })
})
