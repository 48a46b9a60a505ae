import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Database } from './connect.ts'
import { isDatabaseUnavailable, sqlState } from './errors.ts'
import { withTransaction } from './transaction.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await createTestDatabase()
  database = own.database
  await database.pool.query('CREATE TABLE counters (id int PRIMARY KEY, n int NOT NULL)')
})
afterAll(() => own.drop())
beforeEach(async () => {
  await database.pool.query('TRUNCATE counters')
  await database.pool.query('INSERT INTO counters VALUES (1, 0), (2, 0)')
})

describe('a connection', () => {
  test('reads a bigint as an exact number and rejects one that is not exact', async () => {
    const { rows } = await database.pool.query(
      `SELECT 9007199254740991::bigint AS big, array[1, null]::bigint[] AS list,
              '2026-03-09'::date AS day, array['2026-03-09']::date[] AS days,
              '2026-03-09T10:00:00+05:30'::timestamptz AS instant`,
    )
    expect(rows).toEqual([
      {
        big: 9_007_199_254_740_991,
        list: [1, null],
        day: '2026-03-09',
        days: ['2026-03-09'],
        instant: new Date('2026-03-09T04:30:00Z'),
      },
    ])
    await expect(database.pool.query('SELECT 9007199254740992::bigint')).rejects.toThrow(RangeError)
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  test('limits every wait', async () => {
    const { rows } = await database.pool.query(
      `SELECT current_setting('lock_timeout') AS locks, current_setting('statement_timeout') AS statements,
              current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('timezone') AS zone`,
    )
    expect(rows).toEqual([{ locks: '10s', statements: '30s', idle: '1min', zone: 'UTC' }])
  })

  test('answers statements that were sent together in their order', async () => {
    const client = await database.pool.connect()
    const answers = await Promise.all(
      [1, 2, 3].map((n) =>
        client.query({ name: 'echo', text: 'SELECT $1::int AS n', values: [n] }),
      ),
    )
    client.release()
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  })

  test('lost while checked out fails only its query', async () => {
    const client = await database.pool.connect()
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    const running = client.query('SELECT pg_sleep(20)').catch((error: unknown) => error)
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    expect(isDatabaseUnavailable(await running)).toBe(true)
    client.release(true)
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })
})

describe('withTransaction', () => {
  test('rolls back work that throws', async () => {
    await expect(
      withTransaction(database, async (tx) => {
        await sql`UPDATE counters SET n = 1`.execute(tx)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await total()).toBe(0)
  })

  test('runs the whole work again after a deadlock', async () => {
    let runs = 0
    let arrived = 0
    let meet = () => {}
    const both = new Promise<void>((resolve) => {
      meet = resolve
    })
    const swap = (first: number, second: number) =>
      withTransaction(database, async (tx) => {
        runs += 1
        await sql`UPDATE counters SET n = n + 1 WHERE id = ${first}`.execute(tx)
        arrived += 1
        if (arrived === 2) meet()
        await both // Each transaction holds the lock that the other needs next.
        await sql`UPDATE counters SET n = n + 1 WHERE id = ${second}`.execute(tx)
      })
    await Promise.all([swap(1, 2), swap(2, 1)])
    // The work that is repeated can meet the other one again before that has ended.
    expect(runs).toBeGreaterThanOrEqual(3)
    expect(await total()).toBe(4)
  })

  test('gives up after three runs with the database’s error', async () => {
    let runs = 0
    const fail = withTransaction(database, async (tx) => {
      runs += 1
      await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(tx)
    })
    const error = await fail.catch((caught: unknown) => caught)
    expect(sqlState(error)).toBe('40001')
    expect(runs).toBe(3)
  })

  test('does not repeat work after other errors', async () => {
    let runs = 0
    const fail = withTransaction(database, async (tx) => {
      runs += 1
      await sql`INSERT INTO counters VALUES (1, 0)`.execute(tx)
    })
    expect(sqlState(await fail.catch((caught: unknown) => caught))).toBe('23505')
    expect(runs).toBe(1)
  })
})

async function total(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('SELECT sum(n)::int AS n FROM counters')
  return rows[0]?.n ?? Number.NaN
}
