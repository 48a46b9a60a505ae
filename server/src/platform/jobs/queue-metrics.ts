import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { MakeGauge } from '../observability/stored-metrics.ts'
import { queueNames } from './install-job-queue.ts'

interface Waiting {
  queue: string
  waiting: number
  overdueSeconds: number
}

/** Waiting and overdue jobs of each queue as metrics. */
export async function queueMetrics(database: Database): Promise<(gauge: MakeGauge) => void> {
  const queues = await readWaiting(database)
  return (gauge) => setQueues(gauge, queues)
}

function setQueues(gauge: MakeGauge, queues: Waiting[]): void {
  const waiting = gauge('raahi_jobs_waiting', 'Jobs that wait to run, now or later', ['queue'])
  const overdue = gauge(
    'raahi_jobs_overdue_seconds',
    'How long the job that has been due the longest has waited',
    ['queue'],
  )
  for (const queue of queueNames) {
    const found = queues.find((one) => one.queue === queue)
    waiting.set({ queue }, found?.waiting ?? 0)
    overdue.set({ queue }, found?.overdueSeconds ?? 0)
  }
}

/** Reads the index of unfinished jobs, which is short. */
async function readWaiting(database: Database): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select name as queue, count(*)::integer as waiting,
      greatest(0, extract(epoch from now() - min(start_after)))::float8 as "overdueSeconds"
    from pgboss.job where state < 'active' and not blocked group by name`.execute(database.kysely)
  return rows
}
