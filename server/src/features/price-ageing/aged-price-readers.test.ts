import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeMatches, makeRule } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeAgents,
  makeLead,
  makeLeads,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { setMidnightInIndia } from '../../testing/india-clock.ts'
import { setAgeSteps } from '../../testing/insert-records.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { untilPurchaseWaits } from '../../testing/until-waiting.ts'
import { findLeadPrices, findSampleLeads } from '../agents-page/agents-page.queries.ts'
import { buyAutomatically } from '../automatic-buying/buy-automatically.ts'
import { findMatchingLeads } from '../saved-searches/public/find-matching-leads.ts'
import { findLeadsForSale } from '../saved-searches/public/lead-alerts.queries.ts'
import { matchLead } from '../saved-searches/public/match-lead.ts'

// ₹50, and ₹40 from the 30th day on.

let app: TestApp
let agent: MadeUser
beforeAll(async () => {
  const market = await createMarketplace()
  ;({ app, agent } = market)
  await setAgeSteps(app.db, market.admin.id, { domestic: [{ afterDays: 30, percent: 20 }] })
})
afterAll(async () => {
  await expectAllInvariantsHold(app.database)
  await app.close()
})

/** The first moment of a day in India. */
const daysAgo = (days: number) => ({
  created_at: sql`day_start_in_india(today_in_india() - ${days}::integer)` as unknown as Date,
})

it('automatic buying compares the aged price with the highest price, and pays it', async () => {
  const buyer = await makeAgent(app.db)
  await giveMoney(app.database, buyer.id, 90_00)
  const rule = await makeRule(app.db, buyer.id, { max_price_paise: 45_00, daily_paise: 85_00 })
  const [young, ...old] = [await makeLead(app.db), ...(await makeLeads(app.db, 3, daysAgo(30)))]
  await makeMatches(app.db, [rule], [young, ...old])
  const deps = { database: app.database, queuePurchaseMails: async () => {} }
  expect(await buyAutomatically(deps)).toBe(2)
  const bought = await app.db
    .selectFrom('purchases')
    .select(['price_paise', 'full_price_paise'])
    .where('user_id', '=', buyer.id)
    .execute()
  const price = { price_paise: 40_00, full_price_paise: 50_00 }
  expect(bought).toEqual([price, price])
  const skips = await app.db
    .selectFrom('automatic_buying_skips')
    .select(['reason', 'price_paise'])
    .where('rule_id', '=', rule)
    .execute()
  expect(skips.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { reason: 'daily-amount', price_paise: 40_00 },
    { reason: 'price', price_paise: 50_00 },
  ])
})

it('saved searches, alerts and the page for agents use the aged price, the preview the one of new leads', async () => {
  const search = await makeSavedSearch(app.db, agent.id, { max_price_paise: 45_00 })
  const any = await makeSavedSearch(app.db, agent.id)
  const old = await makeLead(app.db, daysAgo(31))
  const young = await makeLead(app.db)
  // As a corrected lead that is put on sale again.
  for (const leadId of [old, young])
    await matchLead(app.database, { leadId, putOnSaleAt: new Date() }, async () => {})
  const matches = await app.db
    .selectFrom('saved_search_matches')
    .select('lead_id')
    .where('search_id', '=', search)
    .execute()
  expect(matches).toEqual([{ lead_id: old }])

  const prices = (leads: { id: string; price_paise: number | null }[]) =>
    Object.fromEntries(leads.map(({ id, price_paise }) => [id, price_paise]))
  const alerted = await app.db.transaction().execute((tx) => findLeadsForSale(tx, [young, old]))
  expect(prices(alerted)).toEqual({ [young]: 50_00, [old]: 40_00 })
  expect((await findSampleLeads(app.db, 50)).map(({ price_paise }) => price_paise)).toContain(40_00)
  expect(await findLeadPrices(app.db)).toMatchObject({ domestic: 50_00, isFalling: true })
  const preview = prices(await findMatchingLeads(app.db, any, { days: 40, limit: 50 }))
  expect([preview[young], preview[old]]).toEqual([50_00, 50_00])
})

it('a purchase that waits for its wallet until after the midnight of a step is refused', async () => {
  const leadId = await makeLead(app.db, daysAgo(29))
  const before = await walletPaise(app.database, agent.id)
  const bought = await app.db.transaction().execute(async (tx) => {
    await sql`select from accounts where id = ${agent.id} for update`.execute(tx)
    const answer = app.as(agent).call(buyLead, { body: { leadId, expectedCost: 50 } })
    await untilPurchaseWaits(app.database)
    await setMidnightInIndia(app.database, 0)
    return { answer }
  })
  expect((await bought.answer).code).toBe('LEAD_PRICE_CHANGED')
  expect(await walletPaise(app.database, agent.id)).toBe(before)
  await setMidnightInIndia(app.database, 3_600_000)
})

it('a purchase beside the midnight of a step pays the confirmed price of its day', async () => {
  const agents = await makeAgents(app.db, 4)
  for (const { id } of agents) await giveMoney(app.database, id, 100_000_00)
  const leads = await makeLeads(app.db, 2000, daysAgo(29))
  const codes: string[] = []
  let isAfter = false
  const buyer = async (who: MadeUser, at: number) => {
    const expectedCost = at % 2 === 0 ? 50 : 40
    for (let tries = 0; tries < 10 || !isAfter; ) {
      const leadId = leads[Math.floor(Math.random() * leads.length)]
      const answer = await app.as(who).call(buyLead, { body: { leadId, expectedCost } })
      codes.push(`${expectedCost} ${answer.code ?? 'bought'}`)
      if (!answer.code) expect(answer.data.cost).toBe(expectedCost)
      if (isAfter) tries += 1
    }
  }
  const buying = Promise.all(agents.map(buyer))
  const { after } = await setMidnightInIndia(app.database, 400)
  await expect
    .poll(async () => {
      const { rows } = await sql<{ day: string }>`
        select day_in_india(clock_timestamp())::text as day`.execute(app.db)
      return rows[0]?.day
    })
    .toBe(after)
  isAfter = true
  await buying
  const counts = tally(codes)
  expect(counts['50 bought']).toBeGreaterThan(0)
  expect(counts['40 bought']).toBeGreaterThan(0)
  expect(counts['50 LEAD_PRICE_CHANGED']).toBeGreaterThan(0)
  expect(counts['40 LEAD_PRICE_CHANGED']).toBeGreaterThan(0)
})
