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

const lastTurnWas = (ago: string) =>
  db.database.pool.query('UPDATE turns SET taken_at = clock_timestamp() - $1::interval', [ago])

describe('of all processes that claim a period of a task', () => {
  test('one gets each period, including the first', async () => {
    for (const _period of [1, 2, 3]) {
      const asked = Array.from({ length: 20 }, (_, at) =>
        claimPeriod(at % 2 ? elsewhere : db.database, 'sweep', minuteMs),
      )
      const got = await Promise.all(asked)
      expect(got.filter(Boolean)).toHaveLength(1)
      await lastTurnWas('61 seconds')
    }
  })

  test('none gets a period early, and each task has separate periods', async () => {
    expect(await claimPeriod(db.database, 'sweep', minuteMs)).toBe(true)
    await lastTurnWas('59 seconds')
    expect(await claimPeriod(elsewhere, 'sweep', minuteMs)).toBe(false)
    expect(await claimPeriod(elsewhere, 'audit', minuteMs)).toBe(true)
  })

  test('one gets it also if the clock was set back by a day', async () => {
    await claimPeriod(db.database, 'sweep', minuteMs)
    await lastTurnWas('-1 day')
    expect(await claimPeriod(db.database, 'sweep', minuteMs)).toBe(true)
    expect(await claimPeriod(db.database, 'sweep', minuteMs)).toBe(false)
  })
})
