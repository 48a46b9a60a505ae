import * as contract from '@raahi/contract/saved-searches'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { addLimits, makeMatches, makeRule, minuteOld } from '../../testing/automatic-buying.ts'
import { tally, walletPaise } from '../../testing/expect-invariants.ts'
import {
  giveMoney,
  givePlan,
  makeAgent,
  makeLeads,
  makePlan,
  makeSavedSearch,
} from '../../testing/factories.ts'
import { setLeadPrice } from '../../testing/insert-records.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { countWaiting, untilWaiting } from '../../testing/until-waiting.ts'
import { updateSavedSearch } from '../saved-searches/public/save-search.ts'
import { ruleOfSearch } from './public/rules.queries.ts'

// Each attack calls the database function directly, without the background task, and returns the outcome. Then a guard
// is removed from the function, and the same attack must have another outcome.

let test: TestDatabase
let db: TestDatabase['database']['kysely']
beforeAll(async () => {
  test = await createTestDatabase({ poolSize: 20 })
  db = test.database.kysely
  await setLeadPrice(db, 'domestic', 5000)
})
afterAll(() => test.drop())

type Limits = Parameters<typeof makeRule>[2]

const buy = async (ruleId: string, leadId: string, pricePaise = 5000) => {
  const { rows } = await sql<{ refusal: string | null; paid_with: string }>`
    select * from buy_lead_automatically(${ruleId}, ${leadId}, ${pricePaise}::bigint, ${uuidv7()}, ${uuidv7()})`.execute(
    db,
  )
  return rows[0]?.refusal ?? rows[0]?.paid_with
}

/** Buys twelve leads for one rule, each three times, all at once. */
async function attack(limits: Limits, money = 100_000) {
  const { id } = await makeAgent(db)
  await giveMoney(test.database, id, money)
  const rule = await makeRule(db, id, limits)
  const leads = await makeLeads(db, 12, minuteOld)
  await makeMatches(db, [rule], leads)
  const answers = await Promise.all([...leads, ...leads, ...leads].map((lead) => buy(rule, lead)))
  const { wallet = 0 } = tally(answers)
  return { bought: wallet, spent: money - (await walletPaise(test.database, id)) }
}

const bought = (leads: number) => ({ bought: leads, spent: leads * 5000 })

/** Changes the rule, the search or the lead between the match and the purchase. Returns the result of the purchase. */
async function buyAfterChange(change: (ruleId: string) => Promise<unknown>) {
  const { id } = await makeAgent(db)
  await giveMoney(test.database, id, 100_000)
  const rule = await makeRule(db, id, {}, { destination: 'Goa' })
  const [lead = ''] = await makeLeads(db, 1, { ...minuteOld, destination: 'Goa' })
  await makeMatches(db, [rule], [lead])
  await change(rule)
  return buy(rule, lead)
}

const search = (columns: string) => (ruleId: string) =>
  sql`update saved_searches set ${sql.raw(columns)}
    where id = (select search_id from automatic_buying_rules where id = ${ruleId})`.execute(db)
const pause = (ruleId: string) =>
  sql`update automatic_buying_rules set paused_at = now(), paused_by = 'agent' where id = ${ruleId}`.execute(
    db,
  )

/** Returns whether a change of the search completes while a purchase that has passed every check is uncommitted. */
async function searchOvertakes(form: { isPaused: boolean; destination?: string }) {
  const { id } = await makeAgent(db)
  await giveMoney(test.database, id, 100_000)
  const search = await makeSavedSearch(db, id)
  const rule = await makeRule(db, id, {}, search)
  const [lead = ''] = await makeLeads(db, 1, minuteOld)
  await makeMatches(db, [rule], [lead])
  const buyer = await test.database.pool.connect()
  try {
    await buyer.query('begin')
    const ids = [rule, lead, uuidv7(), uuidv7()]
    const { rows } = await buyer.query(
      'select refusal from buy_lead_automatically($1, $2, 5000, $3, $4)',
      ids,
    )
    expect(rows).toEqual([{ refusal: null }])
    let isAnswered = false
    const fields = contract.updateSavedSearch.body.parse({ name: 'Trips', ...form })
    const changing = updateSavedSearch(
      { database: test.database, ruleOfSearch },
      { id: search, userId: id, isOwner: true },
      fields,
    ).then(() => {
      isAnswered = true
    })
    await expect
      .poll(async () => isAnswered || (await countWaiting(test.database)) === 1, {
        timeout: 20_000,
        interval: 10,
      })
      .toBe(true)
    const isEarlier = isAnswered
    await buyer.query('commit')
    await changing
    return isEarlier
  } finally {
    buyer.release(true)
  }
}

/** Returns whether a pause completes while an earlier purchase still waits for its wallet. */
async function pauseOvertakes(): Promise<boolean> {
  const { id } = await makeAgent(db)
  await giveMoney(test.database, id, 100_000)
  const rule = await makeRule(db, id)
  const [lead = ''] = await makeLeads(db, 1, minuteOld)
  await makeMatches(db, [rule], [lead])
  const blocker = await test.database.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from accounts where id = $1 for update', [id])
    const buying = buy(rule, lead)
    await untilWaiting(test.database, 1, 'buy_lead_automatically(')
    let isPaused = false
    const pausing = pause(rule).then(() => {
      isPaused = true
    })
    await expect
      .poll(async () => isPaused || (await countWaiting(test.database)) === 2, {
        timeout: 20_000,
        interval: 10,
      })
      .toBe(true)
    const isEarlier = isPaused
    await blocker.query('commit')
    await Promise.all([buying, pausing])
    return isEarlier
  } finally {
    blocker.release(true)
  }
}

interface Guard {
  guard: string
  of?: string
  from: string
  to: string
  attack: () => Promise<unknown>
  expected: unknown
}

const guards: Guard[] = [
  {
    guard: 'the rupees of a day',
    from: 'today.paise + p_cost_paise > c.daily_paise',
    to: 'false',
    attack: () => attack({ daily_paise: 24_999 }),
    expected: bought(4),
  },
  {
    guard: 'the leads of a day',
    from: 'today.leads >= c.daily_leads',
    to: 'false',
    attack: () => attack({ daily_leads: 3 }),
    expected: bought(3),
  },
  {
    guard: 'the highest price',
    from: 'p_price_paise > c.max_price_paise',
    to: 'false',
    attack: () => attack({ max_price_paise: 4999 }),
    expected: bought(0),
  },
  {
    guard: 'the wallet floor',
    from: 'p_wallet_after_paise < c.floor_paise',
    to: 'false',
    attack: () => attack({ floor_paise: 1 }, 30_000),
    expected: bought(5),
  },
  {
    guard: 'one use of each match',
    of: 'buy_lead_automatically',
    from: 'and due_at <= clock_timestamp()',
    to: '',
    attack: async () => {
      const { id } = await makeAgent(db)
      await giveMoney(test.database, id, 100_000)
      const rule = await makeRule(db, id)
      const [early = '', unmatched = ''] = await makeLeads(db, 2, minuteOld)
      await sql`insert into automatic_buying_matches (lead_id, rule_id, due_at)
        values (${early}, ${rule}, now() + interval '1 minute')`.execute(db)
      return [await buy(rule, early), await buy(rule, unmatched)]
    },
    expected: ['no match', 'no match'],
  },
  {
    guard: 'the state of the rule and its search',
    from: "when r.paused_at is not null or s.id is null or s.paused_at is not null or filters_of_search(s) <> c.filters then 'off'",
    to: '',
    attack: async () => [
      await buyAfterChange(pause),
      await buyAfterChange(search('paused_at = now()')),
      await buyAfterChange(search("lead_type = 'domestic'")),
      await buyAfterChange((ruleId) =>
        sql`delete from saved_searches
          where id = (select search_id from automatic_buying_rules where id = ${ruleId})`.execute(
          db,
        ),
      ),
    ],
    expected: ['off', 'off', 'off', 'off'],
  },
  {
    guard: 'the last day',
    from: 'p_day > c.ends_on',
    to: 'false',
    attack: () =>
      buyAfterChange(async (ruleId) => {
        await addLimits(db, ruleId, 2, {
          created_at: sql`now() - interval '10 days'` as never,
          ends_on: sql`today_in_india() - 1` as never,
        })
        await sql`update automatic_buying_rules set version = 2 where id = ${ruleId}`.execute(db)
      }),
    expected: 'ended',
  },
  {
    guard: 'the filters, compared with the lead as it is bought',
    from: 'fits_saved_search(s, l, p_price_paise) is not true',
    to: 'false',
    attack: () =>
      buyAfterChange(() =>
        sql`update leads set destination = 'Kerala'
          where id in (select lead_id from automatic_buying_matches)`.execute(db),
      ),
    expected: 'filters',
  },
  {
    guard: 'the lock on the rule, which a pause waits for',
    of: 'buy_lead_automatically',
    from: 'where id = p_rule_id for no key update',
    to: 'where id = p_rule_id',
    attack: pauseOvertakes,
    expected: false,
  },
]

describe('a guard of automatic buying stops an attack that succeeds without it:', () => {
  it.each(guards)(
    '$guard',
    async ({ of = 'refuse_automatic_purchase', from, to, attack, expected }) => {
      expect(await attack()).toEqual(expected)
      expect(await checkInvariants(test.database)).toEqual([])
      const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef(oid) as source from pg_proc where proname = ${of}`.execute(db)
      const source = rows[0]?.source ?? ''
      expect(source).toContain(from)
      try {
        await sql.raw(source.replaceAll(from, to)).execute(db)
        expect(await attack()).not.toEqual(expected)
      } finally {
        await sql.raw(source).execute(db)
        await removePurchases()
      }
    },
  )

  it.each([{ isPaused: true }, { isPaused: false, destination: 'Goa' }])(
    'a change of the search waits for a purchase that has been checked: %j',
    async (form) => {
      expect(await searchOvertakes(form)).toBe(false)
      await removePurchases()
    },
  )

  it('counts a lead paid by a plan as one lead and 0 rupees, even after the rupees of the day are spent', async () => {
    const { id } = await makeAgent(db)
    await giveMoney(test.database, id, 100_000)
    const rule = await makeRule(db, id, {
      daily_paise: 5000,
      daily_leads: 3,
      floor_paise: 95_000,
    })
    const leads = await makeLeads(db, 5, minuteOld)
    await makeMatches(db, [rule], leads)
    const answers = [await buy(rule, leads[0] ?? ''), await buy(rule, leads[1] ?? '')]
    await givePlan(test.database, id, await makePlan(db, { price_paise: 0 }))
    for (const lead of leads.slice(2)) answers.push(await buy(rule, lead))
    expect(answers).toEqual(['wallet', 'daily-amount', 'plan', 'plan', 'daily-leads'])
    expect(await checkInvariants(test.database)).toEqual([])
  })
})

/** Removes the purchases, because those made without a guard violate invariants. */
async function removePurchases(): Promise<void> {
  await sql`alter table automatic_purchases disable trigger user`.execute(db)
  await sql`delete from automatic_purchases`.execute(db)
  await sql`alter table automatic_purchases enable trigger user`.execute(db)
  await sql`delete from automatic_buying_matches`.execute(db)
}
