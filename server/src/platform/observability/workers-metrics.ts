import cluster from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import { AggregatorRegistry } from 'prom-client'
import { processMetrics } from './metrics.ts'
import { isMetricsMessage, type MetricsMessage } from './supervisor-metrics.ts'

// The processes of one machine share a port, so a scrape reaches one of them at random. This process responds for all:
// it requests the snapshots of all workers from the supervisor (supervisor-metrics.ts).

const responseTimeoutMs = 4000
const responses = new EventEmitter()
let requestCount = 0
let isListening = false

/**
 * The metrics of all processes of this machine in the text format of Prometheus.
 * @throws AbortError if the supervisor does not respond in time
 */
export async function readMachineMetrics(): Promise<string> {
  if (!cluster.isWorker) return processMetrics.metrics()
  requestCount += 1
  const signal = AbortSignal.timeout(responseTimeoutMs)
  const response = once(responses, String(requestCount), { signal })
  sendToSupervisor({ raahi: 'metrics', kind: 'request-all', id: requestCount })
  const [snapshots] = await response
  return AggregatorRegistry.aggregate(snapshots).metrics()
}

/** Makes a worker send its snapshot when the supervisor requests it. */
export function answerSnapshotRequests(): void {
  if (!cluster.isWorker || isListening) return
  isListening = true
  process.on('message', async (message) => {
    if (!isMetricsMessage(message)) return
    if (message.kind === 'all') responses.emit(String(message.id), message.snapshots)
    if (message.kind === 'request-one') {
      const snapshot = await processMetrics.getMetricsAsJSON()
      sendToSupervisor({ raahi: 'metrics', kind: 'one', id: message.id, snapshot })
    }
  })
}

function sendToSupervisor(message: MetricsMessage): void {
  process.send?.(message, undefined, undefined, () => {}) // If the supervisor has exited, this process exits too.
}
