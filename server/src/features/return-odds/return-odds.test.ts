import { getLeadOdds, getReturnOdds } from '@raahi/contract/return-odds'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withTransaction } from '../../platform/database/transaction.ts'
import { tally } from '../../testing/expect-invariants.ts'
import { type MadeUser, makeAdmin, makeAgent, makeLead } from '../../testing/factories.ts'
import { simulatePurchases } from '../../testing/simulate-purchases.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { computeReturnOdds, replaceReturnOdds } from './compute-return-odds.ts'
import { findReturnOdds } from './return-odds.queries.ts'
import { returnOddsInvariants } from './return-odds-invariants.ts'

/** Fixed, so that the months of the back-test are always the same. */
const at = new Date('2026-10-20T06:00:00Z')

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
  agent = await makeAgent(app.db)
  await withoutTriggers((tx) =>
    // Moves the start of version 1, which has 14 days to report, into the past. Triggers would reject this change.
    sql`update return_policies set starts_at = '2025-09-01'`.execute(tx),
  )
})
afterAll(() => app.close())

function withoutTriggers(work: (tx: typeof app.db) => Promise<unknown>) {
  return app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
  })
}

const replaceAt = (instant: Date) =>
  withTransaction(app.database, (tx) => replaceReturnOdds(tx, instant))
const computed = async () => {
  const found = await findReturnOdds(app.db)
  if (!found) throw new Error('the odds were not computed')
  return found
}

async function expectOwnInvariantsHold() {
  for (const query of Object.values(returnOddsInvariants)) {
    expect((await sql.raw(query).execute(app.db)).rows).toEqual([])
  }
}

const day = (text: string) => new Date(`${text}T00:00:00Z`)

/** Inserts a purchase without postings. @returns its id */
async function buy(boughtAt: Date, fields: Parameters<typeof makeLead>[1] = {}): Promise<string> {
  const id = uuidv7()
  const leadId = await makeLead(app.db, {
    status: 'sold',
    sold_cause: 'purchase',
    sold_at: boughtAt,
    ...fields,
  })
  await withoutTriggers((tx) =>
    sql`insert into purchases (id, lead_id, user_id, number, price_paise, full_price_paise, ageing_version, cost_paise, paid_with,
        entry_id, created_at)
      values (${id}, ${leadId}, ${agent.id}, next_purchase_number(${agent.id}), 5000, 5000, 1, 5000, 'wallet', ${uuidv7()}, ${boughtAt})`.execute(
      tx,
    ),
  )
  return id
}

async function ask(purchaseId: string, createdAt: Date, decidedAt: Date | null, approved = true) {
  const status = decidedAt === null ? 'pending' : approved ? 'approved' : 'rejected'
  await withoutTriggers((tx) =>
    sql`insert into replacement_requests (id, purchase_id, user_id, lead_number, reason_code, status, created_at,
        decided_at, decided_by, decided_how, returned, refund_paise, rule_version, entry_id)
      select ${uuidv7()}, ${purchaseId}, ${agent.id}, 1, 'unreachable', ${status}, ${createdAt}, ${decidedAt},
        ${decidedAt && admin.id}, ${decidedAt && 'person'}, paid.returned, paid.paise, paid.version, paid.entry
      from (select 1) one left join (select 'wallet' as returned, 5000 as paise, 1 as version, ${uuidv7()}::uuid as entry) paid
        on ${status} = 'approved'`.execute(tx),
  )
}

describe('the odds count', () => {
  beforeEach(() =>
    withoutTriggers(async (tx) => {
      for (const table of ['replacement_requests', 'purchases', 'leads'] as const) {
        await tx.deleteFrom(table).execute()
      }
    }),
  )
  const counts = async (instant: Date) => {
    await replaceAt(instant)
    const { purchases, returned } = await computed()
    return { purchases, returned }
  }

  it('no purchase whose report window is open', async () => {
    await buy(day('2026-09-01'))
    expect(await counts(day('2026-09-14'))).toEqual({ purchases: 0, returned: 0 })
    expect(await counts(day('2026-09-15'))).toEqual({ purchases: 1, returned: 0 })
    // An early return must not count before other purchases of the same day, or the odds would be too high.
    await ask(await buy(day('2026-09-10')), day('2026-09-11'), day('2026-09-12'))
    expect(await counts(day('2026-09-23'))).toEqual({ purchases: 1, returned: 0 })
    expect(await counts(day('2026-09-24'))).toEqual({ purchases: 2, returned: 1 })
  })

  it('a purchase without a policy after the longest window of any policy', async () => {
    await buy(day('2025-08-01'))
    expect(await counts(day('2025-10-29'))).toEqual({ purchases: 0, returned: 0 })
    expect(await counts(day('2025-10-30'))).toEqual({ purchases: 1, returned: 0 })
  })

  it('no purchase with a pending request, and no purchase that is older than a year', async () => {
    const id = await buy(day('2026-01-01'))
    await ask(id, day('2026-01-05'), day('2026-01-07'), false)
    await ask(id, day('2026-02-01'), day('2026-02-03'))
    expect(await counts(day('2026-01-20'))).toEqual({ purchases: 1, returned: 0 })
    expect(await counts(day('2026-02-02'))).toEqual({ purchases: 0, returned: 0 })
    expect(await counts(day('2026-02-04'))).toEqual({ purchases: 1, returned: 1 })
    expect(await counts(day('2027-01-01'))).toEqual({ purchases: 1, returned: 1 })
    expect(await counts(day('2027-01-02'))).toEqual({ purchases: 0, returned: 0 })
  })

  it('leads by the known details of their trips', async () => {
    await buy(day('2026-09-01'))
    await buy(day('2026-09-01'), { lead_type: 'international', travel_date: '2026-12-24' })
    await buy(day('2026-09-01'), {
      travel_days: 3,
      budget_per_person: '15000-30000',
      priority: 'price',
    })
    await replaceAt(at)
    const { groups } = await computed()
    expect(groups.map(({ purchases, returned, odds, ...group }) => group)).toHaveLength(3)
    expect(groups).toContainEqual(
      expect.objectContaining({ leadType: 'international', hasTravelDate: true, source: 'Admin' }),
    )
  })
})

describe('the stored odds', () => {
  it('are computed once a day by one of several processes, and a killed process leaves those of the day before', async () => {
    await replaceAt(day('2026-09-01'))
    const before = await computed()
    const killed = withTransaction(app.database, async (tx) => {
      await replaceReturnOdds(tx, at)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect(await computed()).toEqual(before)

    const runs = await Promise.all(Array.from({ length: 4 }, () => computeReturnOdds(app.database)))
    expect(tally(runs.map(String))).toEqual({ true: 1, false: 3 })
    const { computedAt } = await computed()
    expect(Date.now() - Date.parse(computedAt)).toBeLessThan(600_000)
    expect(await computeReturnOdds(app.database)).toBe(false)
    expect((await computed()).computedAt).toBe(computedAt)
    await expectOwnInvariantsHold()
  })
})

describe('of 60,000 purchases with known odds', () => {
  beforeAll(async () => {
    await withTransaction(app.database, (tx) =>
      simulatePurchases(tx, { count: 60_000, userId: agent.id, until: at, days: 580 }),
    )
    await sql`analyze purchases, leads, lead_origins, replacement_requests`.execute(app.db)
    await replaceAt(at)
  }, 120_000)

  it('the back-test predicts each tenth within 2 points, and is better than the base rate', async () => {
    const { tenths, backTest, isBetter, months } = await computed()
    expect(tenths).toHaveLength(10)
    for (const { purchases, predicted, returned } of tenths) {
      expect(Math.abs(predicted - returned / purchases)).toBeLessThan(0.02)
    }
    expect(months.map(({ month }) => month)).toEqual([
      '2026-04-01',
      '2026-05-01',
      '2026-06-01',
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
    ])
    expect(backTest?.purchases).toBeGreaterThan(18_000)
    expect(isBetter).toBe(true)
    await expectOwnInvariantsHold()
  })

  it.each([
    'update return_odds set purchases = purchases + 1',
    'delete from return_odds_groups where odds = (select max(odds) from return_odds_groups)',
    'update return_odds_months set tested = tested + 1',
    'update return_odds_tenths set returned = returned - 1',
  ])('an invariant detects: %s', async (statement) => {
    const found = await app.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(statement).execute(tx)
        const rows = await Promise.all(
          Object.values(returnOddsInvariants).map((query) => sql.raw(query).execute(tx)),
        )
        throw rows.flatMap((result) => result.rows)
      })
      .catch((rows: unknown[]) => rows)
    expect(found).toHaveLength(1)
  })

  it('agents see those of a lead for sale, the same for each agent and each contact', async () => {
    const other = await makeAgent(app.db)
    const fields = { travel_date: '2097-12-24', travel_days: 4 }
    const ids = [
      await makeLead(app.db, {
        ...fields,
        phone: '+917400000001',
        email: 'simulated1@bench.example',
      }),
      await makeLead(app.db, { ...fields, phone: '+919800000000', email: 'new@bench.example' }),
    ]
    const answers = []
    for (const viewer of [agent, other]) {
      for (const id of ids) {
        answers.push((await app.as(viewer).call(getLeadOdds, { params: { id } })).text)
      }
    }
    expect(new Set(answers).size).toBe(1)
    const { groups } = await computed()
    const own = groups.find(
      ({ verification, source, completeness, hasTravelDate, leadType }) =>
        verification === 'none' &&
        source === 'Admin' &&
        completeness === 'some' &&
        hasTravelDate &&
        leadType === 'domestic',
    )
    expect(JSON.parse(answers[0] ?? '').data.odds).toEqual({
      purchases: own?.purchases,
      perHundred: Math.round(100 * (own?.odds ?? 0)),
    })
  })

  it('agents see none while the back-test is no better than the base rate, or of fewer than 50 purchases', async () => {
    const id = await makeLead(app.db, { travel_date: '2097-12-24', travel_days: 4 })
    const odds = async () => (await app.as(agent).call(getLeadOdds, { params: { id } })).data.odds
    expect(await odds()).not.toBeNull()
    await sql`update return_odds_groups set purchases = 49, returned = 1`.execute(app.db)
    expect(await odds()).toBeNull()
    await sql`update return_odds_groups set purchases = 50`.execute(app.db)
    expect(await odds()).toMatchObject({ purchases: 50 })
    await sql`update return_odds set brier = base_brier`.execute(app.db)
    expect(await odds()).toBeNull()
    expect((await app.as(admin).call(getReturnOdds)).data.computed?.isBetter).toBe(false)
    await sql`update return_odds set brier = base_brier - 0.0001`.execute(app.db)
    expect(await odds()).not.toBeNull()
    expect((await app.as(agent).call(getLeadOdds, { params: { id: uuidv7() } })).code).toBe(
      'LEAD_NOT_FOUND',
    )
  })
})
