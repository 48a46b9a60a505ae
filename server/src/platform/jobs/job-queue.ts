import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connect.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Schema } from '../database/schema.ts'
import { withSetting } from '../database/session-settings.ts'
import type { Transaction } from '../database/transaction.ts'
import { ApiFailure } from '../http/failure.ts'
import type { Log } from '../log.ts'
import { jobDuration, jobsSent } from '../observability/metrics.ts'
import { runInSpan } from '../observability/tracing.ts'
import { inContext } from '../observability/work-context.ts'
import type { QueueName } from './install-job-queue.ts'
import { jobErrorOf } from './job-failure.ts'
import { readOrigin, withOrigin } from './job-origin.ts'
import { runScheduledTasks, type ScheduledTask } from './scheduled-tasks.ts'

/** A job whose process died runs again after this time, at the next check (every minute). */
const expireInSeconds = 120
/** Finished jobs are kept for a day, so that an operator can look up a mail. */
const keepDoneSeconds = 24 * 60 * 60
const startAgainAfterMs = 2000
const startWithinMs = 5000
/** A stop waits this long for running jobs, then returns them to the queue. */
const finishWithinMs = 2500
const returnTimeoutMs = 1000

export interface Job<T> {
  /** A UUID that contains the time of sending. */
  id: string
  data: T
  /** Time of sending, by the clock of the database. */
  sentAt: Date
  /** No retry follows this attempt. */
  isLastTry: boolean
}

/** How often a job that throws is retried. The pause doubles each time, with jitter. */
export interface Retries {
  limit: number
  firstPauseSeconds: number
}

export interface JobQueue {
  /** Sends a job in a transaction. The job runs only after the commit. With `kysely`, it runs immediately. */
  send(tx: Transaction | Kysely<Schema>, job: NewJob): Promise<void>
  /**
   * Queues a failed job again. It runs after the commit. The transaction holds the lock of its row. The job keeps its
   * id and its data, so that its handler recognises the work of an earlier attempt.
   */
  retry(tx: Transaction, job: { queue: QueueName; id: string }): Promise<void>
  /**
   * Sets the handler of a queue. Call it before the start. At most `atOnce` jobs (default 1) run concurrently in this
   * process. A free worker looks for a job every `pollSeconds` (default 1). A
   * job whose handler throws is retried later, except after JobGivenUp. A handler may be called twice with one job,
   * because a process can die after the work and before its result is stored.
   */
  handle<T extends object>(
    queue: QueueName,
    handler: Handler<T>,
    options?: { atOnce?: number; pollSeconds?: number },
  ): void
  /** Sets the tasks that repeat. Call it before the start. */
  schedule(tasks: readonly ScheduledTask[]): void
  /** Starts without waiting for the start to finish. */
  start(): void
  /** Starts no further job, and waits a limited time for the running jobs and tasks. Jobs can still be sent. */
  finish(): Promise<void>
  /** Finishes, and closes the connections. Then no job can be sent. */
  stop(): Promise<void>
}

export interface NewJob {
  queue: QueueName
  data: object
  retries: Retries
  /** A UUID. A job whose id is already in its queue is not queued again. */
  id?: string | undefined
  /** Seconds from the begin of the transaction until the job is due. Default: due at once. */
  startAfterSeconds?: number
}

type Handler<T extends object> = (job: Job<T>) => Promise<void>

/** Thrown by a handler for a job that must not be retried. Its `cause` is the error to report. */
export class JobGivenUp extends Error {}

/**
 * The product's durable jobs, stored in its database by pg-boss. The worker has separate connections, so that jobs and
 * requests do not wait for each other.
 */
export function createJobQueue(database: Database, log: Log): JobQueue {
  const handlers: Work[] = []
  let tasks: readonly ScheduledTask[] = []
  const stoppingTasks = new AbortController()
  let boss: PgBoss | undefined
  let stopped = false
  let isFinishing = false
  let finished: Promise<void> | undefined
  let ended: Promise<void> | undefined
  let wake = () => {}
  const stopping = new Promise<void>((resolve) => {
    wake = resolve
  })
  let starting: Promise<PgBoss> | undefined

  // After a stop, abandoned work fails on closed connections. These errors are not reported.
  const report = (error: unknown) => {
    if (!stopped) reportTo(log, error)
  }

  async function begin(): Promise<PgBoss> {
    for (;;) {
      if (stopped) throw hasStopped()
      try {
        boss ??= await createBoss(database, { schedule: tasks.length > 0, log, report })
        if (!stopped) await boss.start()
        if (stopped) throw hasStopped()
        for (const each of handlers) if (!isFinishing) await work(boss, each)
        if (tasks.length > 0 && !isFinishing)
          await runScheduledTasks(boss, tasks, { signal: stoppingTasks.signal, log })
        boss.supervise().catch(report) // Jobs of a killed process need not wait for the next minute.
        return boss
      } catch (error) {
        report(error)
        // Cleans up after a failed start, so that the next attempt starts fresh.
        await boss?.stop({ graceful: false }).catch(() => {})
        boss = undefined
        await Promise.race([stopping, sleep(startAgainAfterMs, undefined, { ref: false })])
      }
    }
  }

  function started(): Promise<PgBoss> {
    starting ??= begin()
    starting.catch(() => {}) // Rejected by a stop during the start. Callers that await the promise get the error.
    return starting
  }

  async function finish(): Promise<void> {
    isFinishing = true
    stoppingTasks.abort()
    await within(finishWithinMs, endWorkers())
  }

  async function endWorkers(): Promise<void> {
    await starting?.catch(() => {})
    const queues: QueueName[] = [...handlers.map(({ queue }) => queue), 'scheduled']
    await Promise.allSettled(queues.map((queue) => boss?.offWork(queue, { wait: true })))
  }

  async function end(): Promise<void> {
    stopped = true
    wake()
    finished ??= finish()
    await within(finishWithinMs, Promise.allSettled([starting, finished]))
    if (boss) await within(returnTimeoutMs, boss.stop({ graceful: false }))
  }

  return {
    async send(tx, { queue, data, retries, id = uuidv7(), startAfterSeconds = 0 }) {
      const [ready, { fromKysely }] = await Promise.all([
        withinStartLimit(started()),
        import('pg-boss'),
      ])
      jobsSent.inc({ queue })
      await ready.send(queue, withOrigin(data), {
        id,
        db: fromKysely(tx),
        retryLimit: retries.limit,
        retryDelay: retries.firstPauseSeconds,
        retryBackoff: true,
        startAfter: startAfterSeconds,
        expireInSeconds,
        deleteAfterSeconds: keepDoneSeconds,
      })
    },
    async retry(tx, { queue, id }) {
      const [ready, { fromKysely }] = await Promise.all([
        withinStartLimit(started()),
        import('pg-boss'),
      ])
      const db = fromKysely(tx)
      await ready.retry(queue, id, { db })
      // A job that was given up before its last attempt would wait for its retry delay.
      await ready.update(queue, undefined, { id, db, startAfter: 0 })
    },
    handle(queue, handler, { atOnce = 1, pollSeconds = 1 } = {}) {
      jobDuration.zero({ queue, outcome: 'given_up' })
      handlers.push({ queue, handler: handler as Handler<never>, atOnce, pollSeconds })
    },
    schedule(added) {
      tasks = added
    },
    start() {
      started()
    },
    finish() {
      finished ??= finish()
      return finished
    },
    stop() {
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

/** A transaction that sends a job just after the start waits a limited time for the queue. */
function withinStartLimit<T>(work: Promise<T>): Promise<T> {
  const timeout = sleep(startWithinMs, undefined, { ref: false }).then(() => {
    throw new ApiFailure('SERVICE_UNAVAILABLE', {
      cause: new Error('the job queue could not be started in time'),
    })
  })
  return Promise.race([work, timeout])
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

interface Work {
  queue: QueueName
  handler: Handler<never>
  atOnce: number
  pollSeconds: number
}

async function work(boss: PgBoss, { queue, handler, atOnce, pollSeconds }: Work): Promise<void> {
  const options = {
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds: pollSeconds,
  } as const
  for (let worker = 0; worker < atOnce; worker += 1) {
    const id = await boss.work(queue, options, async ([job]: JobWithMetadata<never>[]) => {
      if (!job) return []
      const result = await run(job, handler)
      boss.notifyWorker(id) // Fetches the next job immediately.
      return [result]
    })
  }
}

/**
 * Runs one job in the context of the request that sent it. Only the message of an error is stored, because other parts may
 * contain personal data.
 */
async function run(job: JobWithMetadata<never>, handler: Handler<never>): Promise<JobResult> {
  const { id, name: queue, createdOn: sentAt } = job
  const { data, origin } = readOrigin(job.data)
  const isLastTry = job.retryCount >= job.retryLimit
  const end = jobDuration.startTimer({ queue })
  const span = { name: `job ${queue}`, kind: 'consumer', attributes: { 'raahi.job': id } } as const
  try {
    await inContext({ requestId: origin.requestId }, () =>
      runInSpan(span, () => handler({ id, data, sentAt, isLastTry }), origin.traceparent),
    )
    end({ outcome: 'done' })
    return { id, status: 'completed' }
  } catch (error) {
    const isGivenUp = error instanceof JobGivenUp
    end({ outcome: isGivenUp || isLastTry ? 'given_up' : 'failed' })
    const output = {
      reason: error instanceof Error ? error.message : 'unknown',
      code: jobErrorOf(isGivenUp ? error.cause : error),
    }
    return { id, status: isGivenUp ? 'deadletter' : 'failed', output }
  }
}
