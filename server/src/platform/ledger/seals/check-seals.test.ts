import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../../../integrity/check-invariants.ts'
import { giveMoney, makeAgent } from '../../../testing/factories.ts'
import { disableGuards, moveEntriesBack, withoutGuards } from '../../../testing/sealed-days.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Database } from '../../database/connect.ts'
import type { Transaction } from '../../database/transaction.ts'
import { checkDay, checkSeals, findChangedDays } from './check-seals.ts'
import { sealDays } from './seal-days.ts'
import { sealInvariants } from './seal-invariants.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
  const [agent, other] = [await makeAgent(database.kysely), await makeAgent(database.kysely)]
  for (const daysBack of [5, 2]) {
    await giveMoney(database, agent.id, 50_000)
    await giveMoney(database, other.id, 70_000)
    await giveMoney(database, agent.id, 30_000)
    await moveEntriesBack(database, daysBack)
  }
  await giveMoney(database, agent.id, 50_000)
  expect(await sealDays(database)).toBe(2)
})
afterAll(() => test.drop())

const chain = 'each sealed day follows from the day before by its hash'
const sums = 'the sealed sums of the accounts are those of the last sealed day'
const counts = 'no entry and no posting was added to a sealed day or removed from one'
const reread = 'each sealed day had the postings that were sealed when it was last read'
const sumsOfPostings = 'the sealed sums of the accounts are the sums of the sealed postings'
/** Found only when the postings of the day are hashed again. */
const hashes = 'hashes'

const entryAt = (offset: number) =>
  `(select id from journal_entries order by number offset ${offset} limit 1)`
const first = entryAt(0)
const third = entryAt(2)

describe('a change of a sealed day by a superuser is found', () => {
  it.each([
    [
      'both postings of an entry',
      `update postings set amount_paise = amount_paise * 2 where entry_id = ${first}`,
      [hashes, sumsOfPostings],
    ],
    [
      'both postings of an entry with the balance and the sealed sums',
      `update postings set amount_paise = amount_paise * 2 where entry_id = ${first};
       update accounts set balance_paise = balance_paise + 50000 where id = (select user_id from journal_entries where id = ${first});
       update sealed_sums s set amount_paise = s.amount_paise + p.amount_paise / 2 from postings p
         where p.account_id = s.account_id and p.entry_id = ${first}`,
      [hashes, sums],
    ],
    [
      'the user of an entry',
      `update journal_entries set user_id = (select user_id from accounts
         where kind = 'wallet' and user_id <> journal_entries.user_id) where id = ${first}`,
      [hashes],
    ],
    [
      'the method of an entry',
      `update journal_entries set method = 'cash' where id = ${first}`,
      [hashes],
    ],
    [
      'the time of an entry',
      `update journal_entries set created_at = created_at + interval '1 microsecond' where id = ${first}`,
      [hashes],
    ],
    [
      'two entries of a wallet, swapped',
      `update journal_entries set amount_paise = 80000 - amount_paise where id in (${first}, ${third});
       update postings set amount_paise = sign(amount_paise) * (80000 - abs(amount_paise))
         where entry_id in (${first}, ${third})`,
      [hashes],
    ],
    [
      'a dropped posting',
      `delete from postings where entry_id = ${first} and amount_paise < 0`,
      [hashes, counts, sumsOfPostings],
    ],
    [
      'a dropped entry',
      `delete from postings where entry_id = ${first}; delete from journal_entries where number = 1`,
      [hashes, counts, sumsOfPostings],
    ],
    [
      'an added entry',
      `insert into journal_entries (id, method, status, user_id, amount_paise, created_at)
       select gen_random_uuid(), method, status, user_id, 0, created_at from journal_entries where id = ${first}`,
      [hashes, counts],
    ],
    [
      'an entry moved to an open day',
      `update journal_entries set created_at = now() where id = ${first}`,
      [hashes, counts, sumsOfPostings],
    ],
    [
      'a sealed sum',
      'update sealed_sums set amount_paise = amount_paise + 1',
      [sums, sumsOfPostings],
    ],
    [
      'sealed counts',
      'update sealed_days set entries = 4 where number = 1',
      [hashes, chain, counts],
    ],
    ['a root', "update sealed_days set root = sha256('other') where number = 1", [hashes, chain]],
    ['a hash', "update sealed_days set hash = sha256('other') where number = 2", [chain]],
    ['the numbers of the days', 'update sealed_days set number = number + 10', [chain]],
    ['the start', "update sealed_days set previous_hash = sha256('x') where number = 1", [chain]],
    [
      'a removed last day',
      `delete from seal_checks where day = (select max(day) from sealed_days);
       delete from sealed_days where number = 2`,
      [sums, counts, sumsOfPostings],
    ],
  ])('%s', async (_, change, expected) => {
    expect((await findingsAfter(change)).toSorted()).toEqual(expected.toSorted())
  })

  it('in the background, until it is corrected', async () => {
    const change = (by: number) =>
      withoutGuards(
        database,
        `update postings set amount_paise = amount_paise + ${by} * sign(amount_paise)::integer where entry_id = ${first}`,
      )
    const broken = async () => (await checkInvariants(database, 'fast')).map((one) => one.invariant)
    await change(1)
    expect(await broken()).toEqual([])
    await checkSeals(database, undefined, 0)
    expect(await broken()).toEqual([reread])
    expect(await findChangedDays(database)).toHaveLength(1)
    await change(-1)
    await checkSeals(database)
    expect(await broken()).toEqual([])
    expect(await findChangedDays(database)).toEqual([])
  })
})

/** Returns the findings after a change, which is then rolled back. */
async function findingsAfter(change: string): Promise<string[]> {
  const found: string[] = []
  const rolledBack = new Error('rolled back')
  await database.kysely
    .transaction()
    .execute(async (tx) => {
      await disableGuards(tx)
      await sql.raw(change).execute(tx)
      found.push(...(await findingsIn(tx)))
      throw rolledBack
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error
    })
  return found
}

async function findingsIn(tx: Transaction): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries(sealInvariants)) {
    const { rows } = await sql.raw(query).execute(tx)
    if (rows.length > 0) found.push(name)
  }
  const { rows: days } = await sql<{
    day: string
  }>`select day::text as day from sealed_days`.execute(tx)
  for (const { day } of days) {
    if ((await checkDay(tx, day)) !== null) return [...found, hashes]
  }
  return found
}
