import { Counter } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const replacementCount = new Counter({
  name: 'raahi_replacements_total',
  help: 'Replacement requests, rejections, and approvals by destination of the value',
  labelNames: ['event'] as const,
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const event of ['requested', 'rejected', 'to_wallet', 'to_plan'])
  replacementCount.inc({ event }, 0)
