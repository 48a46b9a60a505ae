import type { Cluster, Worker } from 'node:cluster'

// The part of the primary process in the metrics of its workers: it passes questions and answers on and remembers, so that
// no sum ever falls because a worker ended. It loads no library for that.

/** One value of a metric, as prom-client writes it. */
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
/** All that one process has counted. */
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

const answerWithinMs = 2000

/**
 * Answers each worker that asks for the metrics of all of them. One that is too busy to answer counts with what it last
 * said, and so does one that has ended, for ever; what that had counted since is lost.
 */
export function aggregateMetrics(cluster: Cluster): void {
  const last = new Map<number, Snapshot>()
  const ended = new Map<string, Metric>()
  let rounds = 0
  const open = new Map<number, { missing: Set<number>; done: () => void }>()

  function hear(worker: Worker, id: number, snapshot: Snapshot | undefined): void {
    if (snapshot) last.set(worker.id, snapshot)
    const round = open.get(id)
    if (round?.missing.delete(worker.id) && round.missing.size === 0) round.done()
  }

  async function askEach(): Promise<Snapshot[]> {
    rounds += 1
    const id = rounds
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    await new Promise<void>((done) => {
      const timer = setTimeout(done, answerWithinMs)
      const missing = new Set(workers.map((worker) => worker?.id ?? 0))
      open.set(id, {
        missing,
        done() {
          clearTimeout(timer)
          done()
        },
      })
      for (const worker of workers) tell(worker, { raahi: 'metrics', kind: 'ask-one', id })
    })
    open.delete(id)
    return [...last.values(), [...ended.values()]]
  }

  cluster.on('message', async (worker, message) => {
    if (!isMessage(message)) return
    const { id } = message
    // One that has ended is summed up already, should its last word come after its end.
    if (message.kind === 'one' && !worker.isDead()) hear(worker, id, message.snapshot)
    if (message.kind === 'ask-all') {
      const snapshots = await askEach()
      tell(worker, { raahi: 'metrics', kind: 'all', id, snapshots })
    }
  })
  cluster.on('exit', (worker) => {
    for (const id of open.keys()) hear(worker, id, undefined)
    addUp(ended, last.get(worker.id) ?? [])
    last.delete(worker.id)
  })
}

function tell(worker: Worker | undefined, message: MetricsMessage): void {
  worker?.send(message, () => {}) // One that has just ended hears nothing.
}

/** Adds what only ever grows of a snapshot to what ended processes had counted. */
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
