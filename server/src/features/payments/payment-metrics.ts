import { Counter, Histogram } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const payments = new Counter({
  name: 'raahi_payments_total',
  help: 'What payments at the gateway have come to; known where it was no news',
  labelNames: ['outcome'] as const,
  registers: [processMetrics],
})

export const gatewayRefunds = new Counter({
  name: 'raahi_gateway_refunds_total',
  help: 'Second payments sent back by the gateway',
  registers: [processMetrics],
})

export const gatewayCallDuration = new Histogram({
  name: 'raahi_gateway_call_duration_seconds',
  help: 'Each try of a call of the gateway, by what was asked and what came of it',
  labelNames: ['call', 'outcome'] as const,
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const outcome of ['paid', 'failed', 'surplus', 'refunded', 'mismatch', 'pending', 'known']) {
  payments.inc({ outcome }, 0)
}
