import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import type { Transaction } from '../database/transaction.ts'
import { ApiFailure } from '../http/failure.ts'
import type { Log } from '../log.ts'
import { jobDuration, jobsSent } from '../observability/metrics.ts'
import { runInSpan } from '../observability/tracing.ts'
import { inContext } from '../observability/work-context.ts'
import { createBossRunner } from './boss-runner.ts'
import type { QueueName } from './install-job-queue.ts'
import { jobErrorOf } from './job-failure.ts'
import { readOrigin, withOrigin } from './job-origin.ts'
import { runScheduledTasks, type ScheduledTask } from './scheduled-tasks.ts'

/** A job whose process died runs again after this time, at the next check (every minute). */
const expireInSeconds = 120
/** Finished jobs are kept for a day, so that an operator can look up a mail. */
const keepDoneSeconds = 24 * 60 * 60
const startWithinMs = 5000

export interface Job<T> {
  /** A UUID that contains the time of sending. */
  id: string
  data: T
  /** Time of sending, by the clock of the database. */
  sentAt: Date
  /** No retry follows this attempt. */
  isLastTry: boolean
  /** Aborted when the queue finishes, or when another process may run the job. */
  signal: AbortSignal
}

/** How often a job that throws is retried. The pause doubles each time, with jitter. */
export interface Retries {
  limit: number
  firstPauseSeconds: number
}

export interface JobQueue {
  /** Sends a job in a transaction. The job runs only after the commit. With `kysely`, it runs immediately. */
  send(tx: Transaction | Kysely<Schema>, job: NewJob): Promise<void>
  /** Sends many jobs of one queue in one statement. */
  sendAll(
    tx: Transaction,
    jobs: Pick<NewJob, 'queue' | 'retries'> & { data: readonly object[] },
  ): Promise<void>
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
  const { start, finish, stop } = createBossRunner(database, log, {
    hasTasks: () => tasks.length > 0,
    async startWorkers(boss, signal) {
      for (const each of handlers) if (!signal.aborted) await work(boss, each, signal)
      if (tasks.length > 0 && !signal.aborted) {
        await runScheduledTasks(boss, tasks, { signal, log })
      }
    },
    queues: () => [...handlers.map(({ queue }) => queue), 'scheduled'],
  })

  async function openIn(tx: Transaction | Kysely<Schema>) {
    const [boss, { fromKysely }] = await Promise.all([withinStartLimit(start()), import('pg-boss')])
    return { boss, db: fromKysely(tx) }
  }

  return {
    async send(tx, { queue, data, retries, id = uuidv7(), startAfterSeconds = 0 }) {
      const { boss, db } = await openIn(tx)
      jobsSent.inc({ queue })
      await boss.send(queue, withOrigin(data), {
        id,
        db,
        ...optionsOf(retries),
        startAfter: startAfterSeconds,
      })
    },
    async sendAll(tx, { queue, data, retries }) {
      const { boss, db } = await openIn(tx)
      jobsSent.inc({ queue }, data.length)
      const jobs = data.map((one) => ({
        id: uuidv7(),
        data: withOrigin(one),
        ...optionsOf(retries),
      }))
      await boss.insert(queue, jobs, { db })
    },
    async retry(tx, { queue, id }) {
      const { boss, db } = await openIn(tx)
      await boss.retry(queue, id, { db })
      // A job that was given up before its last attempt would wait for its retry delay.
      await boss.update(queue, undefined, { id, db, startAfter: 0 })
    },
    handle(queue, handler, { atOnce = 1, pollSeconds = 1 } = {}) {
      jobDuration.zero({ queue, outcome: 'given_up' })
      handlers.push({ queue, handler: handler as Handler<never>, atOnce, pollSeconds })
    },
    schedule(added) {
      tasks = added
    },
    start() {
      start()
    },
    finish,
    stop,
  }
}

function optionsOf(retries: Retries) {
  return {
    retryLimit: retries.limit,
    retryDelay: retries.firstPauseSeconds,
    retryBackoff: true,
    expireInSeconds,
    deleteAfterSeconds: keepDoneSeconds,
  }
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

interface Work {
  queue: QueueName
  handler: Handler<never>
  atOnce: number
  pollSeconds: number
}

async function work(
  boss: PgBoss,
  { queue, handler, atOnce, pollSeconds }: Work,
  finishing: AbortSignal,
): Promise<void> {
  const options = {
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds: pollSeconds,
  } as const
  for (let worker = 0; worker < atOnce; worker += 1) {
    const id = await boss.work(queue, options, async ([job]: JobWithMetadata<never>[]) => {
      if (!job) return []
      const result = await run(job, handler, AbortSignal.any([finishing, job.signal]))
      boss.notifyWorker(id) // Fetches the next job immediately.
      return [result]
    })
  }
}

/**
 * Runs one job in the context of the request that sent it. Only the message of an error is stored, because other parts may
 * contain personal data.
 */
async function run(
  job: JobWithMetadata<never>,
  handler: Handler<never>,
  signal: AbortSignal,
): Promise<JobResult> {
  const { id, name: queue, createdOn: sentAt } = job
  const { data, origin } = readOrigin(job.data)
  const isLastTry = job.retryCount >= job.retryLimit
  const end = jobDuration.startTimer({ queue })
  const span = { name: `job ${queue}`, kind: 'consumer', attributes: { 'raahi.job': id } } as const
  try {
    await inContext({ requestId: origin.requestId }, () =>
      runInSpan(span, () => handler({ id, data, sentAt, isLastTry, signal }), origin.traceparent),
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
