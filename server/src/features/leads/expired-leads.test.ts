import { EventEmitter } from 'node:events'
import { getDashboard } from '@raahi/contract/dashboard'
import {
  createLead,
  type LeadPage,
  leadListQuery,
  listLeads,
  updateLead,
} from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  type MadeUser,
  makeAgents,
  makeLead,
  makeLeads,
  makePlan,
} from '../../testing/factories.ts'
import { setDayInIndia, setMidnightInIndia } from '../../testing/india-clock.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createLeadList } from './list-leads.ts'
import { markExpiredLeads } from './mark-expired-leads.ts'

const yesterday = '2026-05-09'
const today = '2026-05-10'

let app: TestApp
let admin: MadeUser
let agent: MadeUser

// Each test has a separate marketplace.
beforeEach(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 100_000, today }))
})
afterEach(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

const buy = (leadId: string, more: object = {}) =>
  app.as(agent).call(buyLead, { body: { leadId, ...more } })

async function list(viewer: MadeUser, query: Record<string, string | number> = {}, from = app) {
  const { data } = await from.as(viewer).call(listLeads, { query })
  return { total: data.totalLeads, ids: data.leads.map(({ _id }) => _id), leads: data.leads }
}

describe('a lead whose travel date has passed in India', () => {
  it('cannot be bought with a wallet or a plan, and a refused attempt costs nothing', async () => {
    await givePlan(app.database, agent.id, await makePlan(app.db))
    const leadId = await makeLead(app.db, { travel_date: yesterday })
    for (const payWith of ['wallet', 'plan'] as const) {
      expect(await buy(leadId, { payWith })).toMatchObject({
        status: 409,
        code: 'LEAD_EXPIRED',
        message: 'This lead has expired: its travel date has passed.',
      })
    }
    expect(await walletPaise(app.database, agent.id)).toBe(100_000)
    expect((await buy(await makeLead(app.db, { travel_date: today }))).status).toBe(200)
    expect((await buy(await makeLead(app.db, { travel_date: null }))).status).toBe(200)
  })

  it('is in an agent’s list only if requested, and in an admin’s unless excluded', async () => {
    const [over, open, sold] = [
      await makeLead(app.db, { travel_date: yesterday }),
      await makeLead(app.db, { travel_date: today }),
      await makeLead(app.db, { travel_date: today }),
    ]
    await app.as(admin).call(updateLead, { params: { id: sold }, body: { satatus: 'sold' } })
    expect((await list(agent)).ids).toEqual([sold, open])
    expect((await list(agent, { expired: 'true' })).leads).toMatchObject([
      { _id: over, satatus: 'buy', expired: true, phone: null },
    ])
    expect((await list(admin)).ids).toEqual([sold, open, over])
    expect((await list(admin, { expired: 'true' })).ids).toEqual([over])
    expect((await list(admin, { expired: 'false', satatus: 'buy' })).ids).toEqual([open])
    expect((await list(admin, { expired: 'true', satatus: 'sold' })).total).toBe(0)
    // Only unsold leads expire.
    await setDayInIndia(app.database, '2026-05-11')
    expect((await list(agent)).ids).toEqual([sold])
    expect((await list(agent, { expired: 'true' })).ids).toEqual([open, over])
    const refused = await app.as(agent).call(listLeads, { query: { expired: 'maybe' } })
    expect(refused.fieldErrors).toEqual({ expired: 'Choose true or false.' })
  })

  it('comes last when sorted by travel date, which starts with the next date', async () => {
    const dates = [yesterday, '2026-05-01', '2026-06-01', null, today]
    for (const travel_date of dates) await makeLead(app.db, { travel_date })
    const { leads } = await list(admin, { sort: 'travelDate' })
    const soonest = [today, '2026-06-01', null, yesterday, '2026-05-01']
    expect(leads.map(({ travelDate }) => travelDate)).toEqual(soonest)
    const searched = await list(admin, { sort: 'travelDate', city: 'Pune' })
    expect(searched.leads.map(({ travelDate }) => travelDate)).toEqual(soonest)
  })

  it('can be entered by an admin, is for sale again with a later date, and counts as available only then', async () => {
    const form = {
      name: 'Asha Rao',
      phone: '9876543210',
      email: 'asha@example.com',
      city: 'Pune',
      destination: 'Goa',
    }
    const created = await app
      .as(admin)
      .call(createLead, { body: { ...form, travelDate: yesterday } })
    expect(created).toMatchObject({ status: 201, data: { satatus: 'buy', expired: true } })
    const params = { id: created.data._id }
    const available = async () => (await app.as(admin).call(getDashboard)).data
    expect(await available()).toMatchObject({ totalLeads: 1, totalAvailableLeads: 0 })
    const edit = (travelDate: string | null) =>
      app.as(admin).call(updateLead, { params, body: { ...form, travelDate } })
    expect((await edit(today)).data.expired).toBe(false)
    expect(await available()).toMatchObject({ totalAvailableLeads: 1 })
    expect((await list(agent)).total).toBe(1)
    expect((await edit(yesterday)).data.expired).toBe(true)
    expect((await list(agent)).total).toBe(0)
    expect((await edit(null)).data.expired).toBe(false)
    expect((await buy(created.data._id)).status).toBe(200)
  })

  it('can be marked as sold outside the product, and is then no longer expired', async () => {
    const id = await makeLead(app.db, { travel_date: yesterday })
    const sold = await app.as(admin).call(updateLead, { params: { id }, body: { satatus: 'sold' } })
    expect(sold.data).toMatchObject({ satatus: 'sold', expired: false })
    expect(await list(agent)).toMatchObject({ total: 1, ids: [id] })
    expect((await list(admin, { expired: 'true' })).total).toBe(0)
  })
})

describe('a lead with a month instead of a travel date', () => {
  it('is for sale until the last day of the next such month, and expires at midnight after it', async () => {
    const june = await makeLead(app.db, { travel_month: 'June' })
    // The day is in May 2026, so April means April of the next year.
    const april = await makeLead(app.db, { travel_month: 'April' })
    await setDayInIndia(app.database, '2026-06-30')
    expect((await list(agent)).ids).toEqual([april, june])
    await setDayInIndia(app.database, '2026-07-01')
    expect(await list(agent)).toMatchObject({ total: 1, ids: [april] })
    expect(await list(agent, { expired: 'true' })).toMatchObject({ total: 1, ids: [june] })
    expect((await list(agent, { search: 'traveller', expired: 'true' })).ids).toEqual([june])
    const { data } = await app.as(admin).call(getDashboard)
    expect(data).toMatchObject({ totalLeads: 2, totalAvailableLeads: 1 })
    expect(await buy(june)).toMatchObject({ status: 409, code: 'LEAD_EXPIRED' })
    await markExpiredLeads(app.database)
    expect((await list(agent, { expired: 'true' })).leads).toMatchObject([
      { _id: june, expired: true },
    ])
    expect((await list(agent, { destination: 'goa', satatus: 'buy' })).total).toBe(1)
    expect((await buy(april)).status).toBe(200)
  })

  it('gets the year of its month when the month is entered, and keeps it when other fields change', async () => {
    const form = {
      ...{ name: 'Asha Rao', phone: '9876543210', email: 'asha@example.com' },
      ...{ city: 'Pune', destination: 'Goa' },
    }
    const { data } = await app.as(admin).call(createLead, { body: { ...form, travelMonth: 'May' } })
    expect(data.expired).toBe(false)
    await setDayInIndia(app.database, '2026-06-01')
    const edit = async (body: object) => {
      const params = { id: data._id }
      return (await app.as(admin).call(updateLead, { params, body: { ...form, ...body } })).data
    }
    expect(await edit({ travelMonth: 'May', name: 'Asha Iyer' })).toMatchObject({ expired: true })
    expect(await edit({ travelMonth: 'June' })).toMatchObject({ expired: false })
    expect(await edit({ travelDate: '2026-05-31' })).toMatchObject({ expired: true })
    // A month that is entered again gets a new year: May of the next year.
    expect(await edit({ travelMonth: 'May' })).toMatchObject({ expired: false })
  })

  it('matches a filter by travel date that contains a day of the month', async () => {
    const june = await makeLead(app.db, { travel_month: 'June' })
    const dated = await makeLead(app.db, { travel_date: '2026-06-15' })
    await makeLead(app.db)
    const both = [dated, june]
    for (const [travelFrom, travelTo, expected] of [
      ['2026-06-01', '2026-06-30', both],
      ['2026-06-15', '2026-06-15', both],
      ['2026-05-10', '2026-06-01', [june]],
      ['2026-06-30', '2026-07-31', [june]],
      ['2026-05-01', '2026-05-31', []],
      ['2026-07-01', '2026-07-31', []],
    ] as const) {
      const range = { travelFrom, travelTo }
      const others: Record<string, string>[] = [
        {},
        { sort: 'travelDate' },
        { sort: '-travelDate' },
        { city: 'pune' },
      ]
      for (const more of others) {
        const query = { ...range, ...more }
        const found = await list(agent, query)
        expect([found.total, found.ids], JSON.stringify(query)).toEqual([expected.length, expected])
      }
    }
    expect((await list(agent, { travelFrom: '2026-06-30' })).ids).toEqual([june])
    expect((await list(agent, { travelTo: '2026-06-01' })).ids).toEqual([june])
  })
})

describe('midnight in India', () => {
  let other: TestApp
  beforeEach(async () => {
    other = await app.another()
  })
  afterEach(() => other.close())

  it('invalidates the pages that agents share', async () => {
    await makeLead(app.db, { travel_date: today })
    const listed = createLeadList(app.database)
    const totalOn = async (day: string) => {
      const caller = {
        ...{
          userId: agent.id,
          agencyId: agent.id,
          role: 'user' as const,
          agentRole: 'owner' as const,
        },
        ...{ sessionId: '', lacksTwoFactor: false, rights: [] },
        ...{ snapshot: 'one', today: day },
      }
      const call = { caller, reply: { raw: new EventEmitter() } }
      const bytes = await listed(call, leadListQuery.parse({}), {
        serialise: JSON.stringify,
        isFresh: false,
      })
      return (JSON.parse(bytes.toString()) as LeadPage).totalLeads
    }
    expect(await totalOn(today)).toBe(1)
    expect(await totalOn('2026-05-11')).toBe(0)
  })

  it('removes leads from the lists of every process at once, before they are marked', async () => {
    await makeLeads(app.db, 3, { travel_date: today })
    const open = await makeLead(app.db)
    for (const from of [app, other]) expect((await list(agent, {}, from)).total).toBe(4)
    await setDayInIndia(app.database, '2026-05-11')
    for (const from of [app, other]) {
      expect(await list(agent, {}, from)).toMatchObject({ total: 1, ids: [open] })
      expect((await list(agent, { expired: 'true' }, from)).total).toBe(3)
    }
    const { data } = await app.as(admin).call(getDashboard)
    expect(data).toMatchObject({ totalLeads: 4, totalAvailableLeads: 1 })
    await markExpiredLeads(app.database)
    for (const from of [app, other]) expect((await list(agent, {}, from)).total).toBe(1)
  })

  it('rejects a purchase that waits for its wallet meanwhile', async () => {
    const leadId = await makeLead(app.db, { travel_date: today })
    const bought = await app.db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = ${agent.id} for update`.execute(tx)
      const answer = buy(leadId)
      await vi.waitFor(async () => expect(await countWaiting(app)).toBe(1), { timeout: 30_000 })
      await setDayInIndia(app.database, '2026-05-11')
      return { answer }
    })
    expect(await bought.answer).toMatchObject({ status: 409, code: 'LEAD_EXPIRED' })
    expect(await walletPaise(app.database, agent.id)).toBe(100_000)
  })

  it('divides concurrent purchases into completed and refused ones, and every total equals a count', async () => {
    const buyers = await makeAgents(app.db, 4)
    for (const { id } of buyers) await giveMoney(app.database, id, 100_000_000)
    const ids = await makeLeads(app.db, 4000)
    const { before, after } = await setMidnightInIndia(app.database, 60_000)
    await sql`update leads set travel_date = (array[${before}, ${after}, null]::date[])
      [case when number % 10 = 0 then 2 when number % 10 = 1 then 3 else 1 end]`.execute(app.db)

    const answers: { code: string; leadId: string }[] = []
    const buyer = async (from: TestApp, who: MadeUser) => {
      for (let refusals = 0; refusals < 20; ) {
        const leadId = ids.pop() ?? ''
        const answer = await from.as(who).call(buyLead, { body: { leadId } })
        answers.push({ leadId, code: answer.code ?? 'bought' })
        if (answer.code) refusals += 1
      }
    }
    const isBought = () => answers.filter(({ code }) => code === 'bought').length > 20
    const buying = Promise.all(buyers.map((who, at) => buyer(at % 2 ? app : other, who)))

    let isOver = false
    const ended = buying.finally(() => {
      isOver = true
    })
    const reader = async (from: TestApp, viewer: MadeUser) => {
      while (!isOver) {
        // Leads only leave the marketplace, so the counts before and after bound the total.
        const most = await countByDate(app)
        const open = await list(viewer, { satatus: 'buy', expired: 'false', limit: 5 }, from)
        const over = await list(viewer, { expired: 'true', limit: 5 }, from)
        const least = await countByDate(app)
        expect(open.total).toBeLessThanOrEqual(most.available)
        expect(open.total).toBeGreaterThanOrEqual(least.available)
        // A purchase that began before midnight may commit after it: the lead is sold, although it was counted as expired.
        expect(over.total).toBeLessThanOrEqual(least.expired + buyers.length)
        expect(over.total).toBeGreaterThanOrEqual(most.expired - buyers.length)
        expect(over.leads.every(({ expired }) => expired)).toBe(true)
      }
    }
    const runTasks = async () => {
      while (!isOver) {
        await markExpiredLeads(app.database)
      }
    }
    const beside = [reader(app, agent), reader(other, admin), runTasks()]
    await vi.waitFor(() => expect(isBought()).toBe(true), { timeout: 30_000 })
    await setMidnightInIndia(app.database, 300)
    await Promise.all([ended, ...beside])

    const counted = await countByDate(app)
    for (const from of [app, other]) {
      expect((await list(agent, { satatus: 'buy' }, from)).total).toBe(counted.available)
      expect((await list(agent, { expired: 'true' }, from)).total).toBe(counted.expired)
    }
    const { rows } = await sql<{ id: string; travel_date: string | null; bought_on: string }>`
      select l.id, l.travel_date, day_in_india(p.created_at) as bought_on
      from purchases p join leads l on l.id = p.lead_id`.execute(app.db)
    expect(rows.filter(({ travel_date: date, bought_on }) => date && date < bought_on)).toEqual([])
    const bought = answers.filter(({ code }) => code === 'bought').map(({ leadId }) => leadId)
    expect(bought.sort()).toEqual(rows.map(({ id }) => id).sort())
    expect(rows.some(({ travel_date: date }) => date === before)).toBe(true)
    expect(tally(answers.map(({ code }) => code))).toEqual({
      bought: rows.length,
      LEAD_EXPIRED: 80,
    })
  })
})

/** Counts the statements that wait for a lock. */
async function countWaiting({ db }: TestApp): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}

async function countByDate({ db }: TestApp): Promise<{ available: number; expired: number }> {
  const { rows } = await sql<{ available: number; expired: number }>`
    select count(*) filter (where travel_date is null or travel_date >= today) as available,
      count(*) filter (where travel_date < today) as expired
    from leads cross join (select day_in_india(clock_timestamp()) as today) t
    where deleted_at is null and status = 'buy'`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('the count returned no row')
  return counts
}
