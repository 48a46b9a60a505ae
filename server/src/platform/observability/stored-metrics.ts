import { sql } from 'kysely'
import { Gauge, Registry } from 'prom-client'
import { type BooksState, readBooksState, verdictOf } from '../../integrity/audit-result.queries.ts'
import { invariantCount } from '../../integrity/check-invariants.ts'
import type { Database } from '../database/connect.ts'
import { queueNames } from '../jobs/install-job-queue.ts'

/** A database that is busy or away must not cost the scrape all the other figures. */
const readWithinMs = 2500

interface Waiting {
  queue: string
  waiting: number
  overdueSeconds: number
}

/**
 * What the database knows for all instances together, in the text that Prometheus reads: each of them tells the same, so
 * that rules take the largest and never the sum. Read at each scrape; without a database it says that there is none.
 */
export async function storedMetrics(database: Database, everyMinutes: number): Promise<string> {
  const registry = new Registry()
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('the database did not answer')), readWithinMs).unref()
  })
  const facts = Promise.all([readBooksState(database), readWaiting(database)])
  const read = await Promise.race([facts, late]).catch(() => null)
  facts.catch(() => {}) // Come too late, it is nobody's news.
  gauge('raahi_database_up', '1 where the database answered this scrape').set(read ? 1 : 0)
  if (read) {
    const [books, queues] = read
    setBooks(gauge, books, everyMinutes)
    setQueues(gauge, queues)
  }
  return registry.metrics()
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

function setBooks(gauge: MakeGauge, state: BooksState | null, everyMinutes: number): void {
  const verdict = verdictOf(state, everyMinutes)
  const verdicts = gauge('raahi_books_verdict', '1 for what the last audit says of the books', [
    'verdict',
  ])
  for (const one of ['whole', 'off', 'late', 'unchecked']) {
    verdicts.set({ verdict: one }, one === verdict ? 1 : 0)
  }
  gauge('raahi_books_invariants', 'Invariants that an audit checks').set(invariantCount)
  if (!state) return
  const { broken, unchecked, ageSeconds, tookMs } = state
  gauge('raahi_books_invariants_broken', 'Invariants that the last audit found broken').set(
    broken.length,
  )
  const each = gauge('raahi_books_invariant_broken', '1 for each broken invariant', ['invariant'])
  for (const invariant of broken) each.set({ invariant }, 1)
  gauge('raahi_books_invariants_unchecked', 'Invariants that took too long to check').set(
    unchecked.length,
  )
  gauge('raahi_books_audit_age_seconds', 'Time since the last audit came to its end').set(
    ageSeconds,
  )
  gauge('raahi_books_audit_duration_seconds', 'How long it took').set(tookMs / 1000)
}

function setQueues(gauge: MakeGauge, queues: Waiting[]): void {
  const waiting = gauge('raahi_jobs_waiting', 'Jobs that are to be done, now or later', ['queue'])
  const overdue = gauge(
    'raahi_jobs_overdue_seconds',
    'How long the one that is due longest has waited',
    ['queue'],
  )
  for (const queue of queueNames) {
    const found = queues.find((one) => one.queue === queue)
    waiting.set({ queue }, found?.waiting ?? 0)
    overdue.set({ queue }, found?.overdueSeconds ?? 0)
  }
}

/** Reads the index of what is to be done, which is short where the jobs are done. */
async function readWaiting(database: Database): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select name as queue, count(*)::integer as waiting,
      greatest(0, extract(epoch from now() - min(start_after)))::float8 as "overdueSeconds"
    from pgboss.job where state < 'active' and not blocked group by name`.execute(database.kysely)
  return rows
}
