import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../../integrity/check-invariants.ts'
import { expectAllInvariantsHold } from '../../../testing/expect-invariants.ts'
import { giveMoney, makeAgent, makePurchase } from '../../../testing/factories.ts'
import { setLeadPrice } from '../../../testing/insert-records.ts'
import { moveEntriesBack } from '../../../testing/sealed-days.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Database } from '../../database/connect.ts'
import { accounts } from '../accounts.ts'
import { findChangedDays } from './check-seals.ts'
import { sealDays } from './seal-days.ts'

let test: TestDatabase
let database: Database
let agent: { id: string }
beforeEach(async () => {
  test = await createTestDatabase()
  database = test.database
  agent = await makeAgent(database.kysely)
  await setLeadPrice(database.kysely, 'both', 5000)
})
afterEach(() => test.drop())

const readAll = async <T>(statement: string) =>
  (await sql.raw<T>(statement).execute(database.kysely)).rows
const brokenBy = async (scope: 'fast' | 'complete') =>
  (await checkInvariants(database, scope)).map(({ invariant }) => invariant)
const today = async () =>
  (await readAll<{ day: string }>('select today_in_india()::text as day'))[0]?.day ?? ''

/** Two days with three entries each; today has one. */
async function fillDays() {
  const other = await makeAgent(database.kysely)
  for (const daysBack of [5, 2, 0]) {
    await giveMoney(database, agent.id, 50_000)
    if (daysBack > 0) {
      await giveMoney(database, other.id, 70_000)
      await giveMoney(database, agent.id, 30_000)
      await moveEntriesBack(database, daysBack)
    }
  }
  return other
}

describe('sealing', () => {
  it('seals each day that has ended once, and not the current day', async () => {
    await fillDays()
    expect(await sealDays(database)).toBe(2)
    expect(await sealDays(database)).toBe(0)
    const days = await readAll(`
      select number, today_in_india() - day as back, entries, postings, moved_paise, version from sealed_days
      order by number`)
    const sealed = { entries: 3, postings: 6, moved_paise: 150_000, version: 2 }
    expect(days).toEqual([
      { number: 1, back: 5, ...sealed },
      { number: 2, back: 2, ...sealed },
    ])
    expect(await brokenBy('fast')).toEqual([])
    expect(await findChangedDays(database)).toEqual([])
  })

  it('seals each day once if three processes seal concurrently', async () => {
    await fillDays()
    const counts = await Promise.all([1, 2, 3].map(() => sealDays(database)))
    await sealDays(database)
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2)
    expect(await readAll('select number from sealed_days order by number')).toEqual([
      { number: 1 },
      { number: 2 },
    ])
    expect(await brokenBy('fast')).toEqual([])
  })

  it('waits for a transaction with an entry of an ended day that is not committed yet', async () => {
    await fillDays()
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query(
      `with entry as (
         insert into journal_entries (id, method, status, user_id, amount_paise, created_at)
         values ($1, 'cash', 'captured', $2, 10, now() - interval '2 days')
       )
       insert into postings (entry_id, account_id, amount_paise) values ($1, $3, -10), ($1, $4, 10)`,
      [uuidv7(), agent.id, accounts.cash, accounts.planRevenue],
    )
    expect(await sealDays(database, { signal: AbortSignal.timeout(700) })).toBe(0)
    await client.query('commit')
    client.release()
    expect(await sealDays(database)).toBe(2)
    expect(await readAll('select entries from sealed_days order by number')).toEqual([
      { entries: 3 },
      { entries: 4 },
    ])
    expect(await findChangedDays(database)).toEqual([])
  })

  it('keeps all ledger invariants while agents buy', async () => {
    await giveMoney(database, agent.id, 1_000_000)
    await fillDays()
    const [purchases] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, () => makePurchase(database, agent.id))),
      sealDays(database),
      sealDays(database),
    ])
    expect(purchases).toHaveLength(30)
    await sealDays(database)
    expect(await brokenBy('fast')).toEqual([])
    expect(await findChangedDays(database)).toEqual([])
  })

  it('satisfies every invariant, of both audits', async () => {
    await giveMoney(database, agent.id, 100_000)
    await makePurchase(database, agent.id)
    expect(await sealDays(database, { through: await today() })).toBe(1)
    await expectAllInvariantsHold(database)
    expect(await brokenBy('fast')).toEqual([])
  })

  it('cannot be undone: the database rejects changes of a sealed day', async () => {
    await fillDays()
    await sealDays(database)
    for (const change of [
      'update sealed_days set entries = 1',
      'delete from sealed_days',
      'truncate sealed_days cascade',
    ]) {
      await expect(readAll(change)).rejects.toThrow(/append-only/)
    }
  })
})
