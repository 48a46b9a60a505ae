import { Counter } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const purchases = new Counter({
  name: 'raahi_purchases_total',
  help: 'Leads sold, by what paid for them',
  labelNames: ['funding'] as const,
  registers: [processMetrics],
})

export const refusedPurchases = new Counter({
  name: 'raahi_purchases_refused_total',
  help: 'Purchases that were refused, by code',
  labelNames: ['code'] as const,
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const funding of ['wallet', 'plan']) purchases.inc({ funding }, 0)
