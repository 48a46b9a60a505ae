import { Counter, Gauge } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

const registers = [processMetrics]

export const openStreams = new Gauge({
  name: 'raahi_event_streams_open',
  help: 'Open streams of lead events',
  registers,
})

export const eventsSent = new Counter({
  name: 'raahi_events_sent_total',
  help: 'Events written to streams',
  registers,
})

export const endedStreams = new Counter({
  name: 'raahi_event_streams_ended_total',
  help: 'Ended streams by cause: client, slow (the client did not read), access (logged out, suspended), age, restart (of the database), stop',
  labelNames: ['cause'] as const,
  registers,
})

export type EndCause = 'client' | 'slow' | 'access' | 'age' | 'restart' | 'stop'
// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const cause of ['client', 'slow', 'access', 'age', 'restart', 'stop'])
  endedStreams.inc({ cause }, 0)
