import type { Cluster, Worker } from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import type { Registry } from 'prom-client'

// The supervisor collects the metrics of its workers and keeps the counters of workers that exited, so that no sum ever
// decreases. `clusterMetrics` of prom-client forgets those workers, and fails if one worker does not respond.

/** All metrics of one process. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

export type MetricsMessage = { raahi: 'metrics'; id: number } & (
  | { kind: 'request-all' }
  | { kind: 'all'; snapshots: Snapshot[] }
  | { kind: 'request-one' }
  | { kind: 'one'; snapshot: Snapshot }
)

export function isMetricsMessage(message: unknown): message is MetricsMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'raahi' in message &&
    message.raahi === 'metrics'
  )
}

const responseTimeoutMs = 2000

/**
 * Sends the metrics of all workers to each worker that requests them. The last snapshot counts for workers that do not
 * respond in time and for workers that have exited. Increments after the last snapshot of an exited worker are lost.
 */
export function aggregateMetrics(cluster: Cluster): void {
  const last = new Map<number, Snapshot>()
  let ended: Promise<Snapshot> = Promise.resolve([])
  const responses = new EventEmitter()
  let requestCount = 0

  async function updateSnapshot(worker: Worker): Promise<void> {
    requestCount += 1
    const id = requestCount
    const signal = AbortSignal.timeout(responseTimeoutMs)
    send(worker, { raahi: 'metrics', kind: 'request-one', id })
    await once(responses, String(id), { signal }).catch(() => {})
  }

  cluster.on('message', async (worker, message) => {
    if (!isMetricsMessage(message)) return
    const { id } = message
    // A snapshot that arrives after the exit of its worker is dropped: that worker is already in `ended`.
    if (message.kind === 'one' && !worker.isDead()) {
      last.set(worker.id, message.snapshot)
      responses.emit(String(id))
    }
    if (message.kind === 'request-all') {
      const workers = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined)
      await Promise.all(workers.filter((one) => one.isConnected()).map(updateSnapshot))
      const snapshots = [...last.values(), await ended]
      send(worker, { raahi: 'metrics', kind: 'all', id, snapshots })
    }
  })
  cluster.on('exit', ({ id }) => {
    const snapshot = last.get(id)
    last.delete(id)
    // After an error, the counters of this worker are lost. An unhandled error would end the supervisor.
    if (snapshot) ended = ended.then((sums) => addCounters(sums, snapshot).catch(() => sums))
  })
}

function send(worker: Worker, message: MetricsMessage): void {
  worker.send(message, () => {}) // The worker may have exited.
}

async function addCounters(sums: Snapshot, snapshot: Snapshot): Promise<Snapshot> {
  // The library takes 140 ms of CPU to load, so it is loaded at the first exit and not at the start.
  const { AggregatorRegistry } = await import('prom-client')
  // The declared type of a metric is a number, its value is its name.
  const counters = snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
  return AggregatorRegistry.aggregate([sums, counters]).getMetricsAsJSON()
}
