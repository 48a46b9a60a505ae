import { Counter } from 'prom-client'
import { processMetrics } from '../observability/metrics.ts'

export const pushCount = new Counter({
  name: 'raahi_pushes_total',
  help: 'Attempts to send an alert to a browser: accepted, gone, refused, blocked, unavailable',
  labelNames: ['outcome'] as const,
  registers: [processMetrics],
})
