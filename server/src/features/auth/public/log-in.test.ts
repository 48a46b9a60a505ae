import { login, sessionOf } from '@raahi/contract/auth'
import { listLeads } from '@raahi/contract/leads'
import { changePassword } from '@raahi/contract/password-reset'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  factoryPassword,
  type MadeUser,
  makeAgent,
  makeLeads,
  makeResetTicket,
} from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

function tryLogin(emailOrPhone: string, password = factoryPassword, remoteAddress = '127.0.0.1') {
  return app.call(login, { body: { emailOrPhone, password }, remoteAddress })
}

describe('login', () => {
  it('accepts the email and the phone number in any form', async () => {
    const agent = await makeAgent(app.db, { email: 'case@example.com', phone: '+919876543210' })
    for (const name of [
      'Case@Example.com',
      '  CASE@EXAMPLE.COM ',
      'c\u00ada\u200bſe＠example。com',
      '9876543210',
      '09876543210',
      '+91 98765-43210',
      '(98765) 43210',
      '+91 098765 43210',
      '+91 (0) 98765 43210',
      '0091 98765 43210',
      '919876543210',
      '\u202a98765 43210\u202c',
      '९८७६५ ४३२१०',
      '９８７６５４３２１０',
    ]) {
      const answer = await tryLogin(name)
      expect(sessionOf(answer.data).user._id, name).toBe(agent.id)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })

  it('serves concurrent logins of one account', async () => {
    const agent = await makeAgent(app.db)
    for (const round of ['the first logins', 'later logins']) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => tryLogin(agent.email)))
      expect(
        answers.map(({ status }) => status),
        round,
      ).toEqual(Array(10).fill(200))
    }
  })

  it('compares the password exactly as typed', async () => {
    const agent = await makeAgent(app.db)
    expect((await tryLogin(agent.email, ` ${factoryPassword}`)).status).toBe(401)
    expect((await tryLogin(agent.email, `${factoryPassword} `)).status).toBe(401)
    expect((await tryLogin(agent.email, factoryPassword.toUpperCase())).status).toBe(401)
  })

  it('gives the same response for an unknown account, a suspended account and a wrong password', async () => {
    const agent = await makeAgent(app.db)
    const suspended = await makeAgent(app.db, { status: 'suspended' })
    const answers = [
      await tryLogin(agent.email, 'wrong password'),
      await tryLogin('unknown@example.com'),
      await tryLogin('+919999999999'),
      await tryLogin('neither email nor phone'),
      await tryLogin(suspended.email),
      await tryLogin(suspended.phone),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.text).toBe(answers[0]?.text)
      expect(answer.message).toBe('Invalid email or password')
      expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
      expect(answer.cookies).toEqual([])
    }
  })

  it('requires both fields and rejects any other field', async () => {
    const missing = await app.call(login, { body: {} })
    expect(missing.status).toBe(400)
    expect(missing.fieldErrors).toEqual({
      emailOrPhone: 'Email or phone is required',
      password: 'Password is required',
    })
    const extra = await app.call(login, {
      body: { emailOrPhone: 'a@example.com', password: 'x', role: 'admin' },
    })
    expect(extra.fieldErrors).toEqual({ role: 'This field is not recognised.' })
    const asText = await app.call(login, {
      body: JSON.stringify({ emailOrPhone: 'a@example.com', password: 'x' }),
      headers: { 'content-type': 'text/plain' },
    })
    expect(asText.status).toBe(415)
  })

  it('rejects an object in place of a text', async () => {
    const answer = await app.call(login, {
      body: { emailOrPhone: { $gt: '' }, password: { length: 9 } },
    })
    expect(answer.status).toBe(400)
  })

  it('stores neither the password nor a token in readable form', async () => {
    const agent = await makeAgent(app.db)
    const { data } = await tryLogin(agent.email)
    const stored = await app.db.selectFrom('session_tokens').selectAll().execute()
    const texts = stored.map(({ token_hash }) => token_hash.toString('base64url'))
    expect(texts).not.toContain(sessionOf(data).accessToken)
    expect(texts.every((text) => Buffer.from(text, 'base64url').length === 32)).toBe(true)
  })
})

describe('password guessing', () => {
  it('is stopped after 20 attempts a minute from one address, over all instances', async () => {
    const agent = await makeAgent(app.db)
    const other = await app.another()
    const guess = (n: number) =>
      (n % 2 ? app : other).call(login, {
        body: { emailOrPhone: `unknown${n}@example.com`, password: 'guess' },
        remoteAddress: '198.51.100.9',
      })
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(n)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(30)
    for (const { code, headers } of refused) {
      expect(code).toBe('TOO_MANY_REQUESTS')
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    await other.close()

    // The count survives a restart; other addresses are not limited.
    const restarted = await app.another()
    const right = { emailOrPhone: agent.email, password: factoryPassword }
    const again = await restarted.call(login, { body: right, remoteAddress: '198.51.100.9' })
    expect(again.status).toBe(429)
    const elsewhere = await restarted.call(login, { body: right, remoteAddress: '198.51.100.10' })
    expect(elsewhere.status).toBe(200)
    await restarted.close()
  })

  it('is stopped after 50 wrong passwords of one account, from any number of addresses at once', async () => {
    const agent = await makeAgent(app.db)
    const bystander = await makeAgent(app.db)
    const spellings = [agent.email, agent.email.toUpperCase(), `\u200b${agent.email}`]
    const answers = []
    for (let round = 0; round < 2; round += 1) {
      const guesses = Array.from({ length: 30 }, (_, n) =>
        tryLogin(spellings[n % 3] ?? '', 'guess', `203.0.113.${round * 30 + n}`),
      )
      answers.push(...(await Promise.all(guesses)))
    }
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await tryLogin(agent.email)).status).toBe(429)
    expect((await tryLogin(bystander.email)).status).toBe(200)
  })

  it('finds no account by a letter that only looks like one of the email or that a database makes lower case', async () => {
    await makeAgent(app.db, { email: 'kiran@dialect.example' })
    for (const email of [
      'k\u0130ran@dialect.example',
      'k\u0131ran@dialect.example',
      'kir\u0430n@dialect.example',
    ]) {
      expect((await tryLogin(email)).status, email).toBe(401)
    }
    expect((await tryLogin('\u212aIRAN@dialect.example')).status).toBe(200)
  })

  it('does not count a correct password', async () => {
    const agent = await makeAgent(app.db)
    await app.db.deleteFrom('rate_limits').execute()
    for (let n = 0; n < 3; n += 1) expect((await tryLogin(agent.email)).status).toBe(200)
    const counts = await app.db.selectFrom('rate_limits').select(['key', 'count']).execute()
    expect(counts.map(({ count }) => count)).toEqual([0])
    expect(counts[0]?.key).not.toContain(agent.email)
  })
})

describe('a known browser', () => {
  const inBrowser = (cookie: string, emailOrPhone: string, password = factoryPassword) =>
    app.call(login, { body: { emailOrPhone, password }, headers: { cookie } })

  /**
   * Logs in from a new browser.
   * @returns the cookie of that browser
   */
  async function browserOf(agent: MadeUser): Promise<string> {
    const browserCookie = (await tryLogin(agent.email)).cookies.find(
      ({ name }) => name === 'raahi_browser',
    )
    expect(browserCookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    return `raahi_browser=${browserCookie?.value}`
  }

  async function lockOut(agent: MadeUser): Promise<void> {
    await Promise.all(Array.from({ length: 50 }, () => tryLogin(agent.email, 'guess')))
    expect((await tryLogin(agent.email)).status).toBe(429)
  }

  it('can log in after attackers have used up the account’s attempts, and has a separate count', async () => {
    const agent = await makeAgent(app.db)
    const cookie = await browserOf(agent)
    await lockOut(agent)
    expect((await inBrowser(cookie, agent.email)).status).toBe(200)
    expect((await inBrowser(cookie, agent.phone)).status).toBe(200)
    const guesses = await Promise.all(
      Array.from({ length: 52 }, () => inBrowser(cookie, agent.email, 'guess')),
    )
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(50)
    expect((await inBrowser(cookie, agent.email)).status).toBe(429)
  })

  it('is unknown to every other account', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const cookie = await browserOf(other)
    await lockOut(agent)
    expect((await inBrowser(cookie, agent.email)).status).toBe(429)
    expect((await inBrowser('raahi_browser=made-up.x', agent.email)).status).toBe(429)
  })

  it('keeps the tokens of several accounts, and an account keeps its ten latest browsers', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const first = await browserOf(agent)
    const both = (await inBrowser(first, other.email)).cookies[0]?.value ?? ''
    expect(both.split('.')).toHaveLength(2)
    await lockOut(agent)
    expect((await inBrowser(`raahi_browser=${both}`, agent.email)).status).toBe(200)
    await app.db.deleteFrom('rate_limits').execute()
    for (let n = 0; n < 11; n += 1) await tryLogin(agent.email)
    const known = app.db.selectFrom('known_browsers').where('user_id', '=', agent.id)
    expect(await known.select('token_hash').execute()).toHaveLength(10)
  })

  it('gets the same response for an unknown and a known account', async () => {
    const agent = await makeAgent(app.db)
    const cookie = await browserOf(agent)
    const [known, unknown] = [
      await inBrowser(cookie, agent.email, 'guess'),
      await inBrowser(cookie, 'unknown@example.com', 'guess'),
    ]
    expect(known.text).toBe(unknown.text)
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))
  })

  it('is also the browser that resets the password, which clears the account’s count of wrong passwords', async () => {
    const agent = await makeAgent(app.db, { email_confirmed_at: null })
    const stolen = await browserOf(agent)
    await lockOut(agent)
    const ticket = await makeResetTicket(app.database, agent)
    const newPassword = 'Monsoon-rain-9'
    const reset = await app.call(changePassword, {
      body: { email: agent.email, newPassword, confirmNewPassword: newPassword },
      headers: { cookie: `raahi_reset=${ticket}` },
    })
    const token = reset.cookies.find(({ name }) => name === 'raahi_browser')?.value
    expect((await tryLogin(agent.email, newPassword)).data).toMatchObject({
      user: { emailConfirmed: true },
    })
    // The attacker continues.
    await Promise.all(Array.from({ length: 50 }, () => tryLogin(agent.email, 'guess')))
    expect((await inBrowser(stolen, agent.email, newPassword)).status).toBe(429)
    const own = await inBrowser(`raahi_browser=${token}`, agent.email, newPassword)
    expect(own.status).toBe(200)
  })
})

describe('a login flood', () => {
  it('is partly rejected, while the lead list keeps answering', async () => {
    const agent = await makeAgent(app.db)
    await makeLeads(app.db, 5)
    const flood = Array.from({ length: 200 }, (_, n) => tryLogin(`flood${n}@example.com`, 'guess'))
    const lists = await Promise.all(Array.from({ length: 20 }, () => app.as(agent).call(listLeads)))
    expect(lists.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const answers = await Promise.all(flood)
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 503]))
    for (const { status, headers, code } of answers) {
      if (status !== 503) continue
      expect(code).toBe('SERVICE_UNAVAILABLE')
      expect(headers['retry-after']).toBeDefined()
    }
    expect((await tryLogin(agent.email)).status).toBe(200)
  })
})
