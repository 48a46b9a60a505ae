import { Counter } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const automaticPurchases = new Counter({
  name: 'raahi_automatic_purchases_total',
  help: 'Leads that were bought automatically, by payment method',
  labelNames: ['funding'] as const,
  registers: [processMetrics],
})

export const automaticRefusals = new Counter({
  name: 'raahi_automatic_purchases_refused_total',
  help: 'Automatic purchases that were refused under the locks, by reason',
  labelNames: ['reason'] as const,
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const funding of ['wallet', 'plan']) automaticPurchases.inc({ funding }, 0)
