import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueTask } from '../../testing/queue-jobs.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createJobQueue, type JobQueue } from './job-queue.ts'
import { everyMinute, type ScheduledTask } from './scheduled-tasks.ts'

let db: TestDatabase
const queues: JobQueue[] = []
const logged: object[] = []
const log = { info() {}, warn() {}, error: (details: object) => logged.push(details) }
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()))
  await db.drop()
})

/** Starts a queue with these tasks, as each process does. */
function startQueue(tasks: readonly ScheduledTask[]): JobQueue {
  const queue = createJobQueue(db.database, log)
  queue.schedule(tasks)
  queue.start()
  queues.push(queue)
  return queue
}

/** Lets the schedules be due again in this minute. */
async function repeatMinute(): Promise<void> {
  await db.database.pool.query(
    "DELETE FROM pgboss.job WHERE name LIKE '\\_\\_pgboss%'; UPDATE pgboss.version SET cron_on = NULL",
  )
}

test('a task runs in one of several processes at a time, until the product stops or its process dies', async () => {
  let runs = 0
  let ends = 0
  const tasks: ScheduledTask[] = [
    {
      name: 'long',
      cron: everyMinute,
      run(signal) {
        runs += 1
        const { promise, resolve } = Promise.withResolvers<void>()
        signal.addEventListener('abort', () => resolve())
        return promise.then(() => (ends += 1))
      },
    },
    { name: 'failing', cron: everyMinute, run: () => Promise.reject(new Error('it fails')) },
  ]
  startQueue([...tasks, { name: 'former', cron: everyMinute, run: async () => {} }])
  startQueue(tasks)
  await expect.poll(() => [runs, logged.length], { timeout: 40_000 }).toEqual([1, 1])
  expect(logged).toMatchObject([{ task: 'failing' }])
  await repeatMinute()
  await expect.poll(() => logged.length, { timeout: 40_000 }).toBe(2)
  expect(runs).toBe(1)
  // As after the death of the process that runs the task: no refresh makes this heartbeat recent enough.
  await db.database.pool.query(
    "UPDATE pgboss.job SET heartbeat_seconds = -3600 WHERE state = 'active'; UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL",
  )
  startQueue(tasks)
  await expect
    .poll(
      async () => {
        await queueTask(db.database.kysely, 'long')
        return runs
      },
      { timeout: 40_000, interval: 500 },
    )
    .toBe(2)
  const { rows } = await db.database.pool.query('SELECT key FROM pgboss.schedule ORDER BY key')
  expect(rows).toEqual([{ key: 'failing' }, { key: 'long' }])
  await Promise.all(queues.map((queue) => queue.finish()))
  expect(ends).toBe(2)
}, 120_000)
