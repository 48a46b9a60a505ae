import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { foldLeadCounts, leadTasks } from '../features/leads/lead-tasks.ts'
import { checkInvariants } from '../integrity/check-invariants.ts'
import { type BackgroundTask, startBackgroundTasks } from '../platform/jobs/background-task.ts'
import { removeExpired } from '../platform/jobs/remove-expired.ts'
import { makeAgent, makeLeads } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { expiredRows } from './background-tasks.ts'

let test: TestDatabase
let db: TestDatabase['database']['kysely']
beforeAll(async () => {
  test = await createTestDatabase()
  db = test.database.kysely
})
afterAll(() => test.drop())

/** Whether a transaction got an id, which makes every kept page out of date. */
async function hasWritten(tx: typeof db): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as written`.execute(tx)
  return rows[0]?.written ?? false
}

async function changesLeft(): Promise<number> {
  const rows = await db.selectFrom('lead_count_changes').select('id').execute()
  return rows.length
}

describe('folding the counts of leads', () => {
  it('adds each change once if several instances fold at the same time', async () => {
    for (let n = 0; n < 5; n += 1) await makeLeads(db, 3)
    expect(await changesLeft()).toBe(5)
    await Promise.all(Array.from({ length: 4 }, () => foldLeadCounts(test.database)))
    expect(await changesLeft()).toBe(0)
    expect(await checkInvariants(test.database)).toEqual([])
  })

  it('writes nothing if nothing has changed, so that kept pages remain valid', async () => {
    await foldLeadCounts(test.database)
    await db.transaction().execute(async (tx) => {
      const inTransaction = { ...test.database, kysely: tx }
      for (let n = 0; n < 5; n += 1) await foldLeadCounts(inTransaction)
      await removeExpired(inTransaction, expiredRows)
      expect(await hasWritten(tx)).toBe(false)
      await makeLeads(tx, 1)
      expect(await hasWritten(tx)).toBe(true)
    })
  })

  it('repeats until it is stopped, also after a failure', async () => {
    const logged: object[] = []
    const stop = startBackgroundTasks(test.database, leadTasks(test.database), {
      error: (details) => logged.push(details),
    })
    await sql`alter function fold_lead_counts() rename to fold_lead_counts_away`.execute(db)
    await makeLeads(db, 2)
    await expect.poll(() => logged.length, { timeout: 5000 }).toBeGreaterThan(0)
    await sql`alter function fold_lead_counts_away() rename to fold_lead_counts`.execute(db)
    await expect.poll(changesLeft, { timeout: 5000 }).toBe(0)
    await stop()
  })

  it('finishes the current run and starts no other when it is stopped', async () => {
    const stop = startBackgroundTasks(test.database, leadTasks(test.database), { error: () => {} })
    let stopped = false
    const stopping = await db.transaction().execute(async (tx) => {
      await sql`lock table lead_count_changes in access exclusive mode`.execute(tx)
      await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(1)
      const finished = stop().then(() => {
        stopped = true
      })
      await sleep(100)
      expect(stopped).toBe(false)
      return { finished }
    })
    await stopping.finished
    await foldLeadCounts(test.database)
    await makeLeads(db, 2)
    await sleep(1500)
    expect(await changesLeft()).toBe(1)
  })
})

it('runs a task of one process once per period, and logs a failed task by its name', async () => {
  const runs = { shared: 0, own: 0 }
  const logged: object[] = []
  const once = { everyMs: 60_000, firstAfterMs: 0 }
  const tasks: BackgroundTask[] = [
    { ...once, name: 'shared', runsIn: 'one process', run: async () => (runs.shared += 1) },
    { ...once, name: 'own', runsIn: 'every process', run: async () => (runs.own += 1) },
    { ...once, name: 'failing', runsIn: 'one process', run: () => Promise.reject(new Error('no')) },
  ]
  const log = { error: (details: object) => logged.push(details) }
  const stops = [1, 2].map(() => startBackgroundTasks(test.database, tasks, log))
  await expect.poll(() => [runs.own, logged.length]).toEqual([2, 1])
  await Promise.all(stops.map((stop) => stop()))
  expect(runs).toEqual({ shared: 1, own: 2 })
  expect(logged).toMatchObject([{ task: 'failing' }])
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}

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
