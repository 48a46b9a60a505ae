import * as auth from '@raahi/contract/auth'
import {
  changePassword,
  forgotPassword,
  reSendOtp,
  verifyUserOtp,
} from '@raahi/contract/password-reset'
import { updateUser } from '@raahi/contract/update-user'
import { sql } from 'kysely'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { createJobQueue } from '../../platform/jobs/job-queue.ts'
import {
  factoryPassword,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeResetCode,
  makeResetTicket,
} from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { readMails, retryJobsNow, untilJobsDone, waitForMails } from '../../testing/mails.ts'
import { createTestApp, type TestAnswer, type TestApp, uniqueText } from '../../testing/test-app.ts'
import { requestResetCode } from './send-reset-code.ts'

const newPassword = 'A new password 1'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Requests a code and reads it from the `count`th mail to this address. */
async function askForCode(user: MadeUser, { from = app, count = 1 } = {}): Promise<number> {
  await from.call(forgotPassword, { body: { email: user.email } })
  const mails = await waitForMails(app.config, user.email, count)
  return codeIn(mails[count - 1])
}

/** The code is alone on its line. The name of a test agent can contain five digits too. */
const codeIn = (mail: Email | undefined) => Number(/^ *(\d{5})$/m.exec(mail?.text ?? '')?.[1])

const verify = (email: string, otp: number, from = app) =>
  from.call(verifyUserOtp, { body: { email, otp } })

function change(email: string, ticket: string | undefined, password = newPassword, from = app) {
  return from.call(changePassword, {
    ...(ticket && { headers: { cookie: `raahi_reset=${ticket}` } }),
    body: { email, newPassword: password, confirmNewPassword: password },
  })
}

const logIn = (email: string, password: string) =>
  app.call(auth.login, { body: { emailOrPhone: email, password } })

/** Moves every request of a user into the past by the given interval. */
async function letTimePass(user: MadeUser, interval: string) {
  await sql`update password_resets set requested_at = requested_at - ${interval}::interval,
    code_expires_at = code_expires_at - ${interval}::interval,
    ticket_expires_at = ticket_expires_at - ${interval}::interval
    where user_id = ${user.id}`.execute(app.db)
}

async function codesSentTo(user: MadeUser): Promise<number> {
  await untilJobsDone(app.database)
  return (await readMails(app.config, user.email)).length
}

const other = (code: number) => (code === 99_999 ? 10_000 : code + 1)

describe('a password reset', () => {
  test('exchanges the mailed code for a ticket and the ticket for a new password; every session ends and the owner is notified', async () => {
    const agent = await makeAgent(app.db)
    const code = await askForCode(agent)
    expect(code).toBeGreaterThanOrEqual(10_000)
    const verified = await verify(agent.email.toUpperCase(), code)
    expect(verified.message).toBe('OTP verified successfully!')
    const [cookie] = verified.cookies
    expect(cookie).toMatchObject({
      name: 'raahi_reset',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/api/auth',
      maxAge: 600,
    })
    const changed = await change(agent.email, cookie?.value)
    expect(changed).toMatchObject({ status: 200, message: 'Password changed successfully!' })
    expect(changed.cookies.map(({ name, value }) => [name, value])).toEqual([
      // The browser that reset the password is a known browser from now on.
      ['raahi_browser', expect.stringMatching(/^[\w-]{43}$/)],
      ['raahi_reset', ''],
      ['raahi_refresh', ''],
    ])

    expect((await app.as(agent).call(auth.me)).status).toBe(401)
    expect((await logIn(agent.email, factoryPassword)).status).toBe(401)
    expect((await logIn(agent.email, newPassword)).status).toBe(200)
    const [, notice] = await waitForMails(app.config, agent.email, 2)
    expect(notice?.subject).toBe('Your Raahi password was changed')
    expect(await auditEntries(agent)).toEqual([
      { action: 'user.reset-password', actor_id: agent.id, before: null, after: null },
    ])
  })

  test('stores neither the code nor the ticket nor the password in readable form', async () => {
    const agent = await makeAgent(app.db)
    const code = await askForCode(agent)
    const ticket = (await verify(agent.email, code)).cookies[0]?.value ?? ''
    const stored = await sql<{ row: string }>`
      select row_to_json(r)::text as row from password_resets r where user_id = ${agent.id}
      union all select row_to_json(j)::text from pgboss.job j where data->>'email' = ${agent.email}
      union all select row_to_json(l)::text from rate_limits l`.execute(app.db)
    expect(stored.rows.length).toBeGreaterThan(1)
    const text = stored.rows.map(({ row }) => row).join('\n')
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`))
    expect(text).not.toContain(ticket)
  })
})

test('logs nothing but a masked address', async () => {
  const own = await createTestApp()
  await own.app.close() // Only its database and folder are used.
  const lines: string[] = []
  const logged = await buildApp({
    runsTasks: false,
    config: { ...own.config, logLevel: 'trace' },
    database: own.database,
    logStream: { write: (line) => lines.push(line) },
  })
  const agent = await makeAgent(own.db)
  const { email } = agent
  const send = (url: string, payload: object, cookie = '') =>
    logged.inject({ method: 'POST', url, payload, headers: { cookie } })
  await send(forgotPassword.path, { email })
  const [mail] = await waitForMails(own.config, email)
  const code = codeIn(mail)
  await send(verifyUserOtp.path, { email, otp: other(code) })
  const ticket = (await send(verifyUserOtp.path, { email, otp: code })).cookies[0]?.value ?? ''
  const passwords = { newPassword, confirmNewPassword: newPassword }
  const cookie = `raahi_reset=${ticket}`
  expect((await send(changePassword.path, { email, ...passwords }, cookie)).statusCode).toBe(200)
  await waitForMails(own.config, email, 2)
  await untilJobsDone(own.database)
  const logText = lines.join('')
  expect(logText.match(/"msg":"mail sent"/g)).toHaveLength(2)
  expect(logText).toContain(`${email[0]}…@`)
  for (const secret of [email, ticket, newPassword, agent.name, `:${code}`, ` ${code} `]) {
    expect(logText).not.toContain(secret)
  }
  await logged.close()
  await own.close()
})

async function auditEntries(user: MadeUser) {
  return app.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', user.id)
    .execute()
}

describe('sending codes', () => {
  test('waits 30 seconds between two codes over both endpoints, and a new code replaces the old one', async () => {
    const agent = await makeAgent(app.db)
    const first = await askForCode(agent)
    for (const call of [forgotPassword, reSendOtp]) {
      expect((await app.call(call, { body: { email: agent.email } })).status).toBe(200)
    }
    expect(await codesSentTo(agent)).toBe(1)

    await letTimePass(agent, '31 seconds')
    const resent = await app.call(reSendOtp, { body: { email: agent.email } })
    expect(resent.message).toBe('OTP resent successfully!')
    const mails = await waitForMails(app.config, agent.email, 2)
    const second = codeIn(mails[1])
    if (first !== second) expect((await verify(agent.email, first)).code).toBe('INVALID_OTP')
    expect((await verify(agent.email, second)).status).toBe(200)
  })

  test('is limited to five codes an hour and ten a day, over all instances', async () => {
    const agent = await makeAgent(app.db)
    const restarted = await app.another()
    for (let count = 1; count <= 5; count += 1) {
      await askForCode(agent, { from: count % 2 ? app : restarted, count })
      await letTimePass(agent, '1 minute')
    }
    await restarted.call(forgotPassword, { body: { email: agent.email } })
    expect(await codesSentTo(agent)).toBe(5)

    await letTimePass(agent, '1 hour')
    for (let count = 6; count <= 10; count += 1) {
      await askForCode(agent, { from: restarted, count })
      await letTimePass(agent, '1 minute')
    }
    await letTimePass(agent, '1 hour')
    await app.call(forgotPassword, { body: { email: agent.email } })
    expect(await codesSentTo(agent)).toBe(10)

    await letTimePass(agent, '1 day')
    await askForCode(agent, { count: 11 })
    await restarted.close()
  })

  test('sends one code for twenty concurrent requests', async () => {
    const agent = await makeAgent(app.db)
    const body = { email: agent.email }
    await Promise.all(Array.from({ length: 20 }, () => app.call(forgotPassword, { body })))
    await waitForMails(app.config, agent.email)
    expect(await codesSentTo(agent)).toBe(1)
  })

  test('drops a request that waited ten minutes, and a late request does not end a newer code', async () => {
    const [agent, patient] = [await makeAgent(app.db), await makeAgent(app.db)]
    const code = await askForCode(patient)
    const jobs = createJobQueue(app.database, app.app.log)
    for (const [{ email }, age] of [
      [agent, '10 minutes'],
      [patient, '1 minute'],
    ] as const) {
      await app.db.transaction().execute(async (tx) => {
        await requestResetCode(jobs, tx, email)
        await sql`update pgboss.job set created_on = now() - ${age}::interval
          where data->>'email' = ${email} and state = 'created'`.execute(tx)
      })
    }
    expect(await codesSentTo(agent)).toBe(0)
    expect(await codesSentTo(patient)).toBe(1)
    expect((await verify(patient.email, code)).status).toBe(200)
    await jobs.stop()
  })

  test('sends no code to a suspended account', async () => {
    const agent = await makeAgent(app.db)
    await sql`update users set status = 'suspended' where id = ${agent.id}`.execute(app.db)
    await app.call(forgotPassword, { body: { email: agent.email } })
    expect(await codesSentTo(agent)).toBe(0)
  })

  test('sends a different code when a mail is retried, and counts the request once', async () => {
    const { promise: never } = Promise.withResolvers<void>()
    const unreachable = await startMailServer({ onMail: () => never })
    const own = await createTestApp({ overrides: { smtpUrl: unreachable.url } })
    const agent = await makeAgent(own.db)
    await own.call(forgotPassword, { body: { email: agent.email } })
    await vi.waitFor(() => expect(unreachable.mails).toHaveLength(1), { timeout: 10_000 })
    await unreachable.stop()
    const server = await startMailServer({ port: unreachable.port })
    await vi.waitFor(
      async () => {
        await retryJobsNow(own.database)
        expect(server.mails).toHaveLength(1)
      },
      { timeout: 20_000, interval: 100 },
    )
    const [first, second] = [unreachable, server].map(({ mails }) => codeIn(mails[0]))
    if (first !== second) expect((await verify(agent.email, first ?? 0, own)).status).toBe(400)
    expect((await verify(agent.email, second ?? 0, own)).status).toBe(200)
    expect(await own.db.selectFrom('password_resets').select('user_id').execute()).toHaveLength(1)
    await own.close()
    await server.stop()
  })

  test('is also limited per client address, except for addresses that the settings allow', async () => {
    const strict = await app.another({ rateLimitAllow: ['127.0.0.2'] })
    const ask = (remoteAddress: string) =>
      strict.call(forgotPassword, { body: { email: 'unknown@raahi.example' }, remoteAddress })
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask('192.0.2.1')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await ask('127.0.0.2')).status).toBe(200)
    await strict.close()
  })
})

describe('code guessing', () => {
  test('stops after five of a hundred concurrent guesses, and then the correct code is rejected too', async () => {
    const agent = await makeAgent(app.db)
    const code = await makeResetCode(app.database, agent)
    const guesses = Array.from(
      { length: 100 },
      (_, at) => 10_000 + ((code - 10_000 + 1 + at) % 90_000),
    )
    const answers = await Promise.all(guesses.map((guess) => verify(agent.email, guess)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['INVALID_OTP']))
    const { tries } = await app.db
      .selectFrom('password_resets')
      .select('tries')
      .where('user_id', '=', agent.id)
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect((await verify(agent.email, code)).code).toBe('INVALID_OTP')
  })

  test('accepts the correct code as the fifth attempt, on another instance too', async () => {
    const agent = await makeAgent(app.db)
    const code = await makeResetCode(app.database, agent)
    const restarted = await app.another()
    for (let wrong = 1; wrong <= 4; wrong += 1) {
      const from = wrong % 2 ? app : restarted
      expect((await verify(agent.email, other(code), from)).status).toBe(400)
    }
    expect((await verify(agent.email, code, restarted)).status).toBe(200)
    await restarted.close()
  })

  test('exchanges a code once: one of ten concurrent requests gets a ticket', async () => {
    const agent = await makeAgent(app.db)
    const code = await makeResetCode(app.database, agent)
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(agent.email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    ['after ten minutes', (agent: MadeUser) => letTimePass(agent, '10 minutes')],
    [
      'of an account that was suspended meanwhile',
      (agent: MadeUser) =>
        sql`update users set status = 'suspended' where id = ${agent.id}`.execute(app.db),
    ],
    [
      'of an account whose email was changed meanwhile',
      async (agent: MadeUser) => {
        agent.email = `${uniqueText()}@raahi.example`
        await sql`update users set email = ${agent.email} where id = ${agent.id}`.execute(app.db)
      },
    ],
  ])('a code is rejected %s', async (_, meanwhile) => {
    const agent = await makeAgent(app.db)
    const code = await makeResetCode(app.database, agent)
    await meanwhile(agent)
    expect((await verify(agent.email, code)).code).toBe('INVALID_OTP')
  })

  test('rejects the code of another account', async () => {
    const [agent, thief] = [await makeAgent(app.db), await makeAgent(app.db)]
    const code = await makeResetCode(app.database, thief)
    const ofAgent = await makeResetCode(app.database, agent)
    if (code !== ofAgent) expect((await verify(agent.email, code)).code).toBe('INVALID_OTP')
  })
})

describe('account enumeration', () => {
  test('asking for a code gives the same response after the same work for known, suspended and unknown addresses', async () => {
    const [agent, suspended] = [await makeAgent(app.db), await makeAgent(app.db)]
    await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(app.db)
    for (const call of [forgotPassword, reSendOtp]) {
      const answers = []
      for (const email of [agent.email, suspended.email, `${uniqueText()}@raahi.example`]) {
        answers.push(comparableParts(await app.call(call, { body: { email } })))
      }
      expect(new Set(answers).size).toBe(1)
    }
    // A request only queues one job; the rest happens after the response.
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from pgboss.job where data->>'email' = ${suspended.email}`.execute(
      app.db,
    )
    expect(rows[0]?.n).toBe(2)
  })

  test('a wrong code gives the same response, with one write each', async () => {
    const [agent, suspended, idle] = [
      await makeAgent(app.db),
      await makeAgent(app.db),
      await makeAgent(app.db),
    ]
    const code = await makeResetCode(app.database, agent)
    await makeResetCode(app.database, suspended)
    await sql`update users set status = 'suspended' where id = ${suspended.id}`.execute(app.db)
    await untilJobsDone(app.database) // Jobs of other tests write too.
    const answers: string[] = []
    for (const { email } of [agent, suspended, idle, { email: `${uniqueText()}@raahi.example` }]) {
      const before = new Set(await rowVersions())
      answers.push(comparableParts(await verify(email, other(code))))
      expect((await rowVersions()).filter((row) => !before.has(row))).toHaveLength(1)
    }
    expect(new Set(answers).size).toBe(1)
  })
})

/** Returns the parts of a response that a client can compare, without those that differ in every response. */
function comparableParts({
  status,
  text,
  headers,
}: Pick<TestAnswer<typeof verifyUserOtp>, 'status' | 'text' | 'headers'>): string {
  const { date, 'x-request-id': requestId, ...rest } = headers
  expect([date, requestId]).toEqual([expect.any(String), expect.any(String)])
  return JSON.stringify([status, text, rest])
}

/** The current version of every row that an attempt can write. */
async function rowVersions(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select id::text || xmin as row from password_resets
    union all select key || xmin from rate_limits where key like 'otp decoy%'`.execute(app.db)
  return rows.map(({ row }) => row)
}

describe('the reset ticket', () => {
  test('is required, and must belong to the account', async () => {
    const [agent, thief] = [await makeAgent(app.db), await makeAgent(app.db)]
    const ofThief = await makeResetTicket(app.database, thief)
    for (const ticket of [undefined, 'x'.repeat(43), ofThief]) {
      expect(await change(agent.email, ticket)).toMatchObject({
        status: 401,
        code: 'RESET_NOT_ALLOWED',
        message: 'Failed to change password. Please try again.',
      })
    }
    expect((await logIn(agent.email, factoryPassword)).status).toBe(200)
    // The failed attempt did not use up the ticket.
    expect((await change(thief.email, ofThief)).status).toBe(200)
  })

  test('is used up only by a success, and then for good', async () => {
    const agent = await makeAgent(app.db)
    const ticket = await makeResetTicket(app.database, agent)
    const mismatch = await app.call(changePassword, {
      headers: { cookie: `raahi_reset=${ticket}` },
      body: { email: agent.email, newPassword, confirmNewPassword: 'Another 123' },
    })
    expect(mismatch.fieldErrors).toEqual({ confirmNewPassword: 'Passwords do not match.' })
    expect((await change(agent.email, ticket, 'short')).status).toBe(400)
    expect((await change(agent.email, ticket)).status).toBe(200)
    expect((await change(agent.email, ticket, 'Yet another 1')).code).toBe('RESET_NOT_ALLOWED')
    expect((await logIn(agent.email, newPassword)).status).toBe(200)
  })

  test('lets one of several concurrent requests succeed, and its password applies', async () => {
    const agent = await makeAgent(app.db)
    const tickets = [
      await makeResetTicket(app.database, agent),
      await makeResetTicket(app.database, agent),
    ]
    const attempts = Array.from({ length: 8 }, (_, at) => ({
      password: `Password number ${at}`,
      ticket: tickets[at % 2],
    }))
    const answers = await Promise.all(
      attempts.map(({ ticket, password }) => change(agent.email, ticket, password)),
    )
    const winners = attempts.filter((_, at) => answers[at]?.status === 200)
    expect(winners).toHaveLength(1)
    expect((await logIn(agent.email, winners[0]?.password ?? '')).status).toBe(200)
    expect(await auditEntries(agent)).toHaveLength(1)
  })

  test('expires after ten minutes', async () => {
    const agent = await makeAgent(app.db)
    const ticket = await makeResetTicket(app.database, agent)
    await letTimePass(agent, '10 minutes')
    expect((await change(agent.email, ticket)).code).toBe('RESET_NOT_ALLOWED')
  })

  test('is invalid after the email of the account has changed', async () => {
    const [admin, agent] = [await makeAdmin(app.db), await makeAgent(app.db)]
    const ticket = await makeResetTicket(app.database, agent)
    const code = await makeResetCode(app.database, agent)
    const email = `${uniqueText()}@raahi.example`
    const body = { userId: agent.id, name: agent.name, email }
    expect((await app.as(admin).call(updateUser, { body })).status).toBe(200)
    for (const address of [email, agent.email]) {
      expect((await change(address, ticket)).code).toBe('RESET_NOT_ALLOWED')
      expect((await verify(address, code)).code).toBe('INVALID_OTP')
    }
    expect((await logIn(email, factoryPassword)).status).toBe(200)
  })

  test('is invalid after the account was suspended', async () => {
    const agent = await makeAgent(app.db)
    const ticket = await makeResetTicket(app.database, agent)
    await sql`update users set status = 'suspended' where id = ${agent.id}`.execute(app.db)
    expect((await change(agent.email, ticket)).code).toBe('RESET_NOT_ALLOWED')
    await sql`update users set status = 'active' where id = ${agent.id}`.execute(app.db)
    expect((await logIn(agent.email, factoryPassword)).status).toBe(200)
  })

  test('is not accepted from a foreign site', async () => {
    const agent = await makeAgent(app.db)
    const ticket = await makeResetTicket(app.database, agent)
    const headers = { cookie: `raahi_reset=${ticket}`, origin: 'https://evil.example' }
    const body = { email: agent.email, newPassword, confirmNewPassword: newPassword }
    const refused = await app.call(changePassword, { headers, body })
    expect(refused.code).toBe('ORIGIN_NOT_ALLOWED')
    expect((await change(agent.email, ticket)).status).toBe(200)
  })
})
