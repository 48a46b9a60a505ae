import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { makeLead } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createLeadChangeLog, type LeadChangeLog } from './lead-change-log.ts'

// The log must know all changes since an index, or return null. Most tests remove data that it relies on.

let test: TestDatabase
let db: Database['kysely']
let log: LeadChangeLog
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
})
afterAll(() => test.drop())
beforeEach(async () => {
  log = createLeadChangeLog(test.database)
  await log.update()
})

/** Stores this many changes of leads in one transaction. */
async function change(times: number): Promise<void> {
  await sql`insert into lead_events (kind, subject_id)
    select 'changed', gen_random_uuid() from generate_series(1, ${times}::integer)`.execute(db)
}

const countFrom = (logIndex: number) => log.changesFrom(logIndex)?.length ?? null

it('returns each change since an index once', async () => {
  const logIndex = log.end
  await change(3)
  await log.update()
  await change(2)
  await Promise.all([log.update(), log.update()])
  await log.update()
  expect(countFrom(logIndex)).toBe(5)
  expect(countFrom(logIndex + 3)).toBe(2)
  expect(countFrom(log.end)).toBe(0)
})

it('finds the change of a transaction that had begun before the last read', async () => {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const late = withTransaction(test.database, async (tx) => {
    await makeLead(tx)
    begun.resolve()
    await released.promise
  })
  await begun.promise
  // A later transaction has ended, so the snapshot of the read lists the late transaction as running.
  await change(1)
  await log.update()
  const logIndex = log.end
  await change(1)
  await log.update()
  expect(countFrom(logIndex)).toBe(1)
  released.resolve()
  await late
  await log.update()
  expect(countFrom(logIndex), 'the late change, and no other one again').toBe(2)
  await log.update()
  expect(countFrom(logIndex)).toBe(2)
})

it('invalidates its indexes after more changes than one read returns', async () => {
  const logIndex = log.end
  await change(200)
  await log.update()
  expect(countFrom(logIndex)).toBe(200)
  const next = log.end
  await change(202)
  await log.update()
  expect([countFrom(logIndex), countFrom(next)]).toEqual([null, null])
  const after = log.end
  await change(1)
  await log.update()
  expect(countFrom(after)).toBe(1)
})

it('returns null for an index whose changes it has dropped', async () => {
  const logIndexes: number[] = []
  for (let read = 0; read < 6; read += 1) {
    logIndexes.push(log.end)
    await change(190)
    await log.update()
  }
  expect(logIndexes.map(countFrom)).toEqual([null, 950, 760, 570, 380, 190])
})

it('returns null for an index from before it was cleared, even if it had all changes', async () => {
  const logIndex = log.end
  await change(1)
  log.clear()
  expect(countFrom(logIndex)).toBe(null)
  await log.update()
  expect(countFrom(logIndex)).toBe(null)
  expect(countFrom(log.end)).toBe(0)
})

it('returns null for an index from before it was cleared during a read', async () => {
  const logIndex = log.end
  await change(1)
  const reading = log.update()
  // The read is sent in the next microtask.
  await Promise.resolve()
  log.clear()
  await reading
  expect(countFrom(logIndex)).toBe(null)
  expect(countFrom(logIndex + 1)).toBe(null)
})

it('invalidates its indexes if changes were removed that it had not read', async () => {
  const logIndex = log.end
  await change(1)
  await sql`select trim_lead_events()`.execute(db)
  await sql`update lead_event_marks set created_at = created_at - interval '11 minutes'`.execute(db)
  await sql`select trim_lead_events()`.execute(db)
  const { rows } = await sql`select from lead_events`.execute(db)
  expect(rows, 'the change is removed').toEqual([])
  await log.update()
  expect(countFrom(logIndex)).toBe(null)
})

it('invalidates its indexes after a restart of the database server', async () => {
  const { database } = test
  let run = 'first'
  log = createLeadChangeLog({
    ...database,
    async prepared(statement) {
      const result = await database.prepared<never>(statement)
      const rows = result.rows.map((row: { snapshot: string }) => ({
        ...row,
        snapshot: `${run} ${row.snapshot}`,
      }))
      return { ...result, rows: rows as never }
    },
  })
  await log.update()
  const logIndex = log.end
  await log.update()
  expect(countFrom(logIndex)).toBe(0)
  run = 'second'
  await log.update()
  expect(countFrom(logIndex)).toBe(null)
})

it('invalidates its indexes after a minute without a read', async () => {
  const logIndex = log.end
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 59_000)
  await log.update()
  expect(countFrom(logIndex)).toBe(0)
  now.mockReturnValue(performance.now() + 61_000)
  await log.update()
  now.mockRestore()
  expect(countFrom(logIndex)).toBe(null)
})
