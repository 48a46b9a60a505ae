import { login, me, register, sessionOf } from '@raahi/contract/auth'
import { confirmEmail, resendConfirmation } from '@raahi/contract/email-confirmation'
import { createOrderPlan } from '@raahi/contract/payments'
import { updateUser } from '@raahi/contract/update-user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  factoryPassword,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePlan,
} from '../../../testing/factories.ts'
import { readMails, waitForMails } from '../../../testing/mails.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../../testing/test-app.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const newEmail = () => `${uniqueText()}@example.com`

/** Returns the token of the link in the latest mail to an address. */
async function tokenAt(email: string, count = 1): Promise<string> {
  const mail = (await waitForMails(app.config, email, count)).at(-1)
  return /\/confirm-email#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

const confirm = (token: string, as: Pick<TestApp, 'call'> = app) =>
  as.call(confirmEmail, { body: { token } })

const requestEmailChange = (
  agent: MadeUser,
  email: string,
  more: object = { password: factoryPassword },
) => app.as(agent).call(updateUser, { body: { name: agent.name, email, ...more } })

const tryLogin = (email: string) =>
  app.call(login, { body: { emailOrPhone: email, password: factoryPassword } })

async function userOf(agent: { token: string }) {
  return (await app.as(agent).call(me)).data
}

function signUp(fields: object, as: Pick<TestApp, 'call'> = app) {
  return as.call(register, {
    body: formOf({
      name: 'New Agent',
      email: newEmail(),
      password: factoryPassword,
      phone: `+919${String(Math.random()).slice(2, 11).padEnd(9, '0')}`,
      companyName: 'New Travels',
      city: 'Pune',
      ...fields,
    }),
  })
}

describe('registration', () => {
  it('mails a link without any text from the form; the link confirms the email and can be opened again', async () => {
    const email = newEmail()
    const { data } = await signUp({ email, name: 'You won Rs 50,000', companyName: 'Call 12345' })
    expect(data.emailConfirmed).toBe(false)
    const [mail] = await waitForMails(app.config, email)
    for (const text of ['You won', '12345']) expect(mail?.text).not.toContain(text)
    const session = sessionOf((await tryLogin(email)).data)
    const token = await tokenAt(email)
    for (let n = 0; n < 2; n += 1) {
      expect((await confirm(token)).data).toEqual({ email })
    }
    expect((await userOf({ token: session.accessToken })).emailConfirmed).toBe(true)
  })

  it('by an admin mails how to set a password, and not the password', async () => {
    const email = newEmail()
    await signUp({ email }, app.as(await makeAdmin(app.db)))
    const [mail] = await waitForMails(app.config, email)
    expect(mail?.subject).toBe('Your Raahi account is ready')
    expect(mail?.text).toContain('/forgot-password')
    expect(mail?.text).not.toContain(factoryPassword)
  })

  it('rejects a web address as a name or a city, and so does the profile', async () => {
    const webAddress = 'Please leave out web addresses.'
    const fields = { name: 'Win at evil.com/now', companyName: 'www.evil', city: 'evil.com/now' }
    const refused = { name: webAddress, companyName: webAddress, city: webAddress }
    expect((await signUp(fields)).fieldErrors).toEqual(refused)
    const byAdmin = await signUp({ city: 'www.evil' }, app.as(await makeAdmin(app.db)))
    expect(byAdmin.fieldErrors).toEqual({ city: webAddress })
    const agent = await makeAgent(app.db)
    const body = { ...fields, email: agent.email }
    expect((await app.as(agent).call(updateUser, { body })).fieldErrors).toEqual(refused)
  })
})

describe('an email change', () => {
  it('needs the password and takes effect only after the new address confirms it', async () => {
    const agent = await makeAgent(app.db)
    const elsewhere = sessionOf((await tryLogin(agent.email)).data)
    const email = newEmail()
    const without = await requestEmailChange(agent, email, {})
    expect([without.status, Object.keys(without.fieldErrors ?? {})]).toEqual([400, ['password']])
    const wrong = await requestEmailChange(agent, email, { password: 'guess' })
    expect([wrong.status, Object.keys(wrong.fieldErrors ?? {})]).toEqual([400, ['password']])

    const { data } = await requestEmailChange(agent, email)
    expect(data).toMatchObject({ email: agent.email, emailConfirmed: true, pendingEmail: email })
    const [warning] = await waitForMails(app.config, agent.email)
    expect(warning?.text).not.toContain(email)
    expect((await tryLogin(email)).status).toBe(401)
    expect((await tryLogin(agent.email)).status).toBe(200)

    expect((await confirm(await tokenAt(email), app.as(agent))).status).toBe(200)
    expect(await userOf(agent)).toMatchObject({ email, emailConfirmed: true, pendingEmail: null })
    expect((await app.as({ token: elsewhere.accessToken }).call(me)).status).toBe(401)
    expect((await tryLogin(agent.email)).status).toBe(401)
    expect((await tryLogin(email)).status).toBe(200)
    const mails = await waitForMails(app.config, agent.email, 2)
    expect(mails.map(({ subject }) => subject)).toContain(
      'The email of your Raahi account was changed',
    )
  })

  it('does not stop the owner of the new address from registering it; the confirmation then fails with EMAIL_TAKEN', async () => {
    const agent = await makeAgent(app.db)
    const email = newEmail()
    await requestEmailChange(agent, email)
    const token = await tokenAt(email)
    expect((await signUp({ email })).status).toBe(201)
    const late = await confirm(token)
    expect([late.status, late.code]).toEqual([409, 'EMAIL_TAKEN'])
    expect((await userOf(agent)).email).toBe(agent.email)
  })

  it('is not undone after its confirmation by a form that was sent earlier', async () => {
    const agent = await makeAgent(app.db)
    const email = newEmail()
    await requestEmailChange(agent, email)
    const token = await tokenAt(email)
    const lock = await app.db.startTransaction().execute()
    await lock.selectFrom('users').select('id').where('id', '=', agent.id).forUpdate().execute()
    const confirmed = confirm(token, app.as(agent))
    await untilWaiting(app.database, 1)
    // This request reads the old email before the confirmation commits, and then waits for its lock.
    const saved = app.as(agent).call(updateUser, { body: { name: 'New Name', email: agent.email } })
    await untilWaiting(app.database, 2)
    await lock.rollback().execute()
    expect((await confirmed).status).toBe(200)
    expect((await saved).data).toMatchObject({ name: 'New Name', email, emailConfirmed: true })
    expect((await tryLogin(email)).status).toBe(200)
  })

  it('is cancelled by a later change, by a password reset and by its expiry', async () => {
    const agent = await makeAgent(app.db)
    const [first, second] = [newEmail(), newEmail()]
    await requestEmailChange(agent, first)
    await requestEmailChange(agent, second)
    const ended = await confirm(await tokenAt(first))
    expect([ended.status, ended.code]).toEqual([409, 'CONFIRMATION_ENDED'])
    const token = await tokenAt(second)
    await app.db
      .updateTable('email_confirmations')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', agent.id)
      .execute()
    expect((await confirm(token)).code).toBe('CONFIRMATION_ENDED')
    await app.db
      .updateTable('users')
      .set({ pending_email_until: new Date(0) })
      .where('id', '=', agent.id)
      .execute()
    expect((await userOf(agent)).pendingEmail).toBeNull()
  })

  it('sends at most five links a day to an address, counted over all accounts', async () => {
    const email = newEmail()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      statuses.push((await requestEmailChange(await makeAgent(app.db), email)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // The owner of the address still gets links after registering it.
    const owner = await makeAgent(app.db, { email, email_confirmed_at: null })
    expect((await app.as(owner).call(resendConfirmation)).status).toBe(200)
  })
})

describe('an unconfirmed email', () => {
  it('gets another link on request, and none after the confirmation', async () => {
    const agent = await makeAgent(app.db, { email_confirmed_at: null })
    expect((await app.as(agent).call(resendConfirmation)).data).toEqual({ email: agent.email })
    expect((await confirm(await tokenAt(agent.email))).status).toBe(200)
    expect((await app.as(agent).call(resendConfirmation)).code).toBe('EMAIL_ALREADY_CONFIRMED')
    expect(await readMails(app.config, agent.email)).toHaveLength(1)
  })

  it('cannot get a free plan', async () => {
    const plan = await makePlan(app.db, { price_paise: 0 })
    const agent = await makeAgent(app.db, { email_confirmed_at: null })
    const order = () => app.as(agent).call(createOrderPlan, { body: { planId: plan.id } })
    const refused = await order()
    expect([refused.status, refused.code]).toEqual([409, 'EMAIL_NOT_CONFIRMED'])
    await app.as(agent).call(resendConfirmation)
    await confirm(await tokenAt(agent.email))
    expect((await order()).status).toBe(200)
  })
})
