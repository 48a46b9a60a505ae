import { getOverview, openWorkKinds, unsoldAgesFromDays } from '@raahi/contract/dashboard'
import { decideKyc } from '@raahi/contract/kyc'
import { deleteLead, updateLead } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { approveLeadReplacement } from '@raahi/contract/replacements'
import { allTransactions, getTransactionSummary } from '@raahi/contract/transactions'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../demo/random.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { accounts, walletOf } from '../../platform/ledger/accounts.ts'
import {
  givePlan,
  type MadeUser,
  makeAgent,
  makeContactMessage,
  makeEnquiry,
  makeLead,
  makeLeads,
  makePlan,
  makePurchase,
  makeRequest,
} from '../../testing/factories.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** India is five and a half hours ahead of UTC. */
const indiaMs = 5.5 * hourMs

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({ walletPaise: 10_000_000, pricePaise: 5050 }))
})
afterAll(() => app.close())

const read = async (query: { from?: string; to?: string } = {}) =>
  (await app.as(admin).call(getOverview, { query })).data
const dayOf = (at: Date) => new Date(at.getTime() + indiaMs).toISOString().slice(0, 10)
/** The first instant of the day in India, this many days ago. */
const dayStart = (daysAgo: number) =>
  new Date(Date.parse(dayOf(new Date())) - indiaMs - daysAgo * dayMs)

it('an empty marketplace has thirty days of zeros and no open work', async () => {
  const overview = await read()
  expect(overview.days).toHaveLength(30)
  expect(overview.days.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, at) => dayOf(dayStart(29 - at))),
  )
  expect(overview.totals).toEqual({
    revenue: 0,
    refunds: 0,
    net: 0,
    leadsAdded: 0,
    leadsSold: 0,
  })
  expect(overview).toMatchObject({ addedAndSold: 0, sellThrough: null, medianMinutesToSale: null })
  expect(overview.openWork.map(({ count, oldestAt }) => [count, oldestAt])).toEqual(
    Array(openWorkKinds.length).fill([0, null]),
  )
})

describe('money', () => {
  /** Revenue and refunds of each day in India, from the postings alone. */
  async function sumPostings() {
    const { rows } = await sql<{ day: string; revenue: number; refunds: number }>`
      select to_char(e.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day,
        coalesce(sum(p.amount_paise) filter (where p.amount_paise > 0), 0)::float8 / 100 as revenue,
        coalesce(-sum(p.amount_paise) filter (where p.amount_paise < 0), 0)::float8 / 100 as refunds
      from postings p join journal_entries e on e.id = p.entry_id join accounts a on a.id = p.account_id
      where a.kind in ('revenue_leads', 'revenue_plans') group by 1`.execute(app.db)
    return new Map(rows.map((row) => [row.day, row]))
  }

  async function expectLedger() {
    const [{ days, totals }, ledger] = [await read(), await sumPostings()]
    const expected = days.map(({ day }) => {
      const { revenue = 0, refunds = 0 } = ledger.get(day) ?? {}
      return { day, revenue, refunds, net: Math.round((revenue - refunds) * 100) / 100 }
    })
    expect(days.map(({ day, revenue, refunds, net }) => ({ day, revenue, refunds, net }))).toEqual(
      expected,
    )
    const paise = (figure: 'revenue' | 'refunds' | 'net') =>
      expected.reduce((sum, day) => sum + Math.round(day[figure] * 100), 0) / 100
    expect(totals).toMatchObject({
      revenue: paise('revenue'),
      refunds: paise('refunds'),
      net: paise('net'),
    })
    return { days, totals }
  }

  /** Inserts a journal entry of an earlier time, in the form that the ledger writes. */
  async function insertEntry(
    at: Date,
    method:
      | 'lead_wallet'
      | 'plan_wallet'
      | 'cash'
      | 'wallet_refund'
      | 'recharge_by_admin'
      | 'Online',
    [from, to]: [string, string],
    amountPaise: number,
  ) {
    const id = uuidv7()
    await app.db
      .insertInto('journal_entries')
      .values({
        id,
        method,
        status: method === 'wallet_refund' ? 'lead_refund' : 'captured',
        user_id: agent.id,
        amount_paise: amountPaise,
        created_at: at,
      })
      .execute()
    await sql`insert into postings (entry_id, account_id, amount_paise)
      values (${id}, ${from}, ${-amountPaise}), (${id}, ${to}, ${amountPaise})`.execute(app.db)
    return id
  }

  it('equals the postings of the revenue accounts per day in India, after every activity', async () => {
    for (let n = 0; n < 6; n += 1) {
      const leadId = await makeLead(app.db)
      expect((await app.as(agent).call(buyLead, { body: { leadId } })).status).toBe(200)
      if (n % 2) continue
      const requestId = await makeRequest(app.database, agent.id, leadId)
      const decision =
        n === 0 ? { action: 'approved' } : { action: 'rejected', reason: 'Reached by us' }
      const body = { requestId, ...decision }
      expect((await app.as(admin).call(approveLeadReplacement, { body })).status).toBe(200)
    }
    await givePlan(app.database, agent.id, await makePlan(app.db))
    const present = await expectLedger()
    expect(present.totals.revenue).toBe(6 * 50.5 + 500)
    expect(present.totals.refunds).toBe(50.5)

    const random = seededRandom(48)
    const wallet = walletOf(agent.id)
    for (let n = 0; n < 120; n += 1) {
      // The times are around midnights in India and in UTC, and also before the first of the thirty days.
      const midnight = dayStart(random.whole(1, 32)).getTime()
      const at = new Date(
        midnight + random.pick([-1, 0, 1, indiaMs - 1, indiaMs, random.whole(0, dayMs - 1)]),
      )
      const amount = random.whole(1, 99_999)
      const kind = random.whole(0, 6)
      if (kind === 0) {
        await insertEntry(at, 'lead_wallet', [wallet, accounts.leadRevenue], amount)
      } else if (kind === 1) {
        await insertEntry(at, 'cash', [accounts.cash, accounts.planRevenue], amount)
      } else if (kind === 2) {
        const from = random.pick([accounts.leadRevenue, accounts.planRevenue])
        await insertEntry(at, 'wallet_refund', [from, wallet], amount)
      } else if (kind === 3) {
        await insertEntry(at, 'recharge_by_admin', [accounts.cash, wallet], amount)
      } else if (kind === 4) {
        await insertEntry(at, 'plan_wallet', [wallet, accounts.planRevenue], amount)
      } else {
        const isPlan = kind === 5
        const to = isPlan ? accounts.planRevenue : random.pick([wallet, accounts.refundsDue])
        const entryId = await insertEntry(at, 'Online', [accounts.gateway, to], amount)
        // The payment may have failed on an earlier day than its capture. Its entry has the day of the capture.
        const paidAt = new Date(at.getTime() - random.pick([0, 0, 3 * dayMs]))
        await app.db
          .insertInto('payments')
          .values({
            id: uuidv7(),
            gateway_payment_id: `pay_${entryId}`,
            user_id: agent.id,
            plan_name: isPlan ? 'Gold' : null,
            amount_paise: amount,
            status: 'captured',
            surplus: to === accounts.refundsDue,
            entry_id: entryId,
            created_at: paidAt,
          })
          .execute()
      }
      if (n % 40 === 39) await expectLedger()
    }
    const { days } = await expectLedger()
    expect(days.filter(({ revenue }) => Number(revenue) > 0).length).toBeGreaterThan(15)
    expect(days.filter(({ refunds }) => Number(refunds) > 0).length).toBeGreaterThan(5)
  })
})

describe('leads', () => {
  it('are counted on the day in India on which they were added and sold', async () => {
    const before = await read()
    const ages = [0, 1, 29, 30]
    const changes = new Map(ages.map((age) => [dayOf(dayStart(age)), 0]))
    for (const age of ages) {
      const start = dayStart(age)
      const last = new Date(Math.min(start.getTime() + dayMs - 1, Date.now()))
      for (const created_at of [start, last]) await makeLead(app.db, { created_at })
      // A deleted lead does not count as added.
      await makeLead(app.db, { created_at: start, deleted_at: new Date() })
      // Nor does it count as sold.
      await makeLead(app.db, {
        created_at: start,
        deleted_at: new Date(),
        status: 'sold',
        sold_at: start,
        sold_cause: 'outside',
      })
      changes.set(dayOf(start), 2)
    }
    const sales: [Date, Date][] = [
      [dayStart(40), dayStart(29)],
      [dayStart(40), new Date(dayStart(29).getTime() - 1)],
      [dayStart(3), new Date(dayStart(2).getTime() - 1)],
    ]
    for (const [created_at, sold_at] of sales) {
      await makeLead(app.db, { created_at, sold_at, status: 'sold', sold_cause: 'outside' })
    }
    const after = await read()
    const difference = (figure: 'leadsAdded' | 'leadsSold') =>
      Object.fromEntries(
        after.days
          .map(({ day, ...figures }, at) => [
            day,
            figures[figure] - (before.days[at]?.[figure] ?? 0),
          ])
          .filter(([, n]) => n !== 0),
      )
    expect(difference('leadsAdded')).toEqual({
      [dayOf(dayStart(0))]: 2,
      [dayOf(dayStart(1))]: 2,
      [dayOf(dayStart(3))]: 1,
      [dayOf(dayStart(29))]: 2,
    })
    expect(difference('leadsSold')).toEqual({ [dayOf(dayStart(29))]: 1, [dayOf(dayStart(3))]: 1 })
    expect(after.addedAndSold - before.addedAndSold).toBe(1)
    expect(after.sellThrough).toBe(
      Math.round((1000 * after.addedAndSold) / after.totals.leadsAdded) / 10,
    )
  })

  it('the median time to sale is that of the leads sold in the thirty days', async () => {
    const { rows } = await sql<{ minutes: number }>`
      select floor(extract(epoch from sold_at - created_at) / 60)::integer as minutes from leads
      where deleted_at is null and sold_at >= ${dayStart(29)} order by sold_at - created_at`.execute(
      app.db,
    )
    expect((await read()).medianMinutesToSale).toBe(rows[Math.ceil(rows.length / 2) - 1]?.minutes)
    // Adding an equal number of slower sales makes the slowest existing sale the median.
    for (const { minutes } of rows) {
      const sold_at = dayStart(1)
      const created_at = new Date(sold_at.getTime() - 45 * dayMs - minutes * 60_000)
      await makeLead(app.db, { created_at, sold_at, status: 'sold', sold_cause: 'outside' })
    }
    expect((await read()).medianMinutesToSale).toBe(rows.at(-1)?.minutes)
  })

  it('unsold leads are counted by age in days in India, without expired leads', async () => {
    const counts = async () => (await read()).unsold.map(({ leads }) => leads)
    const expected = async () => {
      const { rows } = await sql<{ age: number }>`
        select (now() at time zone 'Asia/Kolkata')::date - (created_at at time zone 'Asia/Kolkata')::date as age
        from leads where deleted_at is null and status = 'buy'
          and coalesce(travel_date, month_end, 'infinity') >= (now() at time zone 'Asia/Kolkata')::date`.execute(
        app.db,
      )
      return unsoldAgesFromDays.map(
        (from, at) =>
          rows.filter(({ age }) => age >= from && age < (unsoldAgesFromDays[at + 1] ?? 1e9)).length,
      )
    }
    for (const age of [0, 1, 2, 3, 6, 7, 13, 14, 29, 30, 31, 100]) {
      const created_at = dayStart(age)
      await makeLeads(app.db, 1 + (age % 3), { created_at })
      await makeLead(app.db, { created_at: new Date(created_at.getTime() - 1) })
      await makeLead(app.db, { created_at, travel_date: dayOf(dayStart(1)) })
    }
    expect(await counts()).toEqual(await expected())
    const [sold = '', gone = ''] = await makeLeads(app.db, 2, { created_at: dayStart(60) })
    await app.as(admin).call(updateLead, { params: { id: sold }, body: { satatus: 'sold' } })
    await app.as(admin).call(deleteLead, { params: { id: gone } })
    // These leads have expired and are not marked yet, as in the seconds after midnight.
    const [young = '', old = ''] = [
      await makeLead(app.db, { created_at: dayStart(2) }),
      await makeLead(app.db, { created_at: dayStart(50) }),
    ]
    const month = await makeLead(app.db, { created_at: dayStart(4), travel_month: 'May' })
    await sql`update leads set month_end = ${dayOf(dayStart(1))} where id = ${month}`.execute(
      app.db,
    )
    await sql`alter table leads disable trigger leads_travel_update`.execute(app.db)
    await sql`update leads set travel_date = ${dayOf(dayStart(1))} where id in (${young}, ${old})`.execute(
      app.db,
    )
    await sql`alter table leads enable trigger leads_travel_update`.execute(app.db)
    expect(await counts()).toEqual(await expected())
    expect((await read()).unsold.map(({ fromDays, toDays }) => [fromDays, toDays])).toEqual([
      [0, 0],
      [1, 2],
      [3, 6],
      [7, 13],
      [14, 29],
      [30, null],
    ])
  })
})

it('open work is counted with the age of the oldest item, and disappears when it is done', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * hourMs)
  const [oldest, newer] = [ago(50), ago(2)]
  const items = async () =>
    Object.fromEntries((await read()).openWork.map(({ kind, ...item }) => [kind, item])) as Record<
      string,
      { count: number; oldestAt: string | null }
    >

  for (const created_at of [oldest, newer]) {
    await makeEnquiry(app.db, { created_at })
    await makeContactMessage(app.db, { created_at })
  }
  await makeEnquiry(app.db, { created_at: ago(90), suspected: true })
  await makeContactMessage(app.db, { created_at: ago(90), suspected: true })
  // The document that was rejected and the one of an admin need no decision.
  const [first, second, rejected] = [
    await makeAgent(app.db),
    await makeAgent(app.db),
    await makeAgent(app.db),
  ]
  for (const [{ id }, submittedAt] of [
    [first, newer],
    [second, oldest],
    [rejected, ago(90)],
    [admin, ago(90)],
  ] as const) {
    const document = { kyc_file: id, kyc_name: 'pan.pdf', kyc_type: 'application/pdf' }
    await app.db.updateTable('users').set(document).where('id', '=', id).execute()
    const submitted = { kyc_submitted_at: submittedAt }
    await app.db.updateTable('users').set(submitted).where('id', '=', id).execute()
  }
  const decide = async (userId: string, action: 'approve' | 'reject') => {
    const { kyc_version: version } = await app.db
      .selectFrom('users')
      .select('kyc_version')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const reason = action === 'reject' ? { reason: 'expired' as const } : {}
    const body = { version, action, ...reason }
    await app.as(admin).call(decideKyc, { params: { userId }, body })
  }
  await decide(rejected.id, 'reject')
  const leadId = await makePurchase(app.database, agent.id)
  const requestId = await makeRequest(app.database, agent.id, leadId)
  for (const created_at of [dayStart(6), newer, new Date(dayStart(6).getTime() - 1)]) {
    await app.db
      .insertInto('payments')
      .values({
        id: uuidv7(),
        gateway_payment_id: `pay_${uuidv7()}`,
        user_id: agent.id,
        amount_paise: 10_000,
        status: 'failed',
        created_at,
      })
      .execute()
  }
  const payment = await app.db
    .selectFrom('payments')
    .selectAll()
    .where('surplus', '=', true)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('refunds')
    .values({ id: uuidv7(), payment_id: payment.id, amount_paise: 10_000, created_at: oldest })
    .execute()
  await sql`insert into pgboss.job (id, name, state, completed_on)
    values (${uuidv7()}, 'mail', 'failed', ${newer}), (${uuidv7()}, 'mail', 'completed', ${oldest})`.execute(
    app.db,
  )

  expect(await items()).toEqual({
    enquiries: { count: 2, oldestAt: oldest.toISOString() },
    corrections: { count: 0, oldestAt: null },
    silentSources: { count: 0, oldestAt: null },
    replacements: { count: 1, oldestAt: expect.any(String) },
    messages: { count: 2, oldestAt: oldest.toISOString() },
    calls: { count: 0, oldestAt: null },
    kyc: { count: 2, oldestAt: oldest.toISOString() },
    moneyRequests: { count: 0, oldestAt: null },
    failedPayments: { count: 2, oldestAt: dayStart(6).toISOString() },
    pendingRefunds: { count: 1, oldestAt: oldest.toISOString() },
    failedJobs: { count: 1, oldestAt: newer.toISOString() },
  })

  // The list that the screen links to.
  const findRefunds = async (query: object) =>
    (await app.as(admin).call(allTransactions, { query: { refund: 'pending', ...query } })).data
  const { docs, totalDocs } = await findRefunds({})
  expect([docs.map(({ paymentId }) => paymentId), totalDocs]).toEqual([
    [payment.gateway_payment_id],
    1,
  ])
  expect((await findRefunds({ search: payment.gateway_payment_id ?? '' })).totalDocs).toBe(1)
  expect((await findRefunds({ search: 'no-such-payment' })).totalDocs).toBe(0)
  expect((await findRefunds({ status: 'failed' })).totalDocs).toBe(0)
  const summary = await app.as(admin).call(getTransactionSummary, { query: { refund: 'pending' } })
  expect(summary.data).toMatchObject({ totalTransactions: 1, totalEarnings: 0 })

  await app.as(admin).call(approveLeadReplacement, { body: { requestId, action: 'approved' } })
  await decide(second.id, 'approve')
  await withTransaction(app.database, async (tx) => {
    const answered = { answered_at: new Date(), answered_by: admin.id }
    await tx.updateTable('contact_messages').set(answered).where('suspected', '=', false).execute()
  })
  expect(await items()).toMatchObject({
    replacements: { count: 0, oldestAt: null },
    messages: { count: 0, oldestAt: null },
    kyc: { count: 1, oldestAt: newer.toISOString() },
  })
})

describe('a chosen period', () => {
  const day = (daysAgo: number) => dayOf(dayStart(daysAgo))
  const sum = (days: { leadsAdded: number }[]) =>
    days.reduce((n, { leadsAdded }) => n + leadsAdded, 0)

  it('counts what happened from its first to its last instant', async () => {
    const period = { from: day(505), to: day(501) }
    const before = await read(period)
    for (const created_at of [dayStart(505), new Date(dayStart(500).getTime() - 1)]) {
      await makeLead(app.db, { created_at, lead_type: 'international' })
      await makeAgent(app.db, { created_at })
      await makeEnquiry(app.db, { created_at })
    }
    for (const created_at of [new Date(dayStart(505).getTime() - 1), dayStart(500)]) {
      await makeLead(app.db, { created_at })
      await makeAgent(app.db, { created_at })
      await makeEnquiry(app.db, { created_at })
    }
    await makeEnquiry(app.db, { created_at: dayStart(503), suspected: true })
    const sold = { status: 'sold', sold_cause: 'outside' } as const
    await makeLead(app.db, { ...sold, created_at: dayStart(505), sold_at: dayStart(504) })
    const after = await read(period)
    expect(after.days.map((one) => one.day)).toEqual([505, 504, 503, 502, 501].map(day))
    expect(after.days.map(({ leadsAdded }) => leadsAdded)).toEqual([2, 0, 0, 0, 1])
    expect(after).toMatchObject({
      groupedBy: 'day',
      totals: { leadsAdded: 3, leadsSold: 1 },
      added: { domestic: 1, international: 2, forSale: before.added.forSale + 2 },
      newUsers: before.newUsers + 2,
      enquiries: before.enquiries + 2,
      addedAndSold: 1,
      medianMinutesToSale: 24 * 60,
    })
  })

  it('is grouped by month if it has more than 92 days, with the same sums', async () => {
    const ninetyTwo = await read({ from: day(91) })
    expect([ninetyTwo.groupedBy, ninetyTwo.days.length]).toEqual(['day', 92])
    const more = await read({ from: day(92) })
    expect(more.groupedBy).toBe('month')
    expect(more.days[0]?.day).toBe(day(92))
    expect(more.days.slice(1).map((one) => one.day.slice(8))).toEqual(
      more.days.slice(1).map(() => '01'),
    )
    expect(sum(more.days)).toBe(
      sum(ninetyTwo.days) + sum((await read({ from: day(92), to: day(92) })).days),
    )
    expect(more.totals).toMatchObject({ revenue: ninetyTwo.totals.revenue })
  })

  it('ends today, has at most ten years, and is empty before it begins', async () => {
    expect((await read({ from: day(1), to: day(-40) })).days.map((one) => one.day)).toEqual([
      day(1),
      day(0),
    ])
    expect((await read({ to: day(10) })).days).toHaveLength(30)
    expect((await read({ from: '0001-01-01' })).days.length).toBeLessThanOrEqual(122)
    for (const to of ['0001-01-05', '1999-12-31']) {
      expect((await read({ to })).days).toEqual([])
    }
    const future = await read({ from: day(-1) })
    expect(future).toMatchObject({ days: [], totals: { revenue: 0, leadsAdded: 0 }, newUsers: 0 })
  })
})
