import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { untilJobsDone } from '../../testing/mails.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { installJobQueue, queueNames, schemaVersion } from './install-job-queue.ts'
import { createJobQueue, JobGivenUp, type JobQueue } from './job-queue.ts'

const retries = { limit: 2, firstPauseSeconds: 60 }

let db: TestDatabase
const errors: unknown[] = []
const log = { info() {}, warn() {}, error: (details: object) => errors.push(details) }
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const open = () => createJobQueue(db.database, log)

function send(jobs: JobQueue, data: object): Promise<void> {
  return jobs.send(db.database.kysely, { queue: 'mail', data, retries })
}

async function states(): Promise<string[]> {
  const { rows } = await db.database.pool.query<{ state: string }>(
    'SELECT state::text FROM pgboss.job ORDER BY created_on',
  )
  return rows.map(({ state }) => state)
}

async function clear(): Promise<void> {
  await db.database.pool.query('DELETE FROM pgboss.job')
}

describe('the tables of the queue', () => {
  test('are created once if several processes start on a new database', async () => {
    const own = await createTestDatabase()
    await own.database.pool.query('DROP SCHEMA pgboss CASCADE')
    await Promise.all(Array.from({ length: 4 }, () => installJobQueue(own.connectionString)))
    const { rows: versions } = await own.database.pool.query('SELECT version FROM pgboss.version')
    expect(versions).toEqual([{ version: schemaVersion }])
    const { rows: queues } = await own.database.pool.query<{ name: string }>(
      'SELECT name FROM pgboss.queue ORDER BY name',
    )
    expect(queues.map(({ name }) => name)).toEqual([...queueNames].sort())
    await own.drop()
  })
})

describe('a job', () => {
  test('runs as soon as its transaction has committed, also if several jobs are sent at once', async () => {
    const jobs = open()
    const done: number[] = []
    jobs.handle<{ n: number }>('mail', async ({ data }) => void done.push(data.n))
    jobs.start()
    await send(jobs, { n: 0 }) // Waits for the queue to have started.
    await vi.waitFor(() => expect(done).toEqual([0]), { timeout: 5000 })
    // Far less than the polling interval of the queue.
    for (const at of [1, 2]) {
      await Promise.all([10, 20, 30].map((n) => send(jobs, { n: n + at })))
      await vi.waitFor(() => expect(done).toHaveLength(1 + 3 * at), { timeout: 5000 })
    }
    await jobs.stop()
    await clear()
  })

  test('that throws is retried later; one that gives up is not', async () => {
    const jobs = open()
    let givesUp = false
    jobs.handle('mail', async () => {
      throw givesUp ? new JobGivenUp('permanent failure') : new Error('temporary failure')
    })
    await send(jobs, {})
    await vi.waitFor(async () => expect(await states()).toEqual(['retry']), { timeout: 5000 })
    const { rows } = await db.database.pool.query<{ pause: number; output: object }>(
      'SELECT extract(epoch FROM start_after - now())::float AS pause, output FROM pgboss.job',
    )
    expect(rows[0]?.pause).toBeGreaterThan(20)
    expect(rows[0]?.output).toEqual({ reason: 'temporary failure', code: 'unknown' })
    await clear()
    givesUp = true
    await send(jobs, {})
    await untilJobsDone(db.database)
    expect(await states()).toEqual(['failed'])
    await jobs.stop()
    await clear()
  })

  test('that runs during a stop may finish within a time limit, and is otherwise returned to the queue', async () => {
    for (const { worksMs, finalState } of [
      { worksMs: 300, finalState: 'completed' },
      { worksMs: 60_000, finalState: 'retry' },
    ]) {
      const jobs = open()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      jobs.handle('mail', async () => {
        begin()
        await sleep(worksMs, undefined, { ref: false })
      })
      await send(jobs, {})
      await begun
      const stoppedAt = performance.now()
      await jobs.stop()
      expect(performance.now() - stoppedAt).toBeLessThan(6000)
      await expect.poll(states).toEqual([finalState])
      await clear()
    }
  })

  test('that runs during a stop learns of it by its signal', async () => {
    const jobs = open()
    const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal>()
    jobs.handle('mail', async ({ signal }) => {
      begin(signal)
      await once(signal, 'abort')
    })
    await send(jobs, {})
    expect((await begun).aborted).toBe(false)
    await jobs.stop()
    await expect.poll(states).toEqual(['completed'])
    await clear()
  })

  test('can still be sent after the stop, for another process', async () => {
    const jobs = open()
    await send(jobs, {})
    await jobs.stop()
    await send(jobs, {})
    expect(await states()).toEqual(['created', 'created'])
    await clear()
  })

  test('does not begin in a queue that stops during its start: the request gets SERVICE_UNAVAILABLE', async () => {
    const jobs = open()
    jobs.handle('mail', async () => {})
    jobs.start()
    await jobs.stop()
    await expect(send(jobs, {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  test('runs after the database has come back, in the same process', async () => {
    const jobs = open()
    const done: number[] = []
    jobs.handle<{ n: number }>('mail', async ({ data }) => void done.push(data.n))
    await send(jobs, { n: 1 })
    await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 5000 })
    await db.database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await vi.waitFor(() => send(jobs, { n: 2 }), { timeout: 10_000 })
    await vi.waitFor(() => expect(done).toContain(2), { timeout: 30_000 })
    expect(errors).toEqual([])
    await jobs.stop()
  })
})
