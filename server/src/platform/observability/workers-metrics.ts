import cluster from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { processMetrics } from './metrics.ts'
import { isMessage, type MetricsMessage, type Snapshot } from './supervisor-metrics.ts'

// The processes of one machine share a port, so a scrape reaches any one of them, which responds for all: it requests
// the snapshots of every worker from the supervisor (supervisor-metrics.ts).

const responseTimeoutMs = 4000
let requestCount = 0
const waiting = new Map<number, (all: Snapshot[]) => void>()
let isListening = false

/** The metrics of all processes of this machine in the text format of Prometheus. */
export async function readMachineMetrics(): Promise<string> {
  if (!cluster.isWorker) return processMetrics.metrics()
  const all = await requestSnapshots()
  const registry = AggregatorRegistry.aggregate(all as unknown as MetricObject[])
  return registry.metrics()
}

/** Makes a worker send its snapshot when the supervisor requests it. */
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

/** @throws Error if the supervisor does not respond in time */
function requestSnapshots(): Promise<Snapshot[]> {
  requestCount += 1
  const id = requestCount
  return new Promise<Snapshot[]>((resolve, reject) => {
    const late = () => reject(new Error('the supervisor did not send the metrics'))
    const timer = setTimeout(late, responseTimeoutMs)
    waiting.set(id, (all) => {
      clearTimeout(timer)
      resolve(all)
    })
    sendToSupervisor({ raahi: 'metrics', kind: 'ask-all', id })
  }).finally(() => waiting.delete(id))
}

function sendToSupervisor(message: MetricsMessage): void {
  process.send?.(message, undefined, undefined, () => {}) // If the supervisor has exited, this process exits too.
}
