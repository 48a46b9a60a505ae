import { login, me, refresh, session } from '@raahi/contract/auth'
import { changePassword } from '@raahi/contract/password-reset'
import { changeOwnPassword, endOwnSessions } from '@raahi/contract/profile'
import { verifyTwoFactor } from '@raahi/contract/two-factor'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  factoryPassword,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeResetTicket,
} from '../../testing/factories.ts'
import { readMails, untilJobsDone, waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  allowUsedCodes,
  codeOf,
  freshCode,
  giveTwoFactor,
  makeChallenge,
  openLogin,
} from '../../testing/two-factor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const verify = (challenge: string, code: string | undefined, on: TestApp = app) =>
  on.call(verifyTwoFactor, { body: { challenge, code } })

async function makeGuarded(): Promise<MadeUser & { key: string; recoveryCodes: string[] }> {
  const admin = await makeAdmin(app.db)
  return { ...admin, ...(await giveTwoFactor(app, admin)) }
}

const countSessions = async ({ id }: MadeUser) =>
  (await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length

describe('a login with two-factor login', () => {
  it('answers the password with a challenge and no token', async () => {
    const admin = await makeGuarded()
    const body = { emailOrPhone: admin.email, password: factoryPassword }
    const answer = await app.call(login, { body })
    expect(answer.status).toBe(200)
    const minutes = (text: string) => (Date.parse(text) - Date.now()) / 60_000
    expect(answer.data).toEqual({
      twoFactor: { challenge: expect.stringMatching(/^[\w-]{43}$/), expiresAt: expect.any(String) },
    })
    const expiresAt = 'twoFactor' in answer.data ? answer.data.twoFactor.expiresAt : ''
    expect(minutes(expiresAt)).toBeGreaterThan(4)
    expect(minutes(expiresAt)).toBeLessThanOrEqual(5)
    expect(answer.cookies).toEqual([])
    expect(answer.headers['cache-control']).toBe('no-store')
    const wrong = await app.call(login, { body: { ...body, password: 'guess' } })
    expect(wrong.code).toBe('INVALID_CREDENTIALS')
  })

  it('of a user without a second factor is unchanged', async () => {
    for (const user of [await makeAgent(app.db), await makeAdmin(app.db)]) {
      const body = { emailOrPhone: user.email, password: factoryPassword }
      const answer = await app.call(login, { body })
      expect(Object.keys(JSON.parse(answer.text))).toEqual(['success', 'data'])
      expect(Object.keys(answer.data)).toEqual(['user', 'accessToken', 'accessTokenExpiresAt'])
    }
  })

  it('creates a session for a correct code, which can be renewed', async () => {
    const admin = await makeGuarded()
    const answer = await verify(await openLogin(app, admin), codeOf(admin.key))
    expect(session.parse(answer.data).user._id).toBe(admin.id)
    expect((await app.as({ token: answer.data.accessToken }).call(me)).status).toBe(200)
    const cookie = answer.cookies.find(({ name }) => name === 'raahi_refresh')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 8 * 60 * 60 })
    const headers = { cookie: `raahi_refresh=${cookie?.value}` }
    expect((await app.call(refresh, { headers })).status).toBe(200)
  })

  it('accepts a code with spaces, and a code of the previous or next time step, but of no other step', async () => {
    const admin = await makeGuarded()
    for (const [steps, status] of [
      [-3, 400],
      [3, 400],
      [-1, 200],
      [0, 200],
    ] as const) {
      // The step must not end between the calculation of the code and its check.
      const stepMs = 30_000
      const isEarly = () => expect(stepMs - (Date.now() % stepMs)).toBeGreaterThan(5000)
      await vi.waitFor(isEarly, { timeout: 10_000 })
      const code = codeOf(admin.key, steps)
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`
      expect((await verify(await makeChallenge(app, admin), typed)).status, `${steps}`).toBe(status)
    }
  })

  it('gives the same response for a wrong code, a used one, an older one and a used recovery code', async () => {
    const admin = await makeGuarded()
    const used = codeOf(admin.key)
    expect((await verify(await makeChallenge(app, admin), used)).status).toBe(200)
    const [recovery] = admin.recoveryCodes
    expect((await verify(await makeChallenge(app, admin), recovery)).status).toBe(200)
    const wrong = [
      `${'0000-'.repeat(5)}0000`,
      recovery,
      used,
      codeOf(admin.key, -1),
      codeOf(admin.key, 7),
    ]
    const challenge = await makeChallenge(app, admin)
    const answers = []
    for (const code of wrong) answers.push(await verify(challenge, code))
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([400, answers[0]?.text])
      expect(answer.fieldErrors).toEqual({ code: 'This code is wrong or has already been used.' })
      expect(answer.cookies).toEqual([])
    }
  })

  it('with a recovery code notifies the owner, with the number of remaining codes', async () => {
    const admin = await makeGuarded()
    const typed = admin.recoveryCodes[4]?.toLowerCase().replaceAll('-', ' ')
    expect((await verify(await makeChallenge(app, admin), typed)).status).toBe(200)
    const [mail] = await waitForMails(app.config, admin.email)
    expect(mail?.subject).toBe('A recovery code was used to log in to Raahi')
    expect(mail?.text).toContain('Recovery codes left: 9')
    const entry = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'after', 'ip'])
      .where('action', '=', 'user.use-recovery-code')
      .where('subject_id', '=', admin.id)
      .executeTakeFirst()
    expect(entry).toEqual({ actor_id: admin.id, after: { codesLeft: 9 }, ip: '127.0.0.1' })
  })
})

describe('a challenge', () => {
  it('creates one session', async () => {
    const admin = await makeGuarded()
    const challenge = await makeChallenge(app, admin)
    expect((await verify(challenge, admin.recoveryCodes[0])).status).toBe(200)
    const again = await verify(challenge, admin.recoveryCodes[1])
    expect([again.status, again.code]).toEqual([401, 'LOGIN_ENDED'])
    const made = await verify('A'.repeat(43), admin.recoveryCodes[1])
    expect(made.text).toBe(again.text)
    // The rejected requests consumed no code.
    expect((await verify(await makeChallenge(app, admin), admin.recoveryCodes[1])).status).toBe(200)
  })

  it('allows five attempts, also concurrent ones on several instances', async () => {
    const admin = await makeGuarded()
    const other = await app.another()
    const challenge = await makeChallenge(app, admin)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        verify(challenge, `${'0000-'.repeat(5)}0000`, n % 2 ? app : other),
      ),
    )
    expect(answers.filter(({ code }) => code === 'WRONG_CODE')).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'LOGIN_ENDED')).toHaveLength(7)
    expect((await verify(challenge, codeOf(admin.key))).code).toBe('LOGIN_ENDED')
    await other.close()
  })

  it('without attempts left notifies the owner once a day, because another person knows the password', async () => {
    const admin = await makeGuarded()
    for (let logins = 0; logins < 2; logins += 1) {
      const challenge = await makeChallenge(app, admin)
      for (let tries = 0; tries < 5; tries += 1) await verify(challenge, `${'0000-'.repeat(5)}0000`)
    }
    await untilJobsDone(app.database)
    const mails = await readMails(app.config, admin.email)
    const subjects = mails.map(({ subject }) => subject)
    expect(subjects).toEqual(['Someone knows your Raahi password'])
  })

  it('expires after five minutes', async () => {
    const admin = await makeGuarded()
    const challenge = await makeChallenge(app, admin)
    await sql`update login_challenges set expires_at = now() - interval '1 millisecond'`.execute(
      app.db,
    )
    expect((await verify(challenge, codeOf(admin.key))).code).toBe('LOGIN_ENDED')
  })

  it('ends with a password reset, a password change, a suspension and logging out everywhere', async () => {
    const otherAdmin = await makeAdmin(app.db)
    const password = 'another password'
    const changed = { newPassword: password, confirmNewPassword: password }
    const ends: ((admin: MadeUser) => Promise<{ status: number }>)[] = [
      async (admin) =>
        app.call(changePassword, {
          headers: { cookie: `raahi_reset=${await makeResetTicket(app.database, admin)}` },
          body: { email: admin.email, ...changed },
        }),
      (admin) =>
        app.as(admin).call(changeOwnPassword, {
          body: { currentPassword: factoryPassword, ...changed },
        }),
      ({ id: userId }) =>
        app
          .as(otherAdmin)
          .call(suspendUser, { params: { userId }, query: { status: 'suspended' } }),
      (admin) => app.as(admin).call(endOwnSessions),
    ]
    for (const end of ends) {
      const admin = await makeGuarded()
      const challenge = await makeChallenge(app, admin)
      expect((await end(admin)).status).toBe(200)
      expect((await verify(challenge, codeOf(admin.key))).code).toBe('LOGIN_ENDED')
      // A password reset does not remove the app.
      const { rows } = await sql`select from two_factor where user_id = ${admin.id}`.execute(app.db)
      expect(rows).toHaveLength(1)
    }
  })
})

describe('twenty concurrent logins', () => {
  it.each(['a code of the app', 'a recovery code'])('with %s create one session', async (kind) => {
    const admin = await makeGuarded()
    const other = await app.another()
    const challenges = await Promise.all(
      Array.from({ length: 20 }, () => makeChallenge(app, admin)),
    )
    const before = await countSessions(admin)
    const code = kind === 'a recovery code' ? admin.recoveryCodes[2] : codeOf(admin.key)
    const answers = await Promise.all(
      challenges.map((challenge, n) => verify(challenge, code, n % 2 ? app : other)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { code: why } of refused) expect(['WRONG_CODE', 'TOO_MANY_REQUESTS']).toContain(why)
    expect(await countSessions(admin)).toBe(before + 1)
    await other.close()
  })

  it('of one challenge, each with a valid code, create one session', async () => {
    const admin = await makeGuarded()
    const challenge = await makeChallenge(app, admin)
    const before = await countSessions(admin)
    const answers = await Promise.all(
      admin.recoveryCodes.slice(0, 5).map((code) => verify(challenge, code)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await countSessions(admin)).toBe(before + 1)
    const { rows } = await sql`
      select from recovery_codes where user_id = ${admin.id} and used_at is not null`.execute(
      app.db,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('guessing codes', () => {
  it('in a browser that passed the second factor before has a separate count', async () => {
    const admin = await makeGuarded()
    const first = await verify(await makeChallenge(app, admin), codeOf(admin.key))
    const token = first.cookies.find(({ name }) => name === 'raahi_browser')?.value
    for (let n = 0; n < 2; n += 1) {
      const challenge = await makeChallenge(app, admin)
      for (let guess = 1; guess <= 5; guess += 1)
        await verify(challenge, codeOf(admin.key, 50 + guess))
    }
    const unknown = await verify(await makeChallenge(app, admin), await freshCode(app, admin.key))
    expect(unknown.code).toBe('TOO_MANY_REQUESTS')
    const known = await app.call(verifyTwoFactor, {
      body: { challenge: await makeChallenge(app, admin), code: await freshCode(app, admin.key) },
      headers: { cookie: `raahi_browser=${token}` },
    })
    expect(known.status).toBe(200)
  })

  it('is stopped after ten wrong codes of an account, over all logins; the owner can still use recovery codes', async () => {
    const admin = await makeGuarded()
    const bystander = await makeGuarded()
    const answers = []
    for (let n = 0; n < 4; n += 1) {
      const challenge = await makeChallenge(app, admin)
      const guesses = [1, 2, 3].map((guess) => verify(challenge, codeOf(admin.key, 50 + guess)))
      answers.push(...(await Promise.all(guesses)))
    }
    expect(answers.filter(({ code }) => code === 'WRONG_CODE')).toHaveLength(10)
    expect(answers.filter(({ code }) => code === 'TOO_MANY_REQUESTS')).toHaveLength(2)
    const right = await verify(await makeChallenge(app, admin), await freshCode(app, admin.key))
    expect([right.status, right.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(60)
    expect((await verify(await makeChallenge(app, admin), admin.recoveryCodes[0])).status).toBe(200)
    await allowUsedCodes(app)
    expect((await verify(await makeChallenge(app, bystander), codeOf(bystander.key))).status).toBe(
      200,
    )
  })

  it('notifies the owner even if no login runs out of attempts', async () => {
    const admin = await makeGuarded()
    const subjects = async () => {
      await untilJobsDone(app.database)
      return (await readMails(app.config, admin.email)).map(({ subject }) => subject)
    }
    const guess = async () => verify(await makeChallenge(app, admin), codeOf(admin.key, 50))
    for (let n = 0; n < 10; n += 1) expect((await guess()).code).toBe('WRONG_CODE')
    expect(await subjects()).toEqual([])
    for (let n = 0; n < 2; n += 1) expect((await guess()).code).toBe('TOO_MANY_REQUESTS')
    expect(await subjects()).toEqual(['Someone knows your Raahi password'])
  })

  it('is stopped after thirty wrong codes a day, and correct codes do not count', async () => {
    const admin = await makeGuarded()
    for (let n = 0; n < 12; n += 1) {
      const code = await freshCode(app, admin.key)
      expect((await verify(await makeChallenge(app, admin), code)).status).toBe(200)
    }
    const nextWindow = () =>
      sql`delete from rate_limits where key like 'codes of %'`.execute(app.db)
    const seen: (string | undefined)[] = []
    for (let n = 0; n < 32; n += 1) {
      if (n % 10 === 0) await nextWindow()
      seen.push((await verify(await makeChallenge(app, admin), codeOf(admin.key, 50 + n))).code)
    }
    expect(seen.slice(0, 30)).toEqual(Array(30).fill('WRONG_CODE'))
    expect(seen.slice(30)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  })
})
