import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { asFailure } from './error-response.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

it('a statement that exceeds the time limit of the database returns a retryable error', async () => {
  const error = await db.database.kysely
    .transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = '20ms'`.execute(tx)
      await sql`select pg_sleep(10)`.execute(tx)
    })
    .catch((cause) => cause)
  expect(error).toMatchObject({ code: '57014' })
  expect(asFailure(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: error })
})

it('a write to a read-only server returns a retryable error', async () => {
  const error = await db.database.kysely
    .transaction()
    .setAccessMode('read only')
    .execute((tx) => sql`delete from rate_limits`.execute(tx))
    .catch((cause) => cause)
  expect(error).toMatchObject({ code: '25006' })
  expect(asFailure(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: error })
})

it.each([
  ['53100', 'SERVICE_UNAVAILABLE'], // Disk full.
  ['53200', 'SERVICE_UNAVAILABLE'],
  ['58030', 'SERVICE_UNAVAILABLE'],
  ['25P03', 'SERVICE_UNAVAILABLE'],
  ['23514', 'INTERNAL_ERROR'], // A constraint that the code does not handle.
  ['42P01', 'INTERNAL_ERROR'],
])('the database error %s returns %s', async (state, code) => {
  const raise = sql.raw(
    `do $$ begin raise exception 'test error' using errcode = '${state}'; end $$`,
  )
  const error = await raise.execute(db.database.kysely).catch((cause) => cause)
  expect(error).toMatchObject({ code: state })
  expect(asFailure(error).code).toBe(code)
})
