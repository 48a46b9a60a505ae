import type { Cluster, Worker } from 'node:cluster'

// The supervisor collects the metrics of its workers and keeps the counters of workers that exited, so that no sum ever
// decreases. It loads no metrics library.

/** One value of a metric, in the format of prom-client. */
interface Value {
  value: number
  labels: Record<string, string | number>
  metricName?: string
}
interface Metric {
  name: string
  type: string
  values: Value[]
}
/** All metrics of one process. */
export type Snapshot = Metric[]

export type MetricsMessage = { raahi: 'metrics'; id: number } & (
  | { kind: 'ask-all' }
  | { kind: 'all'; snapshots: Snapshot[] }
  | { kind: 'ask-one' }
  | { kind: 'one'; snapshot: Snapshot }
)

export function isMessage(message: unknown): message is MetricsMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'raahi' in message &&
    message.raahi === 'metrics'
  )
}

const responseTimeoutMs = 2000

/**
 * Sends the metrics of all workers to each worker that requests them. For a worker that does not respond in time, and for
 * one that has exited, its last snapshot counts. Increments after the last snapshot of an exited worker are lost.
 */
export function aggregateMetrics(cluster: Cluster): void {
  const last = new Map<number, Snapshot>()
  const ended = new Map<string, Metric>()
  let rounds = 0
  const open = new Map<number, { missing: Set<number>; done: () => void }>()

  function receiveSnapshot(worker: Worker, id: number, snapshot: Snapshot | undefined): void {
    if (snapshot) last.set(worker.id, snapshot)
    const round = open.get(id)
    if (round?.missing.delete(worker.id) && round.missing.size === 0) round.done()
  }

  async function collectSnapshots(): Promise<Snapshot[]> {
    rounds += 1
    const id = rounds
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    await new Promise<void>((done) => {
      const timer = setTimeout(done, responseTimeoutMs)
      const missing = new Set(workers.map((worker) => worker?.id ?? 0))
      open.set(id, {
        missing,
        done() {
          clearTimeout(timer)
          done()
        },
      })
      for (const worker of workers) send(worker, { raahi: 'metrics', kind: 'ask-one', id })
    })
    open.delete(id)
    return [...last.values(), [...ended.values()]]
  }

  cluster.on('message', async (worker, message) => {
    if (!isMessage(message)) return
    const { id } = message
    // A snapshot that arrives after the exit of its worker is dropped: that worker is already in `ended`.
    if (message.kind === 'one' && !worker.isDead()) receiveSnapshot(worker, id, message.snapshot)
    if (message.kind === 'ask-all') {
      const snapshots = await collectSnapshots()
      send(worker, { raahi: 'metrics', kind: 'all', id, snapshots })
    }
  })
  cluster.on('exit', (worker) => {
    for (const id of open.keys()) receiveSnapshot(worker, id, undefined)
    addUp(ended, last.get(worker.id) ?? [])
    last.delete(worker.id)
  })
}

function send(worker: Worker | undefined, message: MetricsMessage): void {
  worker?.send(message, () => {}) // The worker may have exited.
}

/** Adds the counters and histograms of a snapshot to the sums of the workers that exited. */
function addUp(sums: Map<string, Metric>, snapshot: Snapshot): void {
  for (const metric of snapshot) {
    if (metric.type !== 'counter' && metric.type !== 'histogram') continue
    const sum = sums.get(metric.name)
    sums.set(metric.name, sum ? { ...metric, values: added(sum.values, metric.values) } : metric)
  }
}

function added(some: Value[], more: Value[]): Value[] {
  const byKey = new Map<string, Value>()
  for (const value of [...some, ...more]) {
    const key = JSON.stringify([value.metricName, Object.entries(value.labels).sort()])
    byKey.set(key, { ...value, value: (byKey.get(key)?.value ?? 0) + value.value })
  }
  return [...byKey.values()]
}
