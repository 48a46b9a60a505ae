import { getLead, listLeads, updateLead } from '@raahi/contract/leads'
import {
  type AgeRule,
  changePriceAgeing,
  listPriceAgeing,
  previewPriceAgeing,
  previewQuery,
} from '@raahi/contract/price-ageing'
import { buyLead } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectAllInvariantsHold, tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  givePlan,
  type MadeUser,
  makeLead,
  makeLeads,
  makePlan,
  makeRequest,
} from '../../testing/factories.ts'
import { findActions } from '../../testing/find-actions.ts'
import { followEvents } from '../../testing/follow-events.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createMarketplace } from '../../testing/marketplace.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { announceAgedPrices } from './announce-aged-prices.ts'
import { priceAgeingInvariants } from './price-ageing-invariants.ts'

let app: TestApp
let admin: MadeUser
let agent: MadeUser
beforeAll(async () => {
  ;({ app, admin, agent } = await createMarketplace({ pricePaise: null }))
  await setLeadPrice(app.db, 'domestic', 50_50)
  await setLeadPrice(app.db, 'international', 1_00)
})
afterEach(() => expectAllInvariantsHold(app.database))
afterAll(() => app.close())

const steps: AgeRule = {
  domestic: [
    { afterDays: 1, percent: 10 },
    { afterDays: 30, percent: 20 },
  ],
  international: [{ afterDays: 1, percent: 90 }],
}
const off: AgeRule = { domestic: [], international: [] }

const present = async () => {
  const [rule] = (await app.as(admin).call(listPriceAgeing)).data
  if (!rule) throw new Error('the first rule is missing')
  return rule
}
const change = (version: number, rule: AgeRule) =>
  app.as(admin).call(changePriceAgeing, { body: { version, ...rule } })
const use = async (rule: AgeRule) => {
  expect((await change((await present()).version, rule)).status).toBe(200)
}

/** A lead that was put on sale a number of days ago, at its first or its last moment. */
const makeOld = (days: number, at: 'first' | 'last' = 'last', fields = {}) =>
  makeLead(app.db, {
    ...fields,
    created_at:
      at === 'first'
        ? sql<Date>`day_start_in_india(today_in_india() - ${days}::integer)`
        : (sql<Date>`day_start_in_india(today_in_india() - ${days}::integer + 1) - interval '1 microsecond'` as never),
  } as never)
const shown = async (id: string) => {
  const { data } = await app.as(agent).call(getLead, { params: { id } })
  return [data.cost, data.fullCost]
}
const buy = (leadId: string, expectedCost?: number, payWith: 'wallet' | 'plan' = 'wallet') =>
  app.as(agent).call(buyLead, { body: { leadId, payWith, ...(expectedCost && { expectedCost }) } })
const purchaseOf = (leadId: string) =>
  app.db
    .selectFrom('purchases')
    .select(['price_paise', 'full_price_paise', 'ageing_version', 'cost_paise'])
    .where('lead_id', '=', leadId)
    .executeTakeFirst()

describe('the rule', () => {
  it('is off at first, and a change needs the version seen, is recorded and cannot be undone', async () => {
    expect(await present()).toEqual({ version: 1, ...off, startsAt: expect.any(String), by: null })
    const old = await makeOld(200)
    expect(await shown(old)).toEqual([50.5, null])
    expect((await change(1, off)).data.version).toBe(1)
    const saved = (await change(1, steps)).data
    expect(saved).toMatchObject({ version: 2, ...steps, by: { _id: admin.id } })
    expect((await change(1, off)).code).toBe('PRICE_AGEING_CHANGED')
    expect(await present()).toEqual(saved)
    const { id } = await app.db
      .selectFrom('ageing_rules')
      .select('id')
      .where('version', '=', 2)
      .executeTakeFirstOrThrow()
    expect(await findActions(app.db, id)).toMatchObject([
      { actor_id: admin.id, before: { version: 1, ...off }, after: { version: 2, ...steps } },
    ])
    for (const statement of [
      sql`update ageing_steps set percent = 1`,
      sql`delete from ageing_rules`,
    ])
      await expect(statement.execute(app.db)).rejects.toThrow('append-only')
  })

  it('has one successor after concurrent changes to the same version', async () => {
    const { version } = await present()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        change(version, { ...off, domestic: [{ afterDays: 10 + at, percent: 5 }] }),
      ),
    )
    expect(tally(answers.map(({ code, status }) => code ?? status))).toEqual({
      200: 1,
      PRICE_AGEING_CHANGED: 5,
    })
  })

  it.each([
    [[{ afterDays: 0, percent: 10 }], 'domestic.0.afterDays'],
    [[{ afterDays: 366, percent: 10 }], 'domestic.0.afterDays'],
    [[{ afterDays: 1.5, percent: 10 }], 'domestic.0.afterDays'],
    [[{ afterDays: 1, percent: 0 }], 'domestic.0.percent'],
    [[{ afterDays: 1, percent: 91 }], 'domestic.0.percent'],
    [
      [
        { afterDays: 30, percent: 10 },
        { afterDays: 30, percent: 20 },
      ],
      'domestic.1.afterDays',
    ],
    [
      [
        { afterDays: 30, percent: 20 },
        { afterDays: 60, percent: 20 },
      ],
      'domestic.1.percent',
    ],
    [[1, 2, 3, 4].map((n) => ({ afterDays: n, percent: n })), 'domestic'],
  ])('refuses the steps %j beside their field', async (domestic, field) => {
    const answer = await change((await present()).version, { ...off, domestic })
    expect([answer.status, Object.keys(answer.fieldErrors ?? {})]).toEqual([400, [field]])
    const query = previewQuery({ ...off, domestic })
    expect((await app.as(admin).call(previewPriceAgeing, { query })).status).toBe(400)
  })

  it('is found if its steps do not increase', async () => {
    const [query = ''] = Object.values(priceAgeingInvariants)
    for (const [second, third] of [
      ['40, 10', '50, 30'],
      ['40, 30', "50, 40), (99, 'domestic', 60, 50"],
    ]) {
      const found = await app.db
        .transaction()
        .execute(async (tx) => {
          await sql
            .raw(`insert into ageing_rules (version, created_by) values (99, '${admin.id}');
            insert into ageing_steps values (99, 'domestic', 30, 20), (99, 'domestic', ${second}), (99, 'domestic', ${third})`)
            .execute(tx)
          const { rows } = await sql.raw(query).execute(tx)
          throw rows
        })
        .catch((rows: unknown[]) => rows)
      expect(found).toHaveLength(1)
    }
  })
})

describe('the price of a lead', () => {
  it('falls at midnight in India, in whole rupees and not below ₹1', async () => {
    await use(steps)
    const expected = [
      [await makeOld(0, 'first'), 50.5, null],
      [await makeOld(1, 'last'), 45, 50.5],
      [await makeOld(29, 'first'), 45, 50.5],
      [await makeOld(30, 'last'), 40, 50.5],
      [await makeOld(400), 40, 50.5],
      [await makeOld(5, 'last', { lead_type: 'international' }), 1, null],
    ] as const
    for (const [id, cost, fullCost] of expected) expect(await shown(id)).toEqual([cost, fullCost])
    const { data } = await app.as(agent).call(listLeads, { query: { maxPrice: '40', limit: 50 } })
    const found = new Set(data.leads.map(({ _id }) => _id))
    expect(expected.map(([id]) => found.has(id))).toEqual([false, false, false, true, true, true])
  })

  it('is charged only as confirmed, and a purchase keeps it with the full price and the version', async () => {
    await use(steps)
    const { version } = await present()
    const [lead, other, planLead] = [await makeOld(30), await makeOld(2), await makeOld(31)]
    const before = await walletPaise(app.database, agent.id)
    for (const confirmed of [50.5, 45, 39]) {
      expect((await buy(lead, confirmed)).code).toBe('LEAD_PRICE_CHANGED')
    }
    expect((await buy(lead, 40)).data.cost).toBe(40)
    expect(before - (await walletPaise(app.database, agent.id))).toBe(40_00)
    const stored = { full_price_paise: 50_50, ageing_version: version }
    expect(await purchaseOf(lead)).toEqual({ price_paise: 40_00, cost_paise: 40_00, ...stored })
    expect(await shown(lead)).toEqual([40, null])

    await givePlan(app.database, agent.id, await makePlan(app.db, { lead_quota: 1 }))
    expect((await buy(planLead, 50.5, 'plan')).code).toBe('LEAD_PRICE_CHANGED')
    expect((await buy(planLead, 40, 'plan')).data.cost).toBe(0)
    expect(await purchaseOf(planLead)).toEqual({ price_paise: 40_00, cost_paise: 0, ...stored })

    await use(off)
    expect(await shown(other)).toEqual([50.5, null])
    const requestId = await makeRequest(app.database, agent.id, lead)
    await sql`select decide_replacement(${requestId}, 'approved', ${admin.id}, gen_random_uuid())`.execute(
      app.db,
    )
    // The plan paid nothing, and the wallet got back what it had paid.
    expect(await walletPaise(app.database, agent.id)).toBe(before)
  })

  it('is kept by a sale outside the product', async () => {
    await use(steps)
    const id = await makeOld(30)
    const { data } = await app
      .as(admin)
      .call(updateLead, { params: { id }, body: { satatus: 'sold' } })
    expect(data).toMatchObject({ cost: 40, fullCost: null })
    await use(off)
    expect((await shown(id))[0]).toBe(40)
  })

  it('is exactly the confirmed one while the rule changes', async () => {
    await use(off)
    const leads = [] as string[]
    for (let at = 0; at < 30; at += 1) leads.push(await makeOld(30))
    let isBuying = true
    const changes = (async () => {
      for (let at = 0; isBuying; at += 1) await use(at % 2 === 0 ? steps : off)
    })()
    const confirmed = leads.map((_, at) => (at % 2 === 0 ? 50.5 : 40))
    const answers = await Promise.all(leads.map((lead, at) => buy(lead, confirmed[at])))
    isBuying = false
    await changes
    // Each of the two rules accepts half of the confirmed prices.
    expect(answers.filter(({ status }) => status === 200)).not.toHaveLength(0)
    for (const [at, answer] of answers.entries()) {
      if (answer.code) expect(answer.code).toBe('LEAD_PRICE_CHANGED')
      else expect(answer.data.cost).toBe(confirmed[at])
    }
  })
})

it('open screens get the prices of all ages after a change, and at midnight if there is a step', async () => {
  await use(off)
  const stream = await followEvents(app, agent)
  const prices = () => stream.events.flatMap(({ event }) => event.prices ?? [])
  await use(steps)
  await stream.until(() => prices().length === 1)
  const [{ rows }] = [
    await sql<{ first: Date; second: Date }>`select day_start_in_india(today_in_india()) as first,
      day_start_in_india(today_in_india() - 29) as second`.execute(app.db),
  ]
  const [starts] = rows
  const expected = {
    domestic: 50.5,
    international: 1,
    aged: [
      { leadType: 'domestic', createdBefore: starts?.second.toISOString(), cost: 40 },
      { leadType: 'domestic', createdBefore: starts?.first.toISOString(), cost: 45 },
      { leadType: 'international', createdBefore: starts?.first.toISOString(), cost: 1 },
    ],
  }
  await announceAgedPrices(app.database)
  await stream.until(() => prices().length === 2)
  expect(prices().map((each) => ({ ...each, aged: each.aged.toSorted(byTypeAndAge) }))).toEqual([
    expected,
    expected,
  ])
  const changed = await makeOld(40)
  await stream.until(({ events }) =>
    events.some(({ event }) =>
      event.leads?.some(({ _id, cost }) => _id === changed && cost === 40),
    ),
  )
  await use(off)
  await stream.until(() => prices().length === 3)
  const { n: before } = await countEvents()
  await announceAgedPrices(app.database)
  expect((await countEvents()).n).toBe(before)
  stream.close()
})

const byTypeAndAge = (
  a: { leadType: string; createdBefore: string },
  b: { leadType: string; createdBefore: string },
) => `${a.leadType} ${a.createdBefore}`.localeCompare(`${b.leadType} ${b.createdBefore}`)
const countEvents = () =>
  app.db
    .selectFrom('lead_events')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('kind', '=', 'prices')
    .executeTakeFirstOrThrow()

it('the preview counts the leads on sale by their price under other steps', async () => {
  await use(off)
  await app.db
    .updateTable('leads')
    .set({ deleted_at: new Date() })
    .where('status', '=', 'buy')
    .execute()
  for (const days of [0, 29, 30, 89, 90]) await makeOld(days)
  await makeLeads(app.db, 2, { lead_type: 'international' })
  await makeOld(90, 'first', { travel_date: '2020-01-01' })
  const query = previewQuery({ ...off, domestic: [{ afterDays: 30, percent: 20 }] })
  expect((await app.as(admin).call(previewPriceAgeing, { query })).data).toEqual([
    { leadType: 'domestic', afterDays: 0, price: 50.5, leads: 2, recentLeads: 2 },
    { leadType: 'domestic', afterDays: 30, price: 40, leads: 3, recentLeads: 2 },
    { leadType: 'international', afterDays: 0, price: 1, leads: 2, recentLeads: 2 },
  ])
})
