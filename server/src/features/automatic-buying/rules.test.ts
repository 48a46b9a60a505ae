import * as contract from '@raahi/contract/automatic-buying'
import { exportPurchases, listPurchases } from '@raahi/contract/purchases'
import { updateSavedSearch } from '@raahi/contract/saved-searches'
import { updateUser } from '@raahi/contract/update-user'
import { suspendUser } from '@raahi/contract/users'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { makeMatches, makeRule, minuteOld } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  factoryPassword,
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makeLead,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { waitForMail } from '../../testing/mails.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { buyAutomatically } from './buy-automatically.ts'
import { simulateRule } from './preview-rule.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await setLeadPrice(app.db, 'domestic', 5000)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const limits = { dailyAmount: 500, dailyLeads: 5, maxPrice: 60.5, walletFloor: 100 }
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(
    Date.now() + days * 86_400_000,
  )
const form = { ...limits, endsOn: inDays(30), currentPassword: factoryPassword }

async function makeSearcher() {
  const agent = await makeAgent(app.db, { email_confirmed_at: new Date() })
  const id = await makeSavedSearch(app.db, agent.id, { name: 'Goa', destination: 'Goa' })
  const set = (body: object = form) =>
    app.as(agent).call(contract.setAutomaticBuying, { params: { id }, body })
  return { ...agent, searchId: id, set }
}

const listOf = async (agent: MadeUser) =>
  (await app.as(agent).call(contract.listAutomaticBuying)).data

describe('switching on', () => {
  it('needs the password and a confirmed email, and is recorded with the limits', async () => {
    const agent = await makeSearcher()
    const wrong = await agent.set({ ...form, currentPassword: 'Wrong@12345' })
    expect([wrong.code, Object.keys(wrong.fieldErrors ?? {})]).toEqual([
      'CURRENT_PASSWORD_WRONG',
      ['currentPassword'],
    ])
    await sql`update users set email_confirmed_at = null where id = ${agent.id}`.execute(app.db)
    expect((await agent.set()).code).toBe('EMAIL_NOT_CONFIRMED')
    await sql`update users set email_confirmed_at = now() where id = ${agent.id}`.execute(app.db)
    expect(await listOf(agent)).toEqual([])
    const expected = {
      ...limits,
      searchId: agent.searchId,
      state: 'on',
      pausedBy: null,
      endsOn: form.endsOn,
      today: { amount: 0, leads: 0 },
    }
    expect((await agent.set()).data).toEqual(expected)
    expect(await listOf(agent)).toEqual([expected])
    await agent.set({ ...form, dailyLeads: 9 })
    expect(await findActions(app.db, agent.id)).toMatchObject([
      { action: 'user.set-automatic-buying', before: null, after: { dailyLeads: 5 } },
      { action: 'user.set-automatic-buying', before: { dailyLeads: 5 }, after: { dailyLeads: 9 } },
    ])
    const { rows } = await sql`select version, daily_leads from automatic_buying_limits
      where rule_id in (select id from automatic_buying_rules where user_id = ${agent.id}) order by version`.execute(
      app.db,
    )
    expect(rows).toEqual([
      { version: 1, daily_leads: 5 },
      { version: 2, daily_leads: 9 },
    ])
  })

  it('is mailed with the limits and a link that pauses it, as is a change of them', async () => {
    const agent = await makeSearcher()
    await agent.set()
    const on = await waitForMail(app.config, agent.email, /^Automatic buying is on$/)
    expect(on.text).toContain('At most ₹60.50')
    const key = /automatic-buying\/pause\?key=([0-9a-f-]{36})/.exec(on.html ?? '')?.[1] ?? ''
    await agent.set({ ...form, dailyAmount: 900 })
    const changed = await waitForMail(app.config, agent.email, /^The limits of .* were changed$/)
    expect(changed.text).toContain('At most ₹900')
    const url = `${contract.pauseAutomaticBuyingPath}?key=${key}`
    expect((await app.app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await listOf(agent)).toMatchObject([{ state: 'paused', pausedBy: 'mail' }])
  })

  it('rejects a last day before today or after 90 days, other limits, and the search of another agent', async () => {
    const agent = await makeSearcher()
    for (const days of [-1, 91]) {
      const { status, fieldErrors } = await agent.set({ ...form, endsOn: inDays(days) })
      expect([status, Object.keys(fieldErrors ?? {})]).toEqual([400, ['endsOn']])
    }
    for (const bad of [
      { dailyAmount: 0 },
      { dailyLeads: 0.5 },
      { maxPrice: 0 },
      { walletFloor: -1 },
    ])
      expect((await agent.set({ ...form, ...bad })).status).toBe(400)
    const other = await makeSearcher()
    const params = { id: other.searchId }
    const answer = await app.as(agent).call(contract.setAutomaticBuying, { params, body: form })
    expect(answer.code).toBe('SAVED_SEARCH_NOT_FOUND')
    for (const days of [0, 90])
      expect((await agent.set({ ...form, endsOn: inDays(days) })).status).toBe(200)
  })
})

describe('a rule stops', () => {
  it('when its agent pauses it, and when the filters of its search change', async () => {
    const agent = await makeSearcher()
    const params = { id: agent.searchId }
    await agent.set()
    for (let times = 0; times < 2; times += 1)
      expect((await app.as(agent).call(contract.pauseAutomaticBuying, { params })).status).toBe(200)
    expect(await listOf(agent)).toMatchObject([{ state: 'paused', pausedBy: 'agent' }])
    expect((await findActions(app.db, agent.id)).map(({ action }) => action)).toEqual([
      'user.set-automatic-buying',
      'user.pause-automatic-buying',
    ])
    await agent.set()
    const change = (body: object) => app.as(agent).call(updateSavedSearch, { params, body })
    await change({ name: 'Goa trips', destination: 'Goa' })
    expect(await listOf(agent)).toMatchObject([{ state: 'on' }])
    await change({ name: 'Goa trips' })
    expect(await listOf(agent)).toMatchObject([{ state: 'changed' }])
    // The earlier filters do not switch it on again.
    await change({ name: 'Goa trips', destination: 'Goa' })
    expect(await listOf(agent)).toMatchObject([{ state: 'changed' }])
    await agent.set()
    expect(await listOf(agent)).toMatchObject([{ state: 'on' }])
  })

  it('by the link in its mail, without a login: a GET changes nothing, and no response reveals whether a secret exists', async () => {
    const agent = await makeSearcher()
    await agent.set()
    const { rows } = await sql<{ key: string }>`select pause_key as key from automatic_buying_rules
      where user_id = ${agent.id}`.execute(app.db)
    const send = (method: 'GET' | 'POST', key = rows[0]?.key) =>
      app.app.inject({ method, url: `${contract.pauseAutomaticBuyingPath}?key=${key}` })
    expect((await send('GET')).body).toContain('<form method="post"')
    const unknown = await send('POST', '01890000-0000-4000-8000-000000000000')
    const invalid = await send('POST', 'x')
    expect(await listOf(agent)).toMatchObject([{ state: 'on' }])
    const known = await send('POST')
    expect(known.statusCode).toBe(200)
    expect([unknown.body, invalid.body]).toEqual([known.body, known.body])
    expect(await listOf(agent)).toMatchObject([{ state: 'paused', pausedBy: 'mail' }])
  })

  it('with the suspension of its agent, and stays off after the reactivation', async () => {
    const agent = await makeSearcher()
    await agent.set()
    const admin = app.as(await makeAdmin(app.db))
    for (const status of ['suspended', 'active'])
      await admin.call(suspendUser, { params: { userId: agent.id }, query: { status } })
    expect(await pausedBy(agent)).toEqual(['suspension'])
  })

  it('when an admin replaces the email of its agent', async () => {
    const agent = await makeSearcher()
    await agent.set()
    const admin = app.as(await makeAdmin(app.db))
    const body = { userId: agent.id, name: 'Asha Rao', companyName: 'Asha Travels' }
    await admin.call(updateUser, { body: { ...body, email: agent.email.toUpperCase() } })
    expect(await listOf(agent)).toMatchObject([{ state: 'on' }])
    await admin.call(updateUser, { body: { ...body, email: `${uuidv7()}@example.org` } })
    expect(await pausedBy(agent)).toEqual(['email'])
  })

  it.each([
    ['new', false],
    ['paused', true],
  ])('even if its agent is suspended while a %s rule is being switched on', async (_, isPaused) => {
    const agent = await makeSearcher()
    const admin = app.as(await makeAdmin(app.db))
    if (isPaused) {
      await agent.set()
      const params = { id: agent.searchId }
      await app.as(agent).call(contract.pauseAutomaticBuying, { params })
    }
    const set = (status: 'suspended' | 'active') =>
      admin.call(suspendUser, { params: { userId: agent.id }, query: { status } })
    const racing = await withTransaction(app.database, async (tx) => {
      // The request has stored the rule and waits for the account before the suspension starts.
      await sql`select from users where id = ${agent.id} for no key update`.execute(tx)
      const switchingOn = agent.set()
      await untilWaiting(app.database, 1)
      const suspending = set('suspended')
      await untilWaiting(app.database, 2)
      return { switchingOn, suspending }
    })
    expect((await racing.switchingOn).status).toBe(200)
    expect((await racing.suspending).status).toBe(200)
    await set('active')
    expect(await pausedBy(agent)).toEqual(['suspension'])
  })

  it('even if the agent is reactivated before the request that switches it on locks the account', async () => {
    const agent = await makeSearcher()
    const switchingOn = await withTransaction(app.database, async (tx) => {
      await sql`select from users where id = ${agent.id} for no key update`.execute(tx)
      const waiting = agent.set()
      await untilWaiting(app.database, 1)
      // The lasting effect of a suspension and a reactivation: the sessions have ended.
      await sql`update sessions set ended_at = now() where user_id = ${agent.id}`.execute(tx)
      return { waiting }
    })
    expect((await switchingOn.waiting).code).toBe('UNAUTHENTICATED')
    expect(await pausedBy(agent)).toEqual([])
  })
})

async function pausedBy({ id }: { id: string }) {
  const { rows } = await sql<{ paused_by: string | null }>`
    select paused_by from automatic_buying_rules where user_id = ${id}`.execute(app.db)
  return rows.map(({ paused_by }) => paused_by)
}

describe('the preview', () => {
  const lead = (
    at: string,
    paise: number | null,
    soldAt: string | null = null,
  ): Parameters<typeof simulateRule>[0][number] => ({
    id: at,
    number: 1,
    destination: 'Goa',
    lead_type: 'domestic',
    price_paise: paise,
    created_at: new Date(at),
    is_sold: soldAt !== null,
    sold_at: soldAt ? new Date(soldAt) : null,
  })

  it('applies the limits of each day in India, and leaves out leads that were sold within 30 s', () => {
    const leads = [
      lead('2031-01-01T10:00:00Z', 5000),
      lead('2031-01-01T10:01:00Z', 5000, '2031-01-01T10:01:29Z'),
      lead('2031-01-01T10:02:00Z', 5000, '2031-01-01T10:02:31Z'),
      lead('2031-01-01T10:03:00Z', 5000),
      lead('2031-01-01T10:04:00Z', 6001),
      lead('2031-01-01T10:05:00Z', null),
      // Due after midnight in India.
      lead('2031-01-01T18:29:45Z', 6000),
      lead('2031-01-01T19:00:00Z', 6000),
    ]
    expect(simulateRule(leads, { dailyAmount: 10_000, dailyLeads: 5, maxPrice: 6000 })).toEqual({
      matches: 8,
      leads: 3,
      amount: 160,
      tooExpensive: 1,
      withoutPrice: 1,
      overDailyLimit: 2,
      soldBefore: 1,
    })
    expect(simulateRule(leads, { dailyAmount: 100_000, dailyLeads: 1, maxPrice: 6000 }).leads).toBe(
      2,
    )
  })

  it('finds the leads of the last 7 days that fit the search, for its agent only', async () => {
    const agent = await makeSearcher()
    const other = await makeSearcher()
    await sql`update saved_searches set destination = 'Hampi', destination_texts = null where id = ${agent.searchId}`.execute(
      app.db,
    )
    await makeLead(app.db, { destination: 'Hampi' })
    await makeLead(app.db, {
      destination: 'Hampi',
      created_at: new Date(Date.now() - 8 * 86_400_000),
    })
    const call = (by: MadeUser) =>
      app
        .as(by)
        .call(contract.previewAutomaticBuying, { params: { id: agent.searchId }, body: limits })
    expect((await call(agent)).data).toMatchObject({ matches: 1, leads: 1, amount: 50 })
    expect((await call(other)).code).toBe('SAVED_SEARCH_NOT_FOUND')
  })
})

it('marks automatic purchases in the list and in the CSV', async () => {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1000_00)
  const rule = await makeRule(app.db, agent.id, {}, { name: 'All of Goa' })
  const leadId = await makeLead(app.db, minuteOld)
  await makeMatches(app.db, [rule], [leadId])
  await expect
    .poll(async () => {
      await buyAutomatically({ database: app.database, queuePurchaseMails: async () => {} })
      return (await app.as(agent).call(listPurchases)).data.docs[0]?.automatic?.search?.name
    })
    .toBe('All of Goa')
  const { text } = await app.as(agent).call(exportPurchases)
  expect(text).toContain('Bought automatically')
  await sql`delete from saved_searches where user_id = ${agent.id}`.execute(app.db)
  expect((await app.as(agent).call(listPurchases)).data.docs[0]?.automatic).toEqual({
    search: null,
  })
})
