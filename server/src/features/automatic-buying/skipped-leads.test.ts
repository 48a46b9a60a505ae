import {
  listSkippedLeads,
  maxSkippedLeads,
  type SkipReason,
} from '@raahi/contract/automatic-buying'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '../../platform/database/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { removeExpired } from '../../platform/jobs/remove-expired.ts'
import { makeMatches, makeRule, minuteOld } from '../../testing/automatic-buying.ts'
import { expectAllInvariantsHold } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  type MadeUser,
  makeAgent,
  makeLead,
  makeLeads,
  makeMember,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { buyAutomatically } from './buy-automatically.ts'
import { expiredSkips, findSkippedLeads } from './skipped-leads.queries.ts'

describe('the reason why a rule skipped a lead', () => {
  // The tests run the background task themselves and need no app.
  let test: TestDatabase
  let db: Kysely<Schema>
  beforeAll(async () => {
    test = await createTestDatabase()
    db = test.database.kysely
    await setLeadPrice(db, 'domestic', 5000)
  })
  afterEach(() => expectAllInvariantsHold(test.database))
  afterAll(() => test.drop())

  interface Buyer extends MadeUser {
    searchId: string
    rule: string
  }

  async function makeBuyer(
    limits: Parameters<typeof makeRule>[2] = {},
    { money = 1000_00, of }: { money?: number; of?: MadeUser } = {},
  ): Promise<Buyer> {
    const agent = of ?? (await makeAgent(db))
    if (!of) await giveMoney(test.database, agent.id, money)
    const searchId = await makeSavedSearch(db, agent.id, { destination: 'Hampi' })
    return { ...agent, searchId, rule: await makeRule(db, agent.id, limits, searchId) }
  }

  const makeHampi = (fields: object = {}) =>
    makeLead(db, { ...minuteOld, destination: 'Hampi', ...fields })

  /** Makes matches of these leads due, and lets the rules try to buy them. */
  async function tryToBuy(buyers: readonly Buyer[], ...leads: string[]): Promise<void> {
    await makeMatches(
      db,
      buyers.map(({ rule }) => rule),
      leads,
    )
    await buyAutomatically({ database: test.database, queuePurchaseMails: async () => {} })
    const { rows } = await sql`select from automatic_buying_matches`.execute(db)
    expect(rows, 'each match is used').toEqual([])
  }

  const reasonsOf = async ({ searchId }: Buyer): Promise<SkipReason[]> =>
    (await findSkippedLeads(db, searchId)).map(({ reason }) => reason)

  it('is the sale to another agent, who gets no entry', async () => {
    const [first, second] = [await makeBuyer(), await makeBuyer()]
    const lead = await makeHampi()
    await tryToBuy([first, second], lead)
    expect(await reasonsOf(first)).toEqual([])
    expect(await findSkippedLeads(db, second.searchId)).toMatchObject([
      { _id: lead, reason: 'sold', price: 50, isForSale: false },
    ])
  })

  it('is a purchase of the same agent, by hand or with another rule', async () => {
    const buyer = await makeBuyer()
    const twin = await makeBuyer({}, { of: buyer })
    await tryToBuy([buyer, twin], await makeHampi())
    expect([...(await reasonsOf(buyer)), ...(await reasonsOf(twin))]).toEqual(['own'])
    const lead = await makeHampi()
    await sql`select buy_lead(gen_random_uuid(), gen_random_uuid(), ${buyer.id}, ${lead}, 5000, 'wallet', null, null, null, null)`.execute(
      db,
    )
    const other = await makeBuyer()
    await tryToBuy([buyer, other], lead)
    expect((await reasonsOf(buyer))[0]).toBe('own')
    expect(await reasonsOf(other)).toEqual(['sold'])
  })

  const pausedBy = { paused_at: new Date(), paused_by: 'agent' } as const
  const limits: [SkipReason, Parameters<typeof makeBuyer>, ((b: Buyer) => Promise<unknown>)?][] = [
    ['price', [{ max_price_paise: 4999 }]],
    ['daily-amount', [{ daily_paise: 4999 }]],
    ['wallet', [{}, { money: 4999 }]],
    ['wallet', [{ floor_paise: 1000_00 }]],
    [
      'off',
      [],
      ({ rule }) =>
        db.updateTable('automatic_buying_rules').set(pausedBy).where('id', '=', rule).execute(),
    ],
    [
      'off',
      [],
      async ({ id }) => {
        await sql`update sessions set ended_at = now() where user_id = ${id}`.execute(db)
        await sql`update users set status = 'suspended' where id = ${id}`.execute(db)
      },
    ],
  ]
  it.each(limits)(
    'is %s, even if another agent got the lead (%j)',
    async (reason, making, change) => {
      const buyer = await makeBuyer(...making)
      await change?.(buyer)
      const able = await makeBuyer()
      const [alone, sold] = [await makeHampi(), await makeHampi()]
      await tryToBuy([buyer], alone)
      await tryToBuy([buyer, able], sold)
      expect(await findSkippedLeads(db, buyer.searchId)).toMatchObject([
        { _id: sold, reason, isForSale: false },
        { _id: alone, reason, isForSale: true },
      ])
      expect(await reasonsOf(able)).toEqual([])
    },
  )

  it('is the missing KYC of the agent', async () => {
    const buyer = await makeBuyer()
    await sql`update settings set buying_needs_kyc = true`.execute(db)
    await tryToBuy([buyer], await makeHampi())
    await sql`update settings set buying_needs_kyc = false`.execute(db)
    expect(await reasonsOf(buyer)).toEqual(['kyc'])
  })

  it('is the daily limit of the member who set the rule', async () => {
    const buyer = await makeBuyer()
    const { id } = await makeMember(db, buyer, { agent_role: 'buyer', daily_limit_paise: 100 })
    await sql`update automatic_buying_rules set set_by = ${id} where user_id = ${buyer.id}`.execute(
      db,
    )
    await tryToBuy([buyer], await makeHampi())
    expect(await reasonsOf(buyer)).toEqual(['daily-amount'])
  })

  it('is the number of leads of the day, for each lead above it', async () => {
    const buyer = await makeBuyer({ daily_leads: 2 })
    await tryToBuy([buyer], ...(await makeLeads(db, 5, { ...minuteOld, destination: 'Hampi' })))
    expect(await reasonsOf(buyer)).toEqual(['daily-leads', 'daily-leads', 'daily-leads'])
  })

  it('is the lead itself: changed, expired, or without a price', async () => {
    const buyer = await makeBuyer()
    await tryToBuy([buyer], await makeHampi({ destination: 'Kochi' }))
    await tryToBuy([buyer], await makeHampi({ travel_date: '2020-01-01' }))
    await tryToBuy([buyer], await makeHampi({ lead_type: 'international' }))
    expect(await reasonsOf(buyer)).toEqual(['no-price', 'expired', 'filters'])
  })

  it('is stored for a match that became due while the lead was being bought', async () => {
    const [first, late] = [await makeBuyer(), await makeBuyer()]
    const lead = await makeHampi()
    await makeMatches(db, [first.rule], [lead])
    const buying = await withTransaction(test.database, async (tx) => {
      await sql`select from accounts where id = ${first.id} for update`.execute(tx)
      const running = buyAutomatically({
        database: test.database,
        queuePurchaseMails: async () => {},
      })
      await untilWaiting(test.database, 1, 'buy_lead_automatically(')
      await makeMatches(db, [late.rule], [lead])
      return { running }
    })
    expect(await buying.running).toBe(1)
    expect(await reasonsOf(late)).toEqual(['sold'])
  })

  it('is not listed for a lead that was deleted', async () => {
    const buyer = await makeBuyer()
    const lead = await makeHampi({ deleted_at: new Date() })
    await tryToBuy([buyer], lead)
    expect(await reasonsOf(buyer)).toEqual([])
  })
})

describe('the list of skipped leads', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it('contains the latest leads of 7 days, for their agent only, without name and contact', async () => {
    const [agent, other] = [await makeAgent(app.db), await makeAgent(app.db)]
    const searchId = await makeSavedSearch(app.db, agent.id)
    const rule = await makeRule(app.db, agent.id, {}, searchId)
    const read = (by: MadeUser) => app.as(by).call(listSkippedLeads, { params: { id: searchId } })
    expect((await read(agent)).data).toEqual([])
    const contact = {
      name: 'Canary Traveller',
      phone: '+919812345670',
      email: 'canary@example.com',
    }
    const leads = await makeLeads(app.db, maxSkippedLeads + 2, { ...minuteOld, ...contact })
    await sql`insert into automatic_buying_skips (rule_id, lead_id, reason, skipped_at)
      select ${rule}, lead, 'price', now() - n * interval '1 minute'
      from unnest(${leads}::uuid[]) with ordinality of_lead (lead, n)`.execute(app.db)
    const { data, text } = await read(agent)
    expect(data.map(({ _id }) => _id)).toEqual(leads.slice(0, maxSkippedLeads))
    expect(text).not.toMatch(/canary|98123/i)
    expect((await read(other)).code).toBe('SAVED_SEARCH_NOT_FOUND')

    await sql`update automatic_buying_skips set skipped_at = skipped_at - interval '7 days'
      where lead_id = any(${leads.slice(3)}::uuid[])`.execute(app.db)
    expect((await read(agent)).data).toHaveLength(3)
    await removeExpired(app.database, expiredSkips)
    const remaining = await app.db.selectFrom('automatic_buying_skips').select('lead_id').execute()
    expect(remaining).toHaveLength(3)
  })
})
