import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkInvariants } from '../../integrity/check-invariants.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { captureTopUp } from '../../testing/captured-payments.ts'
import { makeAgent, makeAgents } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

// Each test removes one guard of the numbers and expects a violation.

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

/**
 * Runs forty concurrent captures, every fourth of which rolls back after its invoice.
 * @returns the other errors
 */
async function runConcurrentCaptures(): Promise<string[]> {
  // Each uses a separate wallet, because captures of one wallet wait for each other.
  const agents = await makeAgents(app.db, 40)
  const outcomes = await Promise.allSettled(
    agents.map(({ id: userId }, index) =>
      withTransaction(app.database, async (tx) => {
        await captureTopUp(tx, app.config, { userId, amountPaise: 100_00 })
        if (index % 4 === 0) throw new Error('rolled back')
      }),
    ),
  )
  return outcomes.flatMap((one) =>
    one.status === 'rejected' && one.reason.message !== 'rolled back' ? [one.reason.message] : [],
  )
}

const findings = async () => (await checkInvariants(app.database)).map(({ invariant }) => invariant)

/** Replaces a part of the function that assigns numbers. */
async function replaceInFunction(part: string, instead: string): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef('take_invoice_number'::regproc) as source`.execute(app.db)
  const source = rows[0]?.source ?? ''
  expect(source).toContain(part)
  await sql.raw(source.replace(part, instead)).execute(app.db)
}

it('with every guard in place nothing is rejected and no invariant is violated', async () => {
  expect(await runConcurrentCaptures()).toEqual([])
  expect(await findings()).toEqual([])
})

it('numbers from a sequence have gaps after rollbacks', async () => {
  await sql`create sequence numbers`.execute(app.db)
  await replaceInFunction(
    "number := p_series || '/'",
    "serial := nextval('numbers'); number := p_series || '/'",
  )
  await runConcurrentCaptures()
  expect(await findings()).toContain(
    'the numbers of each series and financial year are 1 to n without a gap',
  )
})

it('numbers that are counted and not locked collide', async () => {
  await replaceInFunction(
    "number := p_series || '/'",
    `select coalesce(max(i.serial), 0) + 1 into serial from invoices i
       where i.series = p_series and i.financial_year = year;
     number := p_series || '/'`,
  )
  // Inserting the row would still make the captures wait for each other.
  await replaceInFunction(
    'values (p_series, year, 1, p_at)',
    'values (p_series, random() * 1e9, 1, p_at)',
  )
  expect((await runConcurrentCaptures()).join(' ')).toContain('duplicate key')
})

it('numbers dated by the capture alone go back in time', async () => {
  await replaceInFunction('greatest(s.last_issued_at, p_at)', 'p_at')
  const { id: userId } = await makeAgent(app.db)
  for (const day of ['2036-07-02', '2036-07-01']) {
    await withTransaction(app.database, (tx) =>
      captureTopUp(tx, app.config, { userId, amountPaise: 100_00, at: new Date(day) }),
    )
  }
  expect(await findings()).toEqual(['the numbers of a series follow the order of time'])
})
