import { Counter } from 'prom-client'
import { processMetrics } from '../../../platform/observability/metrics.ts'

export const purchaseCount = new Counter({
  name: 'raahi_purchases_total',
  help: 'Leads sold, by payment method',
  labelNames: ['funding'] as const,
  registers: [processMetrics],
})

export const refusedPurchases = new Counter({
  name: 'raahi_purchases_refused_total',
  help: 'Refused purchases, by code',
  labelNames: ['code'] as const,
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const funding of ['wallet', 'plan']) purchaseCount.inc({ funding }, 0)
