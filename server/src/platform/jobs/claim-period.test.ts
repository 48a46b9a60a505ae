import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connectDatabase } from '../database/connect.ts'
import { claimPeriod } from './claim-period.ts'

const minuteMs = 60_000

let db: TestDatabase
let elsewhere: TestDatabase['database']
beforeAll(async () => {
  db = await createTestDatabase({ poolSize: 5 })
  elsewhere = connectDatabase({ connectionString: db.connectionString, poolSize: 5 })
})
afterAll(async () => {
  await elsewhere.close()
  await db.drop()
})
beforeEach(() => db.database.pool.query('DELETE FROM turns'))

const setLastClaim = (ago: string) =>
  db.database.pool.query('UPDATE turns SET taken_at = clock_timestamp() - $1::interval', [ago])

describe('a period of a task', () => {
  test('is claimed by exactly one of several processes, including the first period', async () => {
    for (const _period of [1, 2, 3]) {
      const claims = Array.from({ length: 20 }, (_, at) =>
        claimPeriod(at % 2 ? elsewhere : db.database, 'sweep', minuteMs),
      )
      const results = await Promise.all(claims)
      expect(results.filter(Boolean)).toHaveLength(1)
      await setLastClaim('61 seconds')
    }
  })

  test('is never claimed early, and each task has separate periods', async () => {
    expect(await claimPeriod(db.database, 'sweep', minuteMs)).toBe(true)
    await setLastClaim('59 seconds')
    expect(await claimPeriod(elsewhere, 'sweep', minuteMs)).toBe(false)
    expect(await claimPeriod(elsewhere, 'audit', minuteMs)).toBe(true)
  })

  test('is claimed by one process even after the clock was set back by a day', async () => {
    await claimPeriod(db.database, 'sweep', minuteMs)
    await setLastClaim('-1 day')
    expect(await claimPeriod(db.database, 'sweep', minuteMs)).toBe(true)
    expect(await claimPeriod(db.database, 'sweep', minuteMs)).toBe(false)
  })
})
