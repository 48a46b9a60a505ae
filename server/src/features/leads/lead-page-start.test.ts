import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeLeads } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { foldLeadCounts } from './lead-tasks.ts'

const leadCount = 400

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const ids = await makeLeads(test.database.kysely, leadCount)
  await sql`
    update leads set created_at = timestamptz '2025-01-01 12:00Z' + interval '1 day' * position
    from unnest(${ids}::uuid[]) with ordinality as given (id, position) where leads.id = given.id`.execute(
    test.database.kysely,
  )
  await foldLeadCounts(test.database)
})
afterAll(() => test.drop())

const start = (offset: number) =>
  sql`lead_page_start(${offset}, false, '2025-01-01', null, null, 'buy', null)`

it('finds the day on which a page starts', async () => {
  const { rows } = await sql`select day::text, before from ${start(leadCount - 1)}`.execute(
    test.database.kysely,
  )
  expect(rows).toEqual([{ day: '2026-02-05', before: leadCount - 1 }])
})

it('reads no counts of the days before the month in which the page starts', async () => {
  const blocksRead = async (offset: number) => {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>`
      explain (analyze, buffers, timing off, format json) select * from ${start(offset)}`.execute(
      test.database.kysely,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks'] ?? 0
  }
  await blocksRead(1) // Reads the system tables for the plan.
  expect(await blocksRead(leadCount - 1)).toBeLessThan((await blocksRead(1)) + 20)
})
