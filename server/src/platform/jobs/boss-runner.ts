import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/connect.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import { withSetting } from '../database/session-settings.ts'
import { ApiFailure } from '../http/failure.ts'
import type { Log } from '../log.ts'
import type { QueueName } from './install-job-queue.ts'

const startAgainAfterMs = 2000
/** A stop waits this long for running jobs, then returns them to the queue. */
const finishWithinMs = 2500
const returnTimeoutMs = 1000

interface Work {
  hasTasks(): boolean
  /** Starts the workers. After the signal it starts no further one. */
  startWorkers(boss: PgBoss, signal: AbortSignal): Promise<void>
  /** The queues that have workers. */
  queues(): QueueName[]
}

/** Starts the job library, again after each failure, and stops it within a limited time. */
export function createBossRunner(database: Database, log: Log, work: Work) {
  const finishing = new AbortController()
  const stopping = new AbortController()
  let boss: PgBoss | undefined
  let starting: Promise<PgBoss> | undefined
  let finished: Promise<void> | undefined
  let ended: Promise<void> | undefined

  // After a stop, abandoned work fails on closed connections. These errors are not reported.
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) reportTo(log, error)
  }

  async function begin(): Promise<PgBoss> {
    for (;;) {
      stopping.signal.throwIfAborted()
      try {
        boss ??= await createBoss(database, { schedule: work.hasTasks(), log, report })
        stopping.signal.throwIfAborted()
        await boss.start()
        stopping.signal.throwIfAborted()
        await work.startWorkers(boss, finishing.signal)
        boss.supervise().catch(report) // Jobs of a killed process need not wait for the next minute.
        return boss
      } catch (error) {
        report(error)
        // Cleans up after a failed start, so that the next attempt starts fresh.
        await boss?.stop({ graceful: false }).catch(() => {})
        boss = undefined
        const { signal } = stopping
        await sleep(startAgainAfterMs, undefined, { ref: false, signal }).catch(() => {})
      }
    }
  }

  async function endWorkers(): Promise<void> {
    await starting?.catch(() => {})
    await Promise.allSettled(work.queues().map((queue) => boss?.offWork(queue, { wait: true })))
  }

  function finish(): Promise<void> {
    finishing.abort()
    finished ??= within(finishWithinMs, endWorkers())
    return finished
  }

  async function end(): Promise<void> {
    stopping.abort(hasStopped())
    await within(finishWithinMs, Promise.allSettled([starting, finish()]))
    if (boss) await within(returnTimeoutMs, boss.stop({ graceful: false }))
  }

  return {
    /** @returns the started library. It rejects if a stop interrupts the start. */
    start(): Promise<PgBoss> {
      starting ??= begin()
      starting.catch(() => {}) // Callers that await the promise get the error.
      return starting
    },
    /** Ends the workers after their running jobs, within a limited time. */
    finish,
    /** Finishes, and closes the connections. */
    stop(): Promise<void> {
      ended ??= end()
      return ended
    },
  }
}

async function createBoss(
  database: Database,
  { schedule, log, report }: { schedule: boolean; log: Log; report: (error: unknown) => void },
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    // These connections only change states of jobs; `send` uses the transaction of its caller. A state that a crash
    // loses makes a job run again, which every handler allows, so purchases do not wait for these flushes.
    connectionString: withSetting(database.connectionString, 'synchronous_commit', 'off'),
    application_name: 'raahi-jobs',
    max: 2,
    schedule,
    cronMonitorIntervalSeconds: 10,
    // Deletes finished jobs that were kept long enough.
    maintenanceIntervalSeconds: 3600,
    // Unused features: flows, statistics of vacuum and indexes.
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', report)
  boss.on('warning', ({ message }) => log.warn({}, `jobs: ${message}`))
  return boss
}

/** Waits a limited time for work that may fail. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(ms, undefined, { ref: false })])
}

/** The error of a request that was in flight: it is rolled back and can be repeated in another process. */
function hasStopped(): ApiFailure {
  return new ApiFailure('SERVICE_UNAVAILABLE', { cause: new Error('the job queue has stopped') })
}

/** Does not report an unavailable database: the queue continues when the database is back. */
function reportTo(log: Log, error: unknown): void {
  // The library passes some errors on as plain objects.
  const { message, stack, code } = error as { message: string; stack?: string; code?: unknown }
  const err =
    error instanceof Error
      ? error
      : Object.assign(new Error(message), { stack, ...(code !== undefined && { code }) })
  if (!isDatabaseUnavailable(err)) log.error({ err }, 'the job queue failed')
}
