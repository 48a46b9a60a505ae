import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database/connect.ts'
import { isDatabaseUnavailable } from '../database/errors.ts'
import type { Schema } from '../database/schema.ts'
import type { Transaction } from '../database/transaction.ts'
import { ApiFailure } from '../http/failure.ts'
import type { Log } from '../log.ts'
import { jobDuration, jobsSent } from '../observability/metrics.ts'
import { traced } from '../observability/tracing.ts'
import { inContext } from '../observability/work-context.ts'
import type { QueueName } from './install-job-queue.ts'
import { readOrigin, withOrigin } from './job-origin.ts'
import { listenForNotifications } from './listen-for-notifications.ts'

/** A job that a process died with is given out again after this, when the next check (every minute) sees it. */
const expireInSeconds = 120
/** Jobs announce themselves; asking is for those whose retry has come due and for announcements that got lost. */
const askEverySeconds = 15
/** A done job is kept for a day, for whoever asks where a mail went. */
const keepDoneSeconds = 24 * 60 * 60
const startAgainAfterMs = 2000
const startWithinMs = 5000
/** A stop waits this long for the jobs in hand; what is not done by then is given back. */
const finishWithinMs = 2500
const giveBackWithinMs = 1000

export interface Job<T> {
  /** A UUID that says when the job was sent. */
  id: string
  data: T
  /** When it was sent, by the clock of the database. */
  sentAt: Date
  /** No further try comes after this one. */
  isLastTry: boolean
}

/** How often a job that throws is done again: the pause doubles each time, with some chance in it. */
export interface Retries {
  limit: number
  firstPauseSeconds: number
}

export interface JobQueue {
  /** Sends a job in a transaction: done once that has committed, never where it has not. Given `kysely`, at once. */
  send(tx: Transaction | Kysely<Schema>, job: NewJob): Promise<void>
  /**
   * Says who does the jobs of a queue; before the start. At most `atOnce` of them run in this process. A handler that
   * throws is called again later, one that throws JobGivenUp is not. It must bear being called twice with one job: a
   * process can die between the work and its record.
   */
  handle<T extends object>(
    queue: QueueName,
    handler: Handler<T>,
    options?: { atOnce: number },
  ): void
  /** Begins to work, without waiting for it. */
  start(): void
  /** Takes no new job, and gives those in hand a moment to end. */
  stop(): Promise<void>
}

export interface NewJob {
  queue: QueueName
  data: object
  retries: Retries
}

type Handler<T extends object> = (job: Job<T>) => Promise<void>

/** Thrown by a handler: trying again is of no use. */
export class JobGivenUp extends Error {}

/**
 * The product's durable jobs, kept in its own database by pg-boss. The worker has a few connections of its own, so that
 * it neither waits for a busy product nor holds one up.
 */
export function createJobQueue(database: Database, log: Log): JobQueue {
  const handlers: Work[] = []
  let boss: PgBoss | undefined
  let stopped = false
  let ended: Promise<void> | undefined
  let wake = () => {}
  const stopping = new Promise<void>((resolve) => {
    wake = resolve
  })
  let starting: Promise<PgBoss> | undefined

  // What was abandoned by a stop fails afterwards, on connections that are closed: no news.
  const report = (error: unknown) => {
    if (!stopped) reportTo(log, error)
  }

  async function begin(): Promise<PgBoss> {
    for (;;) {
      if (stopped) throw hasStopped()
      try {
        boss ??= await createBoss(database, log, report)
        if (!stopped) await boss.start()
        if (stopped) throw hasStopped()
        for (const each of handlers) await work(boss, each)
        boss.supervise().catch(report) // What a killed process left is not to wait for the next minute.
        return boss
      } catch (error) {
        report(error)
        // A start that failed half-way is undone, so that the next one begins from nothing.
        await boss?.stop({ graceful: false }).catch(() => {})
        boss = undefined
        await Promise.race([stopping, sleep(startAgainAfterMs, undefined, { ref: false })])
      }
    }
  }

  function started(): Promise<PgBoss> {
    starting ??= begin()
    starting.catch(() => {}) // A stop during the start; whoever awaits it is told.
    return starting
  }

  async function end(): Promise<void> {
    stopped = true
    wake()
    const workers = boss ? handlers.map(({ queue }) => boss?.offWork(queue, { wait: true })) : []
    await within(finishWithinMs, Promise.allSettled([starting, ...workers]))
    if (boss) await within(giveBackWithinMs, boss.stop({ graceful: false }))
  }

  return {
    async send(tx, { queue, data, retries }) {
      const [ready, { fromKysely }] = await Promise.all([soon(started()), import('pg-boss')])
      jobsSent.inc({ queue })
      await ready.send(queue, withOrigin(data), {
        id: uuidv7(),
        db: fromKysely(tx),
        retryLimit: retries.limit,
        retryDelay: retries.firstPauseSeconds,
        retryBackoff: true,
        expireInSeconds,
        deleteAfterSeconds: keepDoneSeconds,
      })
    },
    handle(queue, handler, { atOnce } = { atOnce: 1 }) {
      jobDuration.zero({ queue, outcome: 'given_up' })
      handlers.push({ queue, handler: handler as Handler<never>, atOnce })
    },
    start() {
      started()
    },
    stop() {
      ended ??= end()
      return ended
    },
  }
}

async function createBoss(
  database: Database,
  log: Log,
  report: (error: unknown) => void,
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    connectionString: database.connectionString,
    application_name: 'raahi-jobs',
    max: 2,
    useListenNotify: true,
    // What the product does not use: cron, flows, its own statistics of vacuum and indexes.
    schedule: false,
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', report)
  boss.on('warning', ({ message }) => log.warn({}, `jobs: ${message}`))
  boss.getDb().listen = (channel, onNotification, onListening) =>
    listenForNotifications(database.connectionString, channel, {
      onNotification,
      onListening,
      onLost: report,
    })
  return boss
}

/** Waits for work that may fail, but not for long. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => {}), sleep(ms, undefined, { ref: false })])
}

/** Of a request that was still in flight: what it began is undone, and may be asked for again, of another process. */
function hasStopped(): ApiFailure {
  return new ApiFailure('SERVICE_UNAVAILABLE', { cause: new Error('the job queue has stopped') })
}

/** A transaction that sends a job just after the start waits for the queue, but not for ever. */
function soon<T>(work: Promise<T>): Promise<T> {
  const late = sleep(startWithinMs, undefined, { ref: false }).then(() => {
    throw new ApiFailure('SERVICE_UNAVAILABLE', {
      cause: new Error('the job queue could not be started in time'),
    })
  })
  return Promise.race([work, late])
}

/** A database that is away is no fault of the queue: it goes on when the database is back. */
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
}

async function work(boss: PgBoss, { queue, handler, atOnce }: Work): Promise<void> {
  const options = {
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds: askEverySeconds,
    notifyPollingIntervalSeconds: askEverySeconds,
  } as const
  for (let worker = 0; worker < atOnce; worker += 1) {
    const id = await boss.work(queue, options, async ([job]: JobWithMetadata<never>[]) => {
      if (!job) return []
      const result = await run(job, handler)
      boss.notifyWorker(id) // Asks for the next one at once: its announcement may have come meanwhile.
      return [result]
    })
  }
}

/**
 * Does one job, under the request that sent it. What stays of an error is its message: the rest may hold what is none of
 * the database's business.
 */
async function run(job: JobWithMetadata<never>, handler: Handler<never>): Promise<JobResult> {
  const { id, name: queue, createdOn: sentAt } = job
  const { data, origin } = readOrigin(job.data)
  const isLastTry = job.retryCount >= job.retryLimit
  const end = jobDuration.startTimer({ queue })
  const span = { name: `job ${queue}`, kind: 'consumer', attributes: { 'raahi.job': id } } as const
  try {
    await inContext({ requestId: origin.requestId }, () =>
      traced(span, () => handler({ id, data, sentAt, isLastTry }), origin.traceparent),
    )
    end({ outcome: 'done' })
    return { id, status: 'completed' }
  } catch (error) {
    const isGivenUp = error instanceof JobGivenUp
    end({ outcome: isGivenUp || isLastTry ? 'given_up' : 'failed' })
    const output = { reason: error instanceof Error ? error.message : 'unknown' }
    return { id, status: isGivenUp ? 'deadletter' : 'failed', output }
  }
}
