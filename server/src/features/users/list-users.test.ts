import { listUsers } from '@raahi/contract/users'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveMoney, type MadeUser, makeAdmin, makeAgent } from '../../testing/factories.ts'
import { insertUsers } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

async function list(query: Record<string, string | number> = {}) {
  const { data } = await app.as(admin).call(listUsers, { query })
  return data
}

async function names(query: Record<string, string | number>): Promise<string[]> {
  return (await list({ limit: 50, ...query })).docs.map(({ name }) => name).sort()
}

/** Inserts a subscription directly, because the test is not about granting. */
async function subscribe(
  userId: string,
  plan: { name: string; pricePaise: number; endsInDays: number; quota?: number; used?: number },
) {
  const planId = uuidv7()
  await sql`
    insert into plans (id, plan_id, name, price_paise, description, validity_days, type, lead_quota)
    values (${planId}, ${planId}, ${plan.name}, ${plan.pricePaise}, 'x', 30, 'both', 10)`.execute(
    app.db,
  )
  await sql`
    insert into subscriptions (id, user_id, plan_id, plan_name, price_paise, type, validity_days,
      lead_quota, leads_used, cause, started_at, ends_at)
    values (${uuidv7()}, ${userId}, ${planId}, ${plan.name}, 0, 'both', 30, ${plan.quota ?? 10},
      ${plan.used ?? 0}, 'free', now() - interval '100 days',
      now() + make_interval(days => ${plan.endsInDays}::integer))`.execute(app.db)
}

describe('the list of users', () => {
  it('contains all users, including admins and suspended users, newest first', async () => {
    const ids: string[] = []
    for (let day = 1; day <= 3; day += 1) {
      const at = new Date(Date.now() + day * 86_400_000)
      ids.push((await makeAgent(app.db, { created_at: at })).id)
    }
    const otherAdmin = await makeAdmin(app.db, {
      created_at: new Date(Date.now() + 5 * 86_400_000),
    })
    const out = await makeAgent(app.db, {
      created_at: new Date(Date.now() + 4 * 86_400_000),
      status: 'suspended',
    })
    const { docs } = await list({ limit: 5 })
    expect(docs.map(({ _id }) => _id)).toEqual([otherAdmin.id, out.id, ...ids.toReversed()])
    expect(docs[0]).toMatchObject({ role: 'admin', wallet: 0, plan: null, userStatus: 'active' })
    expect(docs[1]).toMatchObject({ role: 'user', userStatus: 'suspended' })
  })

  it('shows the wallet and every active plan, the one that ends soonest first', async () => {
    const agent = await makeAgent(app.db, { name: 'Plan Holder' })
    await giveMoney(app.database, agent.id, 1250_50)
    const plan = { pricePaise: 0, endsInDays: 20 }
    await subscribe(agent.id, { ...plan, name: 'Later' })
    await subscribe(agent.id, { ...plan, name: 'Sooner', endsInDays: 10, used: 3 })
    await subscribe(agent.id, { ...plan, name: 'Over', endsInDays: -1 })
    await subscribe(agent.id, { ...plan, name: 'Used up', endsInDays: 5, quota: 3, used: 3 })
    const { docs } = await list({ name: 'plan holder' })
    expect(docs[0]).toMatchObject({
      wallet: 1250.5,
      plan: { planName: 'Sooner', price: 0 },
      activePlans: [
        { planName: 'Sooner', price: 0, leadsLeft: 7, daysLeft: 10 },
        { planName: 'Later', price: 0, leadsLeft: 10, daysLeft: 20 },
      ],
    })
  })

  it('filters by parts of name, email, city and company, in any case, combined', async () => {
    const people = [
      {
        name: 'Zoya ÉTOILE',
        email: 'Zoya.One@Filter.example',
        city: 'Kochi',
        company_name: 'Teal',
      },
      {
        name: 'Zoya Two',
        email: 'zoya.two@filter.example',
        city: 'KOCHI',
        company_name: 'Tealish',
      },
      { name: 'Xavi', email: 'xavi@filter.example', city: null, company_name: 'teal & co' },
    ]
    for (const person of people) await makeAgent(app.db, person)
    expect(await names({ name: 'zoya' })).toEqual(['Zoya Two', 'Zoya ÉTOILE'])
    expect(await names({ name: 'étoile' })).toEqual(['Zoya ÉTOILE'])
    expect(await names({ email: 'FILTER.EX' })).toEqual(['Xavi', 'Zoya Two', 'Zoya ÉTOILE'])
    expect(await names({ city: 'Cochin' })).toEqual(['Zoya Two', 'Zoya ÉTOILE'])
    expect(await names({ city: 'och' })).toEqual(['Zoya Two', 'Zoya ÉTOILE'])
    expect(await names({ companyName: 'TEAL' })).toEqual(['Xavi', 'Zoya Two', 'Zoya ÉTOILE'])
    expect(await names({ companyName: 'teal', city: 'kochi', name: 'two' })).toEqual(['Zoya Two'])
    expect(await names({ companyName: 'teal', city: '', name: '' })).toHaveLength(3)
    expect(await names({ companyName: 'teal', city: 'pune' })).toEqual([])
  })

  it.each([
    ['%', 'Hundred % Sure'],
    ['_', 'Under_score'],
    ['\\', 'Back\\slash'],
    ["'", "D'Souza Filter"],
  ])('treats %s in a filter literally', async (character, name) => {
    await makeAgent(app.db, { name, company_name: `wild ${name}` })
    expect(await names({ companyName: `wild`, name: character })).toEqual([name])
  })

  it('rejects invalid pages and filters, and caps the limit', async () => {
    const wrong: Record<string, string | number>[] = [
      { page: 0 },
      { page: -1 },
      { limit: 0 },
      { page: 'x' },
      { role: 'admin' },
      { name: 'x'.repeat(121) },
    ]
    for (const query of wrong) {
      const answer = await app.as(admin).call(listUsers, { query })
      expect([answer.status, answer.code], JSON.stringify(query)).toEqual([
        400,
        'VALIDATION_FAILED',
      ])
    }
    expect((await list({ limit: 500 })).limit).toBe(50)
    expect((await list()).limit).toBe(10)
  })
})

describe('deep pages', () => {
  it('contain each user exactly once, in order, with the exact total', async () => {
    // Many users on few days, several with the same time, so that pages start within a day and within equal times.
    const day = Date.UTC(2025, 2, 1)
    await insertUsers(
      app.db,
      Array.from({ length: 900 }, (_, n) => ({
        id: uuidv7(),
        name: `Deep ${n}`,
        email: `deep${n}@deep.example`,
        phone: `+9155${String(n).padStart(8, '0')}`,
        password_hash: 'none',
        company_name: 'Deep',
        role: 'user' as const,
        created_at: new Date(day + Math.floor(n / 150) * 86_400_000 + Math.floor(n / 10) * 1000),
      })),
    )
    const { rows } = await sql<{ id: string }>`
      select id from users order by created_at desc, id desc`.execute(app.db)
    const all = rows.map(({ id }) => id)
    const seen: string[] = []
    for (let page = 1; ; page += 1) {
      const answer = await list({ page, limit: 50 })
      expect(answer).toMatchObject({
        totalDocs: all.length,
        totalPages: Math.ceil(all.length / 50),
        page,
        hasPrevPage: page > 1,
        hasNextPage: page * 50 < all.length,
      })
      seen.push(...answer.docs.map(({ _id }) => _id))
      if (!answer.hasNextPage) break
    }
    expect(seen).toEqual(all)
    const filtered = await list({ companyName: 'deep', page: 90, limit: 10 })
    expect(filtered.totalDocs).toBe(900)
    expect(filtered.docs.at(-1)?.name).toBe('Deep 0')
    const beyond = await list({ page: 999_999, limit: 50 })
    expect(beyond).toMatchObject({ docs: [], totalDocs: all.length, hasNextPage: false })
    const noneBeyond = await list({ companyName: 'deep', page: 999_999 })
    expect(noneBeyond).toMatchObject({ docs: [], totalDocs: 900 })
  })
})
