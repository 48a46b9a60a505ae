import { login, me, sessionOf } from '@raahi/contract/auth'
import { changeOwnPassword } from '@raahi/contract/profile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tally } from '../../testing/expect-invariants.ts'
import { factoryPassword, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const newPassword = 'an even longer one'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

function change(by: { token: string }, body: object = {}) {
  return app.as(by).call(changeOwnPassword, {
    body: {
      currentPassword: factoryPassword,
      newPassword,
      confirmNewPassword: newPassword,
      ...body,
    },
  })
}

function logIn(user: MadeUser, password: string) {
  return app.call(login, { body: { emailOrPhone: user.email, password } })
}

const isIn = async (session: { token: string }) => (await app.as(session).call(me)).status === 200

describe('changing the own password', () => {
  it('needs the current one: the new one logs in, other sessions end, the owner is notified', async () => {
    const agent = await makeAgent(app.db)
    const { data } = await logIn(agent, factoryPassword)
    const elsewhere = { token: sessionOf(data).accessToken }
    const answer = await change(agent)
    expect([answer.status, answer.message]).toEqual([200, 'Password changed successfully!'])
    expect([await isIn(agent), await isIn(elsewhere)]).toEqual([true, false])
    expect((await logIn(agent, factoryPassword)).status).toBe(401)
    expect((await logIn(agent, newPassword)).status).toBe(200)
    const [mail] = await waitForMails(app.config, agent.email)
    expect(mail?.subject).toBe('Your Raahi password was changed')
    for (const part of [mail?.html, mail?.text]) expect(part).not.toContain(newPassword)
    const entries = await app.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'before', 'after'])
      .where('subject_id', '=', agent.id)
      .execute()
    expect(entries).toEqual([
      { actor_id: agent.id, action: 'user.change-password', before: null, after: null },
    ])
  })

  it('reports errors with the messages of the form', async () => {
    const admin = await makeAdmin(app.db)
    const wrong = await change(admin, { currentPassword: 'not this one' })
    expect([wrong.status, wrong.code, wrong.fieldErrors]).toEqual([
      400,
      'CURRENT_PASSWORD_WRONG',
      { currentPassword: 'This is not your current password.' },
    ])
    const differ = await change(admin, { confirmNewPassword: 'another' })
    expect(differ.fieldErrors).toEqual({ confirmNewPassword: 'Passwords do not match.' })
    const short = await change(admin, { newPassword: 'short', confirmNewPassword: 'short' })
    expect(short.fieldErrors).toEqual({ newPassword: 'Use at least 8 characters.' })
    const empty = await change(admin, { newPassword: '', confirmNewPassword: '' })
    expect(empty.fieldErrors).toMatchObject({
      newPassword: 'Please fill in both password fields.',
      confirmNewPassword: 'Please fill in both password fields.',
    })
    for (const extra of [{ userId: admin.id }, { email: admin.email }]) {
      expect((await change(admin, extra)).status).toBe(400)
    }
    expect((await logIn(admin, factoryPassword)).status).toBe(200)
  })

  it('stores a password exactly as typed', async () => {
    const agent = await makeAgent(app.db)
    const spaced = '  spaced out  '
    await change(agent, { newPassword: spaced, confirmNewPassword: spaced })
    expect((await logIn(agent, spaced.trim())).status).toBe(401)
    expect((await logIn(agent, spaced)).status).toBe(200)
  })

  it('succeeds for one of two concurrent requests with the same current password', async () => {
    const agent = await makeAgent(app.db)
    const passwords = ['the first one', 'the second one', 'the third one']
    const answers = await Promise.all(
      passwords.map((password) =>
        change(agent, { newPassword: password, confirmNewPassword: password }),
      ),
    )
    expect(tally(answers.map(({ code, status }) => code ?? status))).toEqual({
      200: 1,
      CURRENT_PASSWORD_WRONG: 2,
    })
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await logIn(agent, winner)).status).toBe(200)
  })

  it('allows 50 attempts in a session, and the correct password while strangers guess at the login', async () => {
    const agent = await makeAgent(app.db)
    for (let batch = 0; batch < 3; batch += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => logIn(agent, `guess ${batch * 20 + n}`)),
      )
    }
    expect((await logIn(agent, factoryPassword)).status).toBe(429)
    const answers: { code: string | undefined }[] = []
    for (let batch = 0; batch < 3; batch += 1) {
      const guesses = Array.from({ length: 18 }, (_, n) =>
        change(agent, { currentPassword: `guess ${batch * 18 + n}` }),
      )
      answers.push(...(await Promise.all(guesses)))
    }
    expect(tally(answers.map(({ code }) => code))).toEqual({
      CURRENT_PASSWORD_WRONG: 50,
      TOO_MANY_REQUESTS: 4,
    })
    const another = await makeAgent(app.db)
    await Promise.all(Array.from({ length: 50 }, (_, n) => logIn(another, `guess ${n}`)))
    expect((await change(another)).status).toBe(200)
  })
})
