import { Counter } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const phoneCodeCount = new Counter({
  name: 'raahi_phone_codes_total',
  help: 'Codes for phones of travellers: requested, withheld by the limit of a number, refused by the limit of an hour; verified and wrong tries',
  labelNames: ['event'] as const,
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const event of ['requested', 'withheld', 'over_limit', 'verified', 'wrong'])
  phoneCodeCount.inc({ event }, 0)
