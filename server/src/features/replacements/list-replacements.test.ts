import {
  getAllLeadReplacementRequests,
  getReplacementRequestOfUserById,
  parseReplacementReason,
} from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  giveMoney,
  type MadeUser,
  makeAdmin,
  makeAgent,
  makePurchase,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp, type TestInput } from '../../testing/test-app.ts'
import { findRequestPage } from './replacements.queries.ts'

let app: TestApp
let admin: MadeUser
let asha: MadeUser
let ravi: MadeUser
/** LD numbers of the requested leads, oldest request first. */
const labels: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  await setLeadPrice(app.db, 'domestic', 100)
  asha = await makeAgent(app.db, { name: 'Asha Rao', company_name: '50% Travels' })
  ravi = await makeAgent(app.db, { name: 'Ravi Iyer', company_name: 'Temple Bell Tours' })
  const reasons = ['Wrong number: no such number', 'Unreachable', 'Other: 100% fake_lead']
  for (let n = 0; n < 15; n += 1) {
    const agent = n % 3 === 0 ? ravi : asha
    await giveMoney(app.database, agent.id, 100)
    const leadId = await makePurchase(app.database, agent.id)
    const { code, text } = parseReplacementReason(reasons[n % 3] ?? '')
    const id = `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`
    await sql`select create_replacement_request(${id}, ${agent.id}, ${leadId}, ${code}, ${text}, 2)`.execute(
      app.db,
    )
    if (n % 5 === 0) await decide(id, 'approved')
    if (n % 5 === 1) await decide(id, 'rejected')
    const lead = await app.db
      .selectFrom('leads')
      .select('number')
      .where('id', '=', leadId)
      .executeTakeFirstOrThrow()
    labels.push(`LD-${String(lead.number).padStart(6, '0')}`)
  }
})
afterAll(() => app.close())

const decide = (id: string, action: string) =>
  sql`select decide_replacement(${id}, ${action}, ${admin.id}, gen_random_uuid())`.execute(app.db)
const list = async (query: TestInput['query'] = {}) =>
  (await app.as(admin).call(getAllLeadReplacementRequests, { query })).data
const found = async (query: TestInput['query']) =>
  (await list({ limit: 50, ...query })).docs.map(({ lead }) => labels.indexOf(lead.leadId))

describe('the requests of all users', () => {
  it('are sorted newest first in pages of ten, or oldest first', async () => {
    expect(await found({})).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(await found({ sort: 'createdAt' })).toEqual(Array.from({ length: 15 }, (_, n) => n))
    const { docs, ...page } = await list({ page: 2 })
    expect(docs).toHaveLength(5)
    expect(page).toEqual({
      totalDocs: 15,
      limit: 10,
      totalPages: 2,
      page: 2,
      hasPrevPage: true,
      hasNextPage: false,
      prevPage: 1,
      nextPage: null,
    })
    expect(await list({ page: 9 })).toMatchObject({ docs: [], totalDocs: 15 })
  })

  it('are filtered by status, reason and text, each alone and together', async () => {
    expect(await found({ status: 'approved' })).toEqual([10, 5, 0])
    expect(await found({ status: 'rejected' })).toEqual([11, 6, 1])
    // The default order of pending requests is the time left to decide, which is the order of their creation.
    expect(await found({ status: 'pending' })).toEqual([2, 3, 4, 7, 8, 9, 12, 13, 14])
    expect(await found({ status: 'pending', sort: '-createdAt' })).toEqual([
      14, 13, 12, 9, 8, 7, 4, 3, 2,
    ])
    expect(await found({ decidable: 'true' })).toEqual([2, 3, 4, 7, 8, 9, 12, 13, 14])
    expect(await found({ decidable: 'false' })).toHaveLength(15)
    expect(await found({ decidable: 'true', status: 'approved' })).toEqual([])
    expect(await found({ reason: 'wrong-number' })).toEqual([12, 9, 6, 3, 0])
    expect(await found({ search: 'RAVI' })).toEqual([12, 9, 6, 3, 0])
    expect(await found({ search: 'bell tours', status: 'approved' })).toEqual([0])
    expect(await found({ search: asha.email.toUpperCase() })).toHaveLength(10)
    expect(await found({ search: '50%' })).toHaveLength(10)
    expect(await found({ search: '%' })).toHaveLength(10)
    expect(await found({ search: '_' })).toEqual([])
    expect(await found({ search: '', status: '', reason: '', sort: '' })).toHaveLength(15)
  })

  it('are found by the number of their lead in all common notations', async () => {
    const label = labels[7] ?? ''
    for (const search of [label, label.toLowerCase(), label.replace('LD-', ''), ` ${label} `]) {
      expect(await found({ search }), search).toContain(7)
    }
    expect(await found({ search: label })).toEqual([7])
  })

  it('state the number of requests and purchases of their agent', async () => {
    await makePurchaseOf(ravi)
    const { docs } = await list({ limit: 50 })
    for (const { user, askedBefore } of docs) {
      expect(askedBefore).toEqual(
        user._id === ravi.id
          ? { requests: 5, approved: 1, rejected: 1, purchases: 6 }
          : { requests: 10, approved: 2, rejected: 2, purchases: 10 },
      )
    }
  })

  it('reject an invalid filter', async () => {
    const refused: Record<string, string | number>[] = [
      { status: 'open' },
      { reason: 'x' },
      { decidable: 'me' },
      { sort: 'cost' },
      { limit: 0 },
      { x: 1 },
    ]
    for (const query of refused) {
      const answer = await app.as(admin).call(getAllLeadReplacementRequests, { query })
      expect(answer.status, JSON.stringify(query)).toBe(400)
    }
    expect((await list({ limit: 500 })).limit).toBe(50)
  })
})

async function makePurchaseOf(agent: MadeUser) {
  await giveMoney(app.database, agent.id, 100)
  await makePurchase(app.database, agent.id)
}

describe('the requests of one user', () => {
  const ofUser = (viewer: MadeUser, userId: string, query: TestInput['query'] = {}) =>
    app.as(viewer).call(getReplacementRequestOfUserById, { params: { userId }, query })

  it('are read by that user and by admins, filtered by status', async () => {
    const own = await ofUser(ravi, ravi.id)
    expect(own.data.docs.map(({ lead }) => labels.indexOf(lead.leadId))).toEqual([12, 9, 6, 3, 0])
    expect((await ofUser(admin, ravi.id)).data).toEqual(own.data)
    const { data } = await ofUser(admin, ravi.id, { status: 'pending', limit: 2, page: 2 })
    expect([data.totalDocs, data.docs.length, data.hasPrevPage]).toEqual([3, 1, true])
  })

  it('cannot be read by other agents', async () => {
    const other = await makeAgent(app.db)
    for (const answer of [
      await ofUser(other, ravi.id),
      await ofUser(other, admin.id),
      await ofUser(admin, '01890000-0000-7000-8000-ffffffffffff'),
    ]) {
      expect([answer.status, answer.code]).toEqual([404, 'USER_NOT_FOUND'])
    }
    expect((await ofUser(other, other.id)).data).toMatchObject({ docs: [], totalDocs: 0 })
  })
})

describe('with 20,000 requests', () => {
  it('a page reads only its rows, from an index', async () => {
    await sql`
      insert into replacement_requests
        (id, purchase_id, user_id, lead_number, reason_code, status, created_at, decided_at, decided_by,
          decided_how)
      select gen_random_uuid(), p.id, p.user_id, 1, 'unreachable', 'rejected',
        now() - n * interval '1 minute', now(), ${admin.id}, 'person'
      from generate_series(1, 20000) n,
        lateral (select id, user_id from purchases order by id limit 1 offset 0) p`.execute(app.db)
    await sql`analyze replacement_requests`.execute(app.db)
    const { rows } = await findRequestPage(app.db, {
      status: 'pending',
      sort: 'decideBy',
      offset: 0,
      limit: 10,
    })
    expect(rows).toHaveLength(9)
    const plan = async (where: string) => {
      const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`
        explain (analyze, costs off, timing off, buffers off) select id from replacement_requests
        where ${sql.raw(where)} order by created_at desc, id desc offset 40 limit 10`.execute(
        app.db,
      )
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    }
    for (const where of [`status = 'pending'`, 'true', `user_id = '${asha.id}'`]) {
      const text = await plan(where)
      const read = /Scan using \w+ on replacement_requests \(actual rows=(\d+)/.exec(text)?.[1]
      expect(Number(read), text).toBeLessThanOrEqual(50)
    }
  })
})
