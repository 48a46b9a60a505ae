import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

// The metrics of one process since its start. Labels contain only names of routes, codes, queues and outcomes, never user
// input, so that the number of series is bounded.

export const processMetrics = new Registry()
const registers = [processMetrics]

export const requestDuration = new Histogram({
  name: 'raahi_http_request_duration_seconds',
  help: 'Time to the last byte of a response, by route, method and status class; aborted if the client disconnected',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

export const requestsInFlight = new Gauge({
  name: 'raahi_http_requests_in_flight',
  help: 'Requests in progress',
  registers,
})

export const failures = new Counter({
  name: 'raahi_http_failures_total',
  help: 'Error responses, by error code',
  labelNames: ['code'] as const,
  registers,
})

export const databaseRetries = new Counter({
  name: 'raahi_database_retries_total',
  help: 'Transactions repeated after a conflict, by SQLSTATE; given_up if the last attempt failed too',
  labelNames: ['sqlstate', 'outcome'] as const,
  registers,
})

export const jobsSent = new Counter({
  name: 'raahi_jobs_sent_total',
  help: 'Jobs queued, including those of rolled back transactions',
  labelNames: ['queue'] as const,
  registers,
})

export const jobDuration = new Histogram({
  name: 'raahi_job_duration_seconds',
  help: 'Attempts of jobs: done, failed with a retry, or given up',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
  registers,
})

export const mailCount = new Counter({
  name: 'raahi_mails_total',
  help: 'Attempts of mails: sent, failed with a retry, refused, or given up',
  labelNames: ['outcome'] as const,
  registers,
})

export const serverProcesses = new Gauge({
  name: 'raahi_server_processes',
  help: 'Server processes of this machine that accept requests and reported metrics',
  registers,
})

const pools = new Set<pg.Pool>()

new Gauge({
  name: 'raahi_database_connections',
  help: 'Connections of the pool: open and idle',
  labelNames: ['state'] as const,
  registers,
  collect() {
    this.set({ state: 'open' }, sumOfPools('totalCount'))
    this.set({ state: 'idle' }, sumOfPools('idleCount'))
  },
})

new Gauge({
  name: 'raahi_database_waiting',
  help: 'Queries that wait for a connection of the pool',
  registers,
  collect() {
    this.set(sumOfPools('waitingCount'))
  },
})

function sumOfPools(count: 'totalCount' | 'idleCount' | 'waitingCount'): number {
  return [...pools].reduce((sum, pool) => sum + pool[count], 0)
}

/** Adds the connections of a pool to the metrics. @returns a function that removes them */
export function watchPool(pool: pg.Pool): () => void {
  pools.add(pool)
  return () => {
    pools.delete(pool)
  }
}

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const code of ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE']) failures.inc({ code }, 0)
for (const sqlstate of ['40001', '40P01']) {
  databaseRetries.inc({ sqlstate, outcome: 'given_up' }, 0)
}
for (const outcome of ['sent', 'retry', 'refused', 'given_up']) mailCount.inc({ outcome }, 0)

let isProcessWatched = false

/** Starts the metrics of the process itself: memory, CPU, event loop, garbage collection. */
export function watchProcess(): void {
  if (isProcessWatched) return
  isProcessWatched = true
  collectDefaultMetrics({ register: processMetrics })
}
