import { login, me, sessionOf } from '@raahi/contract/auth'
import { adminEmailIsOwn, emailNeedsPassword, updateUser } from '@raahi/contract/update-user'
import { getUserById } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally } from '../../testing/expect-invariants.ts'
import {
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeAgents,
} from '../../testing/factories.ts'
import { readMails, waitForMails } from '../../testing/mails.ts'
import { spellingsOf } from '../../testing/spellings.ts'
import { createTestApp, type TestApp, uniqueText } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const newEmail = () => `${uniqueText()}@new.example`

function update(by: MadeUser, body: unknown) {
  return app.as(by).call(updateUser, { body })
}

async function rowOf({ id }: { id: string }) {
  return app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function entriesOf({ id }: { id: string }) {
  return app.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'before', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
}

/** Another session of the same user. */
async function signInAgain(user: MadeUser): Promise<{ token: string }> {
  const body = { emailOrPhone: user.email, password: factoryPassword }
  const { data } = await app.call(login, { body })
  return { token: sessionOf(data).accessToken }
}

const isIn = async (session: { token: string }) => (await app.as(session).call(me)).status === 200

describe('updating a user', () => {
  it('changes the given fields, returns them, and records the differences', async () => {
    const agent = await makeAgent(app.db, { city: 'Pune', company_name: 'Old Travels' })
    const answer = await update(agent, {
      name: '  New Name ',
      email: agent.email,
      phone: '98111 22333',
      city: 'Kochi',
      companyName: 'New Travels',
    })
    expect([answer.status, answer.message]).toEqual([200, 'Successfully updated user profile'])
    expect(answer.data).toMatchObject({
      _id: agent.id,
      name: 'New Name',
      phone: '+919811122333',
      city: 'Kochi',
      companyName: 'New Travels',
    })
    expect(await entriesOf(agent)).toEqual([
      {
        actor_id: agent.id,
        action: 'user.update',
        before: { name: agent.name, phone: agent.phone, city: 'Pune', companyName: 'Old Travels' },
        after: {
          name: 'New Name',
          phone: '+919811122333',
          city: 'Kochi',
          companyName: 'New Travels',
        },
      },
    ])
  })

  it('refuses a changed text that invoices cannot show, with the character', async () => {
    const agent = await makeAgent(app.db)
    const body = { name: agent.name, email: agent.email, companyName: 'Goa Trips 🌴' }
    const answer = await update(agent, body)
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED'])
    expect(answer.fieldErrors).toEqual({
      companyName: 'Please leave out “🌴” (U+1F334): invoices cannot show this character.',
    })
    expect((await update(agent, { ...body, companyName: 'தமிழ் பயணம்' })).status).toBe(200)
  })

  it('accepts a GSTIN in any case with its state, and a billing address; a blank clears each', async () => {
    const agent = await makeAgent(app.db)
    const base = { name: agent.name, email: agent.email }
    const given = await update(agent, {
      ...base,
      gstin: ' 27aadcs8090l1zs ',
      billingState: '29',
      billingAddress: '8 Horniman Circle\nFort',
    })
    expect(given.data).toMatchObject({
      gstin: '27AADCS8090L1ZS',
      billingState: '27',
      billingAddress: '8 Horniman Circle\nFort',
    })
    // Omitted fields do not change.
    expect((await update(agent, base)).data).toMatchObject({ gstin: '27AADCS8090L1ZS' })
    const bare = await update(agent, {
      ...base,
      gstin: '',
      billingState: '32',
      billingAddress: ' ',
    })
    expect(bare.data).toMatchObject({ gstin: null, billingState: '32', billingAddress: null })
    expect((await entriesOf(agent)).at(-1)).toMatchObject({
      before: {
        gstin: '27AADCS8090L1ZS',
        billingState: '27',
        billingAddress: '8 Horniman Circle\nFort',
      },
      after: { gstin: null, billingState: '32', billingAddress: null },
    })
  })

  it.each([
    ['a wrong check character', { gstin: '27AADCS8090L1ZT' }, 'gstin', 'Enter a valid GSTIN.'],
    ['the code of an unknown state', { gstin: '99AADCS8090L1ZS' }, 'gstin', 'Enter a valid GSTIN.'],
    ['the name of a state', { billingState: 'Kerala' }, 'billingState', 'Choose a state.'],
    [
      'a property name of JavaScript objects',
      { billingState: 'toString' },
      'billingState',
      'Choose a state.',
    ],
    [
      'a long address',
      { billingAddress: 'x'.repeat(301) },
      'billingAddress',
      'At most 300 characters.',
    ],
  ])('rejects billing details with %s', async (_, body, field, text) => {
    const agent = await makeAgent(app.db)
    const answer = await update(agent, { name: agent.name, email: agent.email, ...body })
    expect([answer.status, answer.fieldErrors]).toEqual([400, { [field]: text }])
  })

  it('is allowed to an admin for any user, recorded under the admin’s name, with another message', async () => {
    const agent = await makeAgent(app.db)
    const body = { userId: agent.id, name: 'By Admin', email: agent.email }
    const answer = await update(admin, body)
    expect([answer.status, answer.message]).toEqual([200, 'User updated successfully!'])
    expect(await entriesOf(agent)).toMatchObject([
      { actor_id: admin.id, before: { name: agent.name }, after: { name: 'By Admin' } },
    ])
    const again = await update(admin, body)
    expect(again.status).toBe(200)
    expect(await entriesOf(agent)).toHaveLength(1)
    const own = await update(admin, { name: admin.name, email: admin.email })
    expect(own.message).toBe('Successfully updated user profile')
    const unknown = { userId: '01890000-0000-7000-8000-000000000000', name: 'X', email: newEmail() }
    const missing = await update(admin, unknown)
    expect([missing.status, missing.code]).toEqual([404, 'USER_NOT_FOUND'])
  })

  it('keeps phone and company if omitted, and clears the city if blank', async () => {
    const agent = await makeAgent(app.db, { city: 'Pune' })
    const base = { name: agent.name, email: agent.email }
    const kept = await update(agent, { ...base, phone: ' ', companyName: '' })
    expect(kept.data).toMatchObject({ phone: agent.phone, city: 'Pune' })
    const emptied = await update(agent, { ...base, city: ' ' })
    expect(emptied.data.city).toBeNull()
  })

  it('requires name and email, with the messages of the form', async () => {
    const agent = await makeAgent(app.db)
    const answer = await update(agent, { name: ' ', email: 'x', phone: '12' })
    expect([answer.status, answer.fieldErrors]).toEqual([
      400,
      {
        name: 'Name is required',
        email: 'Invalid email format',
        phone: 'This number is too short. Please check the digits.',
      },
    ])
  })
})

describe('rejects fields that cannot be changed', () => {
  it.each([
    ['role', 'admin'],
    ['wallet', 1_000_000],
    ['userStatus', 'active'],
    ['status', 'active'],
    ['plan', { planName: 'x', price: 0 }],
    ['newPassword', 'long enough 1'],
    ['password_hash', 'x'],
    ['_id', '01890000-0000-7000-8000-000000000000'],
    ['profile', 'x'],
    ['kyc', null],
    ['constructor', 'x'],
  ])('%s', async (field, value) => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 100)
    const before = await rowOf(agent)
    for (const by of [agent, admin]) {
      const body = { userId: agent.id, name: 'Changed', email: newEmail(), [field]: value }
      const answer = await update(by, body)
      expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, [field]])
    }
    expect(await rowOf(agent)).toEqual(before)
  })

  it.each(['"__proto__": {"role": "admin"}', '"constructor": {"prototype": {"role": "admin"}}'])(
    '%s',
    async (field) => {
      const agent = await makeAgent(app.db)
      const answer = await app.as(agent).call(updateUser, {
        headers: { 'content-type': 'application/json' },
        body: `{"name": "x", "email": "${newEmail()}", ${field}}`,
      })
      expect(answer.status).toBe(400)
      expect(await rowOf(agent)).toMatchObject({ role: 'user', name: agent.name })
    },
  )

  it('gives the same response for another agent, an admin and an unknown id', async () => {
    const agent = await makeAgent(app.db)
    const other = await makeAgent(app.db)
    const ids = [other.id, admin.id, '01890000-0000-7000-8000-000000000000']
    const texts = new Set<string>()
    for (const userId of ids) {
      const answer = await update(agent, { userId, name: 'Stolen', email: newEmail() })
      expect([answer.status, answer.code]).toEqual([404, 'USER_NOT_FOUND'])
      texts.add(answer.text)
      const query = await app.as(agent).call(updateUser, {
        query: { userId },
        body: { name: 'Stolen', email: agent.email },
      })
      expect(query.status).toBe(400)
    }
    expect(texts.size).toBe(1)
    expect((await rowOf(other)).name).toBe(other.name)
  })
})

describe('an email changed by an admin', () => {
  it('takes effect at once, unconfirmed, and ends all sessions of that user only', async () => {
    const agent = await makeAgent(app.db)
    const elsewhere = await signInAgain(agent)
    const email = newEmail()
    const { data } = await update(admin, { userId: agent.id, name: agent.name, email })
    expect(data).toMatchObject({ email, emailConfirmed: false, pendingEmail: null })
    expect(await Promise.all([agent, elsewhere, admin].map(isIn))).toEqual([false, false, true])
    const [old] = await waitForMails(app.config, agent.email)
    expect(old?.subject).toBe('The email of your Raahi account was changed')
    const [link] = await waitForMails(app.config, email)
    expect(link?.subject).toBe('Please confirm your email for Raahi')
    expect(await isIn(await signInAgain({ ...agent, email }))).toBe(true)
  })

  it('is refused for another admin, so that one admin cannot become two', async () => {
    const other = await makeAdmin(app.db)
    const body = { userId: other.id, name: 'Corrected', email: newEmail() }
    expect((await update(admin, body)).fieldErrors).toEqual({ email: adminEmailIsOwn })
    expect((await rowOf(other)).email).toBe(other.email)
    expect((await update(admin, { ...body, email: other.email })).data.name).toBe('Corrected')
  })

  it('is not mailed to an old address that was not confirmed', async () => {
    const agent = await makeAgent(app.db, { email_confirmed_at: null })
    const email = newEmail()
    await update(admin, { userId: agent.id, name: agent.name, email })
    await waitForMails(app.config, email)
    expect(await readMails(app.config, agent.email)).toEqual([])
  })

  it('in another writing is the same email: no session ends and nothing is mailed', async () => {
    const agent = await makeAgent(app.db)
    const { email } = agent
    const typed = `\u00ad${email.replace('agent', 'AGENT')}`
    const { data } = await update(agent, { name: agent.name, email: typed })
    expect(data).toMatchObject({ email, emailConfirmed: true, pendingEmail: null })
    expect(await isIn(agent)).toBe(true)
    const next = newEmail()
    await update(admin, { userId: agent.id, name: agent.name, email: next })
    // The second change was mailed, so a mail of the first would have arrived by now.
    expect(await waitForMails(app.config, email)).toHaveLength(1)
  })
})

describe('an own email', () => {
  it('in any writing is the same email, and no letter with another lower case exchanges it without the password', async () => {
    const agent = await makeAgent(app.db, { email: `kiss-${uniqueText()}@example.com` })
    for (const email of spellingsOf(agent.email)) {
      const { data } = await update(agent, { name: agent.name, email })
      expect(data).toMatchObject({ email: agent.email, pendingEmail: null })
    }
    const dotless = agent.email.replace('i', '\u0131')
    const refused = await update(agent, { name: agent.name, email: dotless })
    expect(refused.fieldErrors).toEqual({ email: 'Invalid email format' })
    const other = await update(agent, { name: agent.name, email: `x${agent.email}` })
    expect(other.fieldErrors).toEqual({ password: emailNeedsPassword })
    expect((await rowOf(agent)).email).toBe(agent.email)
  })
})

describe('uniqueness of email and phone number', () => {
  it('reports which field is taken, or both, in any spelling', async () => {
    const [agent, first, second] = [
      await makeAgent(app.db),
      await makeAgent(app.db),
      await makeAgent(app.db),
    ]
    const name = 'x'
    const password = factoryPassword
    const email = await update(agent, { name, email: first.email.toUpperCase(), password })
    expect([email.status, email.code, Object.keys(email.fieldErrors ?? {})]).toEqual([
      409,
      'EMAIL_TAKEN',
      ['email'],
    ])
    const phone = await update(agent, {
      name,
      email: agent.email,
      phone: second.phone.replace('+91', '0'),
    })
    expect([phone.status, phone.code, Object.keys(phone.fieldErrors ?? {})]).toEqual([
      409,
      'PHONE_TAKEN',
      ['phone'],
    ])
    const both = await update(agent, { name, email: first.email, phone: second.phone, password })
    expect([both.status, Object.keys(both.fieldErrors ?? {})]).toEqual([409, ['email', 'phone']])
    expect((await rowOf(agent)).name).toBe(agent.name)
  })

  it('holds when twenty accounts concurrently change to the same value', async () => {
    const agents = await makeAgents(app.db, 20)
    const email = newEmail()
    const answers = await Promise.all(
      agents.map((agent, n) =>
        update(admin, {
          userId: agent.id,
          name: 'x',
          email: n % 2 ? email : email.toUpperCase(),
        }),
      ),
    )
    expect(tally(answers.map(({ code, status }) => code ?? status))).toEqual({
      200: 1,
      EMAIL_TAKEN: 19,
    })
    const phones = await Promise.all(
      (await makeAgents(app.db, 20)).map((agent) =>
        update(agent, { name: 'x', email: agent.email, phone: '9123450000' }),
      ),
    )
    expect(tally(phones.map(({ code, status }) => code ?? status))).toEqual({
      200: 1,
      PHONE_TAKEN: 19,
    })
  })

  it('limits an agent to 30 changes an hour, so that accounts cannot be enumerated; admins have no limit', async () => {
    const [agent, known] = [await makeAgent(app.db), await makeAgent(app.db)]
    const tries = (by: MadeUser) =>
      Promise.all(
        Array.from({ length: 35 }, () =>
          update(by, {
            userId: agent.id,
            name: 'x',
            email: known.email,
            password: factoryPassword,
          }),
        ),
      )
    const codes = (await tries(agent)).map(({ code }) => code)
    expect(tally(codes)).toEqual({ EMAIL_TAKEN: 30, TOO_MANY_REQUESTS: 5 })
    expect(tally((await tries(admin)).map(({ code }) => code))).toEqual({ EMAIL_TAKEN: 35 })
  })

  it('loses no change when two requests change the same user concurrently', async () => {
    const agent = await makeAgent(app.db)
    const answers = await Promise.all([
      update(agent, { name: 'Own', email: agent.email, city: 'Own City' }),
      update(admin, { userId: agent.id, name: 'Admin', email: agent.email, companyName: 'Co' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { data } = await app.as(agent).call(getUserById, { params: { id: agent.id } })
    expect(data).toMatchObject({ city: 'Own City', companyName: 'Co' })
  })

  it('a new phone number waits for the user’s running requests and cannot deadlock', async () => {
    const agent = await makeAgent(app.db)
    const changing = await app.db.transaction().execute(async (tx) => {
      // An agent's request first references the user's row, and later writes an audit entry under its name.
      await sql`select from users where id = ${agent.id} for key share`.execute(tx)
      const answer = update(agent, { name: 'A', email: agent.email, phone: '98222 33445' })
      await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(1)
      // In a deadlock, the transaction that detects it first fails.
      await sql`set local deadlock_timeout = '10ms'`.execute(tx)
      await sql`select from users where id = ${agent.id} for share`.execute(tx)
      return { answer }
    })
    expect((await changing.answer).status).toBe(200)
    expect((await rowOf(agent)).phone).toBe('+919822233445')
  })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
  return rows[0]?.n ?? 0
}
