import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { checkPooler } from './check-server.ts'
import { connectDatabase, type Database } from './connect.ts'
import { storeSessionSettings } from './session-settings.ts'

// The server itself represents a pooler in transaction mode: it is connected to without our settings, as a pooler does.

let own: TestDatabase
let pooled: Database
beforeAll(async () => {
  own = await createTestDatabase({ poolSize: 2 })
  pooled = connectDatabase({
    connectionString: own.connectionString,
    directConnectionString: own.connectionString,
    poolSize: 2,
  })
})
afterAll(async () => {
  await pooled.close()
  await own.drop()
})

test('a start fails if sessions behind the pooler would not wait for the disk or would wait for a lock without limit', async () => {
  await expect(checkPooler(own.connectionString)).rejects.toThrow(
    'The pooler of DATABASE_URL uses another user or database',
  )
})

test('sessions have the settings once they are the user’s defaults, also with concurrent starts', async () => {
  await Promise.all(Array.from({ length: 4 }, () => storeSessionSettings(own.connectionString)))
  await checkPooler(own.connectionString)
  const { rows } = await pooled.pool.query(
    `SELECT current_setting('lock_timeout') AS locks, current_setting('statement_timeout') AS statements,
       current_setting('idle_in_transaction_session_timeout') AS idle,
       current_setting('synchronous_commit') AS commits, current_setting('timezone') AS zone`,
  )
  expect(rows).toEqual([
    { locks: '10s', statements: '30s', idle: '1min', commits: 'on', zone: 'UTC' },
  ])
})

test('the defaults are written once, not at each start', async () => {
  const rowVersion = async () => {
    const { rows } = await own.database.pool.query(
      `SELECT s.xmin FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
       WHERE d.datname = current_database()`,
    )
    return rows
  }
  const before = await rowVersion()
  await storeSessionSettings(own.connectionString)
  expect(await rowVersion()).toEqual(before)
})

test('statements have no names behind a pooler, where the next statement may use another session', async () => {
  const statement = { name: 'hot', text: 'SELECT $1::int AS n', values: [7] }
  const prepared = async (database: Database) => {
    const client = await database.pool.connect()
    client.release() // The pool returns the same client again.
    await database.prepared(statement)
    const { rows } = await database.pool.query(
      "SELECT count(*) AS n FROM pg_prepared_statements WHERE name = 'hot'",
    )
    return rows
  }
  expect(await prepared(pooled)).toEqual([{ n: 0 }])
  expect(await prepared(own.database)).toEqual([{ n: 1 }])
})
