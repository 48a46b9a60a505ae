import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTransaction } from '../platform/database/transaction.ts'
import { accounts, walletOf } from '../platform/ledger/accounts.ts'
import { postTransfer } from '../platform/ledger/post.ts'
import { makeAgent } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { withPastClock } from './past-transaction.ts'

describe('a transaction in the past', () => {
  let test: TestDatabase
  let agentId: string
  beforeAll(async () => {
    test = await createTestDatabase()
    agentId = (await makeAgent(test.database.kysely)).id
  })
  afterAll(() => test.drop())

  const start = new Date('2024-03-01T04:30:00.000Z')
  const later = new Date('2024-03-02T04:30:00.000Z')

  const recharge = (database: TestDatabase['database']) =>
    withTransaction(database, (tx) =>
      postTransfer(tx, {
        from: accounts.cash,
        to: walletOf(agentId),
        amountPaise: 100,
        method: 'recharge_by_admin',
        status: 'captured',
        userId: agentId,
      }),
    )

  const entryTimes = async () => {
    const { rows } = await sql<{ created_at: Date }>`
      select created_at from journal_entries order by number`.execute(test.database.kysely)
    return rows.map(({ created_at }) => created_at)
  }

  it('gives each record the time of the clock, which never goes backwards, and restores the real clock', async () => {
    await withPastClock(test.database, start, async (database, clock) => {
      await recharge(database)
      clock.advanceTo(later)
      await recharge(database)
      clock.advanceTo(start)
      await recharge(database)
    })
    expect(await entryTimes()).toEqual([start, later, later])
    await recharge(test.database)
    expect((await entryTimes()).at(-1)?.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
    const { rows } = await sql`
      select nspname from pg_namespace where nspname = 'past_clock'
      union all
      select pg_get_expr(adbin, adrelid) from pg_attrdef where pg_get_expr(adbin, adrelid) ~ 'past_clock'
    `.execute(test.database.kysely)
    expect(rows).toEqual([])
  })

  it('leaves nothing behind if the work fails', async () => {
    const before = await entryTimes()
    const failed = withPastClock(test.database, start, async (database) => {
      await recharge(database)
      throw new Error('the work fails')
    })
    await expect(failed).rejects.toThrow('the work fails')
    expect(await entryTimes()).toEqual(before)
    await recharge(test.database)
    expect((await entryTimes()).at(-1)?.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
  })
})
