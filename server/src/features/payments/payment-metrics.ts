import { Counter, Histogram } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const paymentCount = new Counter({
  name: 'raahi_payments_total',
  help: 'Reports of payments by outcome; known: reported before',
  labelNames: ['outcome'] as const,
  registers: [processMetrics],
})

export const gatewayRefunds = new Counter({
  name: 'raahi_gateway_refunds_total',
  help: 'Payments refunded by the gateway',
  registers: [processMetrics],
})

export const gatewayCallDuration = new Histogram({
  name: 'raahi_gateway_call_duration_seconds',
  help: 'Attempts of gateway calls, by call and outcome',
  labelNames: ['call', 'outcome'] as const,
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const outcome of [
  'paid',
  'failed',
  'surplus',
  'expired',
  'refunded',
  'mismatch',
  'pending',
  'known',
]) {
  paymentCount.inc({ outcome }, 0)
}
