import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removeExpired } from '../platform/jobs/remove-expired.ts'
import { makeAgent } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { expiredRows } from './background-tasks.ts'

let test: TestDatabase
let db: TestDatabase['database']['kysely']
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
})
afterAll(() => test.drop())

describe('removing expired rows', () => {
  let agentId: string
  beforeEach(async () => {
    agentId = (await makeAgent(db)).id
  })

  it('keeps answers of idempotency keys for seven days', async () => {
    const at = (ago: string) => sql<Date>`now() - ${ago}::interval`
    for (const [key, ago] of [
      ['old', '7 days 1 minute'],
      ['new', '6 days 23 hours'],
    ] as const) {
      await db
        .insertInto('idempotency_keys')
        .values({
          caller_id: agentId,
          call: 'buyLead',
          key,
          request_hash: Buffer.alloc(32),
          answer: '{}',
          created_at: at(ago),
        })
        .execute()
    }
    await removeExpired(test.database, expiredRows)
    const remaining = await db.selectFrom('idempotency_keys').select('key').execute()
    expect(remaining).toEqual([{ key: 'new' }])
  })

  it('keeps used refresh tokens until they expire, then removes them and their session', async () => {
    const session = async (hoursOld: number, tokenExpiresIn: number, used: boolean) => {
      const id = uuidv7()
      await db
        .insertInto('sessions')
        .values({
          id,
          user_id: agentId,
          created_at: sql<Date>`now() - make_interval(hours => ${hoursOld}::integer)`,
        })
        .execute()
      await db
        .insertInto('session_tokens')
        .values({
          token_hash: Buffer.from(id),
          session_id: id,
          kind: 'refresh',
          used_at: used ? sql<Date>`now()` : null,
          expires_at: sql<Date>`now() + make_interval(hours => ${tokenExpiresIn}::integer)`,
        })
        .execute()
      return id
    }
    const usedAndGood = await session(100, 1, true)
    const usedAndOver = await session(200, -1, true)
    const unused = await session(1, 6, false)
    await removeExpired(test.database, expiredRows)
    const remaining = await db.selectFrom('sessions').select('id').execute()
    const ids = remaining.map(({ id }) => id)
    expect(ids).toContain(usedAndGood)
    expect(ids).toContain(unused)
    expect(ids).not.toContain(usedAndOver)
  })

  it('removes thousands of rows in one run, also if two instances run at the same time', async () => {
    await sql`insert into rate_limits (key, count, resets_at)
      select 'old ' || n, 1, now() - interval '1 second' from generate_series(1, 12000) n`.execute(
      db,
    )
    await sql`insert into rate_limits (key, count, resets_at)
      values ('present', 1, now() + interval '1 minute')`.execute(db)
    await Promise.all([
      removeExpired(test.database, expiredRows),
      removeExpired(test.database, expiredRows),
    ])
    await removeExpired(test.database, expiredRows)
    const remaining = await db.selectFrom('rate_limits').select('key').execute()
    expect(remaining).toEqual([{ key: 'present' }])
  })
})
