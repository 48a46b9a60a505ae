import { approveLeadReplacement } from '@raahi/contract/replacements'
import { listUsers, suspendUser, type UserSort } from '@raahi/contract/users'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePlan,
  makePlanPurchase,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'both', 50_00)
})
afterAll(() => app.close())

type Query = Record<string, string | number>

async function list(query: Query = {}) {
  const { data } = await app.as(admin).call(listUsers, { query: { limit: 50, ...query } })
  return data
}

const names = async (query: Query) => (await list(query)).docs.map(({ name }) => name)

async function figuresOf({ email }: MadeUser) {
  const [user] = (await list({ email })).docs
  if (!user) throw new Error('the list has no such user')
  const { spent, purchases, returns, returnRate, lastActiveAt } = user
  return { spent, purchases, returns, returnRate, lastActiveAt }
}

/** Moves the purchases, plans and last activity of a user into the past. */
async function age({ id }: MadeUser, days: number) {
  const interval = sql`make_interval(days => ${days}::integer)`
  await sql`update purchases set created_at = created_at - ${interval} where user_id = ${id}`.execute(
    app.db,
  )
  await sql`update subscriptions set started_at = started_at - ${interval} where user_id = ${id}`.execute(
    app.db,
  )
  await sql`update users set last_active_at = last_active_at - ${interval} where id = ${id}`.execute(
    app.db,
  )
}

describe('the figures of a user', () => {
  it('are what was paid for leads and plans in 30 days, the purchases, and the approved returns', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 1000_00)
    expect(await figuresOf(agent)).toMatchObject({ spent: 0, purchases: 0, returnRate: null })

    const plan = await givePlan(
      app.database,
      agent.id,
      await makePlan(app.db, { price_paise: 500_00 }),
    )
    await givePlan(app.database, agent.id, await makePlan(app.db, { price_paise: 0 }))
    const leadId = await makePurchase(app.database, agent.id)
    await makePurchase(app.database, agent.id)
    await makePlanPurchase(app.database, agent.id, plan)
    const bought = { spent: 600, purchases: 3, returns: 0, returnRate: 0 }
    expect(await figuresOf(agent)).toMatchObject(bought)

    const requestId = await makeRequest(app.database, agent.id, leadId)
    expect(await figuresOf(agent)).toMatchObject(bought)
    await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
    expect(await figuresOf(agent)).toMatchObject({ ...bought, returns: 1, returnRate: 33.3 })
  })

  it('no longer count a payment after 30 days, even without any activity', async () => {
    const agent = await makeAgent(app.db)
    await giveMoney(app.database, agent.id, 1000_00)
    await givePlan(app.database, agent.id, await makePlan(app.db, { price_paise: 500_00 }))
    await makePurchase(app.database, agent.id)
    await age(agent, 29)
    expect(await figuresOf(agent)).toMatchObject({ spent: 550, purchases: 1 })
    await age(agent, 2)
    expect(await figuresOf(agent)).toMatchObject({ spent: 0, purchases: 1 })
  })

  it('keep the latest renewal of a session, also of one that was removed', async () => {
    const agent = await makeAgent(app.db)
    const { lastActiveAt } = await figuresOf(agent)
    expect(Math.abs(Date.now() - Date.parse(lastActiveAt ?? ''))).toBeLessThan(60_000)
    await sql`delete from session_tokens where session_id in (select id from sessions where user_id = ${agent.id})`.execute(
      app.db,
    )
    expect((await figuresOf(agent)).lastActiveAt).toBe(lastActiveAt)
  })
})

describe('sorting', () => {
  const mark = 'Sorted'
  const agents: MadeUser[] = []
  beforeAll(async () => {
    for (const [leads, name] of [
      [1, `${mark} one`],
      [3, `${mark} three`],
      [0, `${mark} none`],
      [2, `${mark} two`],
    ] as const) {
      const agent = await makeAgent(app.db, { name })
      agents.push(agent)
      await giveMoney(app.database, agent.id, 1000_00)
      for (let n = 0; n < leads; n += 1) await makePurchase(app.database, agent.id)
      await age(agent, leads)
    }
    const [one, three, none] = agents
    await sql`update purchases set replacement_status = 'approved' where id in (
      select min(id::text)::uuid from purchases where user_id in (${one?.id}, ${three?.id}) group by user_id)`.execute(
      app.db,
    )
    await sql`update users set last_active_at = null where id = ${none?.id}`.execute(app.db)
  })

  it.each<[UserSort, string[]]>([
    ['-createdAt', ['two', 'none', 'three', 'one']],
    ['-spent', ['three', 'two', 'one', 'none']],
    ['spent', ['none', 'one', 'two', 'three']],
    ['-lastActive', ['one', 'two', 'three', 'none']],
    ['lastActive', ['none', 'three', 'two', 'one']],
    ['-returnRate', ['one', 'three', 'two', 'none']],
    ['returnRate', ['none', 'two', 'three', 'one']],
    ['name', ['none', 'one', 'three', 'two']],
    ['-name', ['two', 'three', 'one', 'none']],
  ])('by %s, with and without filters, page by page', async (sort, expected) => {
    const expectedNames = expected.map((name) => `${mark} ${name}`)
    expect(await names({ sort, name: mark })).toEqual(expectedNames)
    expect(await names({ sort, search: mark, status: 'active' })).toEqual(expectedNames)
    const paged: string[] = []
    for (const page of [1, 2, 3, 4])
      paged.push(...(await names({ sort, name: mark, limit: 1, page })))
    expect(paged).toEqual(expectedNames)
    const all: string[] = []
    const { totalDocs } = await list()
    for (let page = 1; (page - 1) * 10 < totalDocs; page += 1) {
      all.push(...(await names({ sort, limit: 10, page })))
    }
    expect(all).toHaveLength(totalDocs)
    expect(all.filter((name) => name.startsWith(mark))).toEqual(expectedNames)
  })
})

describe('the search', () => {
  it('finds a user by part of each field, and by the short id', async () => {
    const agent = await makeAgent(app.db, {
      name: 'Zubin Wadia',
      email: 'zubin@searched.example',
      phone: '+919811122233',
      city: 'Shillong',
      company_name: 'Cloud Nine Trails',
      gstin: '27AAPFU0939F1ZV',
      billing_state: '27',
    })
    for (const search of [
      'ZUBIN wad',
      '@Searched.ex',
      '98111 22233',
      '+91 98111-22233',
      'shillong',
      'nine trails',
      'aapfu0939f',
      agent.id,
      agent.id.slice(-8).toUpperCase(),
    ]) {
      expect(await names({ search }), search).toEqual(['Zubin Wadia'])
    }
    expect(await names({ search: 'zubin', city: 'pune' })).toEqual([])
    expect(await names({ search: 'wadia zubin' }), 'a match is within one field').toEqual([])
    for (const search of ['%', '_', 'zubin%wadia']) expect(await names({ search })).toEqual([])
  })
})

describe('the filters', () => {
  it('select by status and by KYC at once', async () => {
    const mark = 'Filtered'
    const [one, two] = [
      await makeAgent(app.db, { name: `${mark} A` }),
      await makeAgent(app.db, { name: `${mark} B` }),
    ]
    await app
      .as(admin)
      .call(suspendUser, { params: { userId: one.id }, query: { status: 'suspended' } })
    expect(await names({ name: mark, status: 'suspended' })).toEqual([one.name])
    expect(await names({ name: mark, status: 'active' })).toEqual([two.name])
    await sql`update users set kyc_file = ${two.id}, kyc_name = 'pan.png', kyc_type = 'image/png'
      where id = ${two.id}`.execute(app.db)
    expect(await names({ kycStatus: 'submitted' })).toEqual([two.name])
    expect(await names({ name: mark, kycStatus: 'none' })).toEqual([one.name])
    expect((await list({ kycStatus: 'none' })).totalDocs).toBe((await list()).totalDocs - 1)
    expect(await names({ kycStatus: 'submitted', status: 'suspended' })).toEqual([])
  })

  it('select by an active plan, which ends with its time or its last lead', async () => {
    const mark = 'Planned'
    const [active, usedUp, over, none] = await Promise.all(
      ['active', 'used up', 'over', 'none'].map((name) =>
        makeAgent(app.db, { name: `${mark} ${name}` }),
      ),
    )
    if (!active || !usedUp || !over || !none) throw new Error('fewer than four agents were created')
    for (const { id } of [active, usedUp, over]) {
      await givePlan(app.database, id, await makePlan(app.db, { lead_quota: 2 }))
    }
    const ofPlan = async (plan: string) => (await names({ name: mark, plan })).sort()
    expect(await ofPlan('active')).toEqual([active, over, usedUp].map(({ name }) => name))
    expect(await ofPlan('none')).toEqual([none.name])
    await sql`update subscriptions set leads_used = lead_quota where user_id = ${usedUp.id}`.execute(
      app.db,
    )
    await sql`update subscriptions set started_at = now() - interval '1 day', ends_at = now() - interval '1 second'
      where user_id = ${over.id}`.execute(app.db)
    expect(await ofPlan('active')).toEqual([active.name])
    expect(await ofPlan('none')).toEqual([none, over, usedUp].map(({ name }) => name))
  })

  it('reject values that are not in the lists', async () => {
    const wrong: Query[] = [
      { status: 'gone' },
      { plan: 'gold' },
      { kycStatus: 'x' },
      { sort: 'city' },
    ]
    for (const query of wrong) {
      const answer = await app.as(admin).call(listUsers, { query })
      expect(answer.status, JSON.stringify(query)).toBe(400)
    }
  })
})
