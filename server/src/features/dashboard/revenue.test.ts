import { getOverview } from '@raahi/contract/dashboard'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { getRevenue, maxRevenueRows, type RevenueGrouping } from '@raahi/contract/revenue'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { accounts } from '../../platform/ledger/accounts.ts'
import {
  buyEnquiryLead,
  givePlan,
  type MadeUser,
  makeEnquiryLead,
  makePlan,
  makePlanPurchase,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser

/** ₹100 for a lead: two in Goa, one returned; one in Dubai; one of an enquiry; a plan of ₹500 for cash
 * and one from the wallet. */
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({
    walletPaise: 10_000_000,
    pricePaise: 100_00,
  }))
  const { database } = app
  await makePurchase(database, agent.id, { destination: 'Goa' })
  const returned = await makePurchase(database, agent.id, { destination: 'goa' })
  await makePurchase(database, agent.id, { destination: 'Dubai', lead_type: 'international' })
  const enquiry = await makeEnquiryLead(app.db, admin.id, { source: 'Referral' })
  await buyEnquiryLead(database, agent.id, enquiry.leadId, { hoursAgo: 0 })
  const plan = await makePlan(app.db, { name: 'Starter' })
  const subscriptionId = await givePlan(database, agent.id, plan)
  await makePlanPurchase(database, agent.id, subscriptionId)
  await givePlan(database, agent.id, await makePlan(app.db, { name: 'Wanderer' }), 'wallet')
  const requestId = await makeRequest(database, agent.id, returned)
  await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
})
afterAll(() => app.close())

const read = async (by: RevenueGrouping, period: { from?: string; to?: string } = {}) =>
  (await app.as(admin).call(getRevenue, { query: { by, ...period } })).data
const rows = async (by: RevenueGrouping) =>
  (await read(by)).rows.map((row) => [
    row.kind,
    row.name,
    row.sales,
    row.revenue,
    row.refunds,
    row.net,
  ])

describe('revenue, refunds and net', () => {
  it('are grouped by destination, source, lead type and plan', async () => {
    expect(await rows('destination')).toEqual([
      ['plans', null, 2, 1000, 0, 1000],
      ['leads', 'Goa', 3, 300, 100, 200],
      ['leads', 'Dubai', 1, 100, 0, 100],
    ])
    expect(await rows('source')).toEqual([
      ['plans', null, 2, 1000, 0, 1000],
      ['leads', null, 3, 300, 100, 200],
      ['leads', 'Referral', 1, 100, 0, 100],
    ])
    expect(await rows('lead-type')).toEqual([
      ['plans', 'domestic', 2, 1000, 0, 1000],
      ['leads', 'domestic', 3, 300, 100, 200],
      ['leads', 'international', 1, 100, 0, 100],
    ])
    expect(await rows('plan')).toEqual([
      ['plans', 'Starter', 1, 500, 0, 500],
      ['plans', 'Wanderer', 1, 500, 0, 500],
      ['leads', null, 4, 400, 100, 300],
    ])
  })

  it('add up to the postings of the revenue accounts and to the overview, in every grouping', async () => {
    const { totals, days } = (await app.as(admin).call(getOverview)).data
    const { rows: posted } = await sql<{ paise: number }>`
      select sum(amount_paise)::bigint as paise from postings
      where account_id in (${accounts.leadRevenue}, ${accounts.planRevenue})`.execute(app.db)
    const period = { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' }
    for (const by of ['destination', 'source', 'lead-type', 'plan', 'day'] as const) {
      const report = await read(by, period)
      const { revenue, refunds, net } = totals
      expect(report.totals, by).toMatchObject({ revenue, refunds, net, sales: 6 })
      expect(report.totals.net * 100).toBe(posted[0]?.paise)
      expect(report.rows.reduce((sum, row) => sum + row.net, 0)).toBe(net)
    }
    const today = days.at(-1)?.day
    expect((await read('day')).rows).toMatchObject([{ kind: 'all', name: today, net: totals.net }])
  })

  it('are those of the days of the period, both included', async () => {
    const { days } = (await app.as(admin).call(getOverview)).data
    const [today = '', yesterday = ''] = days.map(({ day }) => day).reverse()
    expect((await read('plan', { to: yesterday })).totals.sales).toBe(0)
    expect((await read('plan', { from: today, to: today })).totals.sales).toBe(6)
    const invalid = await app.as(admin).call(getRevenue, { query: { by: 'plan', from: 'soon' } })
    expect(invalid.fieldErrors).toHaveProperty('from')
  })

  it('have at most so many rows, the last of which sums the others', async () => {
    await withTransaction(app.database, async (tx) => {
      for (let n = 0; n < maxRevenueRows; n += 1) {
        await makePurchase({ ...app.database, kysely: tx }, agent.id, { destination: `Place ${n}` })
      }
    })
    const { rows: listed, totals } = await read('destination')
    expect(listed).toHaveLength(maxRevenueRows)
    expect(listed.at(-1)).toMatchObject({ kind: 'others', revenue: 400 })
    expect(listed.reduce((sum, row) => sum + row.net, 0)).toBe(totals.net)
  })
})
