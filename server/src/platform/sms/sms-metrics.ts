import { Histogram } from 'prom-client'
import { processMetrics } from '../observability/metrics.ts'

export const smsCallDuration = new Histogram({
  name: 'raahi_sms_call_duration_seconds',
  help: 'Attempts to send an SMS through the provider, by outcome',
  labelNames: ['outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
  registers: [processMetrics],
})
