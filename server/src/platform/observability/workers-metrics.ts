import cluster from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { processMetrics } from './metrics.ts'
import { isMessage, type MetricsMessage, type Snapshot } from './supervisor-metrics.ts'

// The processes of one machine share a port, so that a scrape reaches any of them: it answers for all. It asks the primary,
// which asks every worker (primary-metrics.ts).

const answerWithinMs = 4000
let asked = 0
const waiting = new Map<number, (all: Snapshot[]) => void>()
let isListening = false

/** What all processes of this machine have counted, in the text that Prometheus reads. */
export async function readMachineMetrics(): Promise<string> {
  if (!cluster.isWorker) return processMetrics.metrics()
  const all = await requestSnapshots()
  const registry = AggregatorRegistry.aggregate(all as unknown as MetricObject[])
  return registry.metrics()
}

/** Lets the primary ask this process, where it is a worker. */
export function answerSnapshotRequests(): void {
  if (!cluster.isWorker || isListening) return
  isListening = true
  process.on('message', async (message) => {
    if (!isMessage(message)) return
    if (message.kind === 'all') waiting.get(message.id)?.(message.snapshots)
    if (message.kind === 'ask-one') {
      const snapshot = (await processMetrics.getMetricsAsJSON()) as unknown as Snapshot
      sendToSupervisor({ raahi: 'metrics', kind: 'one', id: message.id, snapshot })
    }
  })
}

/** @throws Error where the primary does not answer */
function requestSnapshots(): Promise<Snapshot[]> {
  asked += 1
  const id = asked
  return new Promise<Snapshot[]>((resolve, reject) => {
    const late = () => reject(new Error('the primary process did not tell the metrics'))
    const timer = setTimeout(late, answerWithinMs)
    waiting.set(id, (all) => {
      clearTimeout(timer)
      resolve(all)
    })
    sendToSupervisor({ raahi: 'metrics', kind: 'ask-all', id })
  }).finally(() => waiting.delete(id))
}

function sendToSupervisor(message: MetricsMessage): void {
  process.send?.(message, undefined, undefined, () => {}) // A primary that is gone takes this process along.
}
