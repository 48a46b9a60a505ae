import { EventEmitter } from 'node:events'
import { recordContact } from '@raahi/contract/contact-log'
import {
  exportPurchases,
  getPurchaseFigures,
  getUserLead,
  listPurchases,
} from '@raahi/contract/purchases'
import {
  approveLeadReplacement,
  getReplacementRequestOfUserById,
  requestLeadReplacement,
} from '@raahi/contract/replacements'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeEnquiry,
  makePurchase,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { exportPurchases as exportLines } from './export-purchases.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  ;({ app, admin } = await createMarketplace())
})
afterAll(() => app.close())

async function makeBuyer() {
  const agent = await makeAgent(app.db)
  await giveMoney(app.database, agent.id, 1000_00)
  return agent
}

type Query = NonNullable<Parameters<typeof listOf>[1]>
const listOf = (user: MadeUser, query: Record<string, string> = {}) =>
  app.as(user).call(listPurchases, { query })
const namesOf = async (user: MadeUser, query: Query) =>
  (await listOf(user, query)).data.docs.map(({ lead }) => lead.name)

/** Requests a replacement of a lead and decides it. */
async function replace(agent: MadeUser, leadId: string, action: 'approved' | 'rejected') {
  await app.as(agent).call(requestLeadReplacement, { body: { leadId, reason: 'Rings out' } })
  const { data } = await app.as(agent).call(getReplacementRequestOfUserById, {
    params: { userId: agent.id },
  })
  const requestId = data.docs[0]?._id ?? ''
  await app.as(admin).call(approveLeadReplacement, {
    body: { requestId, action, ...(action === 'rejected' && { reason: 'No' }) },
  })
}

describe('the paged list of purchases', () => {
  it('has the purchases of getUserLead, page by page, with the history of each', async () => {
    const agent = await makeBuyer()
    const leadIds: string[] = []
    for (let n = 0; n < 5; n += 1) {
      leadIds.push(await makePurchase(app.database, agent.id))
    }
    const bad = leadIds[2] ?? ''
    await replace(agent, bad, 'rejected')
    await replace(agent, bad, 'approved')
    const { data: all } = await app.as(agent).call(getUserLead, { params: { userId: agent.id } })
    const pages = await Promise.all(
      ['1', '2', '3'].map(async (page) => (await listOf(agent, { page, limit: '2' })).data),
    )
    const listed = pages.flatMap(({ docs }) => docs)
    expect(
      listed.map(({ replacements, invoice, column, lastContact, ...purchase }) => purchase),
    ).toEqual(all)
    expect(pages[2]).toMatchObject({ totalDocs: 5, totalPages: 3, hasNextPage: false })
    expect((await listOf(agent, { page: '9' })).data).toMatchObject({ docs: [], totalDocs: 5 })
    expect(listed[2]?.replacements).toMatchObject([
      { status: 'rejected', reason: 'Rings out', rejectionReason: 'No', returned: null },
      { status: 'approved', returned: 'wallet', returnedAmount: 50 },
    ])
    expect(listed[0]).toMatchObject({
      replacements: [],
      invoice: null,
      column: 'new',
      lastContact: null,
    })
  })

  it('filters by text, type, destination, day, replacement and number', async () => {
    const agent = await makeBuyer()
    const add = (fields: Parameters<typeof makePurchase>[2]) =>
      makePurchase(app.database, agent.id, fields)
    await add({
      name: 'Asha Rao',
      phone: '+919812300001',
      destination: 'South Goa',
      city: 'Nashik',
    })
    const bali = await add({ name: 'Imran', destination: 'Bali', lead_type: 'international' })
    await add({ name: '100% Sure', email: 'sure_one@example.com', destination: 'Goa' })
    await replace(agent, bali, 'rejected')
    await sql`update purchases set created_at = '2026-03-09T18:30:00Z' where lead_id = ${bali}`.execute(
      app.db,
    )
    const { data } = await listOf(agent, { search: 'imran' })
    const lead = data.docs[0]?.lead.leadId ?? ''
    const cases: [Query, string[]][] = [
      [{ search: 'ASHA' }, ['Asha Rao']],
      [{ search: '+91 98123 00001' }, ['Asha Rao']],
      [{ search: 'nashik' }, ['Asha Rao']],
      [{ search: '0%' }, ['100% Sure']],
      [{ search: 'sure_one' }, ['100% Sure']],
      [{ search: lead.toLowerCase() }, ['Imran']],
      [{ destination: 'goa' }, ['100% Sure', 'Asha Rao']],
      [{ leadType: 'international' }, ['Imran']],
      [{ replacementStatus: 'rejected' }, ['Imran']],
      [{ startDate: '2026-03-10', endDate: '2026-03-10' }, ['Imran']],
      [{ endDate: '2026-03-09' }, []],
      [{ lead }, ['Imran']],
      [{ search: 'goa', leadType: 'international' }, []],
    ]
    for (const [query, names] of cases) {
      expect(await namesOf(agent, query), JSON.stringify(query)).toEqual(names)
    }
  })

  it('can be read by its agent and by admins, and does not reveal which other agents exist', async () => {
    const agent = await makeBuyer()
    const other = await makeBuyer()
    await makePurchase(app.database, agent.id)
    expect((await listOf(admin, { userId: agent.id })).data.totalDocs).toBe(1)
    expect((await listOf(other)).data.totalDocs).toBe(0)
    const unknown = '01890000-0000-7000-8000-000000000000'
    for (const [user, userId] of [
      [other, agent.id],
      [other, unknown],
      [admin, unknown],
    ] as const) {
      const { status, code } = await listOf(user, { userId })
      expect([status, code]).toEqual([404, 'USER_NOT_FOUND'])
    }
  })
})

it('shows the stage and the last contact to the buyer and not to admins', async () => {
  const agent = await makeBuyer()
  await makePurchase(app.database, agent.id)
  const leadId = (await listOf(agent)).data.docs[0]?.lead._id ?? ''
  await app.as(agent).call(recordContact, {
    body: { id: uuidv7(), leadId, channel: 'call' },
  })
  const [own] = (await listOf(agent)).data.docs
  expect(own).toMatchObject({ column: 'new', lastContact: { channel: 'call' } })
  const [ofAdmin] = (await listOf(admin, { userId: agent.id })).data.docs
  expect(ofAdmin).toEqual({ ...own, column: null, lastContact: null })
})

describe('the figures of the purchases', () => {
  const figuresOf = async (agent: MadeUser) => (await app.as(agent).call(getPurchaseFigures)).data

  it('count this month of this year in India and subtract refunds of the wallet', async () => {
    const agent = await makeBuyer()
    expect(await figuresOf(agent)).toEqual({
      totalLeads: 0,
      totalSpent: 0,
      leadsWithPlans: 0,
      boughtThisMonth: 0,
    })
    const leadIds: string[] = []
    for (let n = 0; n < 4; n += 1) {
      leadIds.push(await makePurchase(app.database, agent.id))
    }
    const month = sql`(date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata')`
    for (const [leadId, at] of [
      [leadIds[0], month],
      [leadIds[1], sql`${month} - interval '1 millisecond'`],
      [leadIds[2], sql`now() - interval '1 year'`],
    ] as const) {
      await sql`update purchases set created_at = ${at} where lead_id = ${leadId}`.execute(app.db)
    }
    await replace(agent, leadIds[0] ?? '', 'approved')
    await replace(agent, leadIds[1] ?? '', 'rejected')
    expect(await figuresOf(agent)).toEqual({
      totalLeads: 4,
      totalSpent: 150,
      leadsWithPlans: 0,
      boughtThisMonth: 2,
    })
  })
})

describe('the export of purchases', () => {
  const linesOf = async (agent: MadeUser, query = {}) => {
    const answer = await app.as(agent).call(exportPurchases, { query })
    expect(answer.status).toBe(200)
    return answer.text.split('\r\n').slice(1, -1)
  }

  it('states which contacts the traveller has verified', async () => {
    const agent = await makeBuyer()
    const verified = { email: 'meera@example.com', email_verified_at: new Date() }
    await makePurchase(app.database, agent.id)
    await makePurchase(app.database, agent.id, verified)
    await makePurchase(app.database, agent.id, { ...verified, phone_verified_at: new Date() })
    const marks = (await linesOf(agent)).map((line) => line.split('"no-replacement",,')[1])
    expect(marks).toEqual(['"phone, email"', '"email"', ''])
  })

  it('has every purchase of the agent once, over several batches, in the order of the list', async () => {
    const agent = await makeBuyer()
    const other = await makeBuyer()
    await makePurchase(app.database, other.id, { name: 'Of another agent' })
    for (let n = 0; n < 4; n += 1) {
      await makePurchase(app.database, agent.id, { name: `Customer ${n}` })
    }
    // Equal times with a fraction of a millisecond, which a JavaScript Date would lose.
    await sql`update purchases set created_at = '2026-03-09T18:30:00.0005Z' where user_id = ${agent.id}`.execute(
      app.db,
    )
    const call = {
      caller: { userId: agent.id, agencyId: agent.id, agentRole: 'owner' as const },
      reply: { raw: new EventEmitter() },
    }
    const batches: string[][] = []
    for await (const rows of exportLines(app.database, call, {}, 2).batches) {
      batches.push(rows.map(({ name }) => name))
    }
    expect(batches).toHaveLength(3)
    const listed = (await listOf(agent)).data.docs.map(({ lead }) => lead.name)
    expect(batches.flat()).toEqual(listed)
    expect(new Set(listed).size).toBe(4)
  })

  it('starts no formula and leaves out the contact of a traveller who has withdrawn', async () => {
    const agent = await makeBuyer()
    await makePurchase(app.database, agent.id, {
      name: '=HYPERLINK("http://evil.example")',
      phone: '+919812300009',
      destination: 'Goa',
    })
    const [line = ''] = await linesOf(agent, { destination: 'goa' })
    expect(line).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect(line).toContain('"+91 98123 00009"')
    expect(await linesOf(agent, { destination: 'bali' })).toEqual([])

    const enquiry = await makeEnquiry(app.db, { status: 'withdrawn', withdrawn_at: new Date() })
    await sql`insert into lead_origins
        (lead_id, enquiry_id, source, consent_text, consent_version, consent_at)
      select p.lead_id, e.id, e.source, e.consent_text, e.consent_version, e.consent_at
      from purchases p, enquiries e where p.user_id = ${agent.id} and e.id = ${enquiry.id}`.execute(
      app.db,
    )
    const [stopped = ''] = await linesOf(agent)
    expect(stopped).toContain('no, contact stopped')
    expect(stopped).not.toContain('98123')
  })
})
