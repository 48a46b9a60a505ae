import { Counter } from 'prom-client'
import { processMetrics } from '../../platform/observability/metrics.ts'

export const enquiryCount = new Counter({
  name: 'raahi_enquiries_total',
  help: 'Enquiries received, converted into leads, rejected, withdrawn, and verified emails',
  labelNames: ['event'] as const,
  registers: [processMetrics],
})

// A series without a first value has no increase for an alert to see, so each starts at 0.
for (const event of ['received', 'converted', 'rejected', 'withdrawn', 'email_verified'])
  enquiryCount.inc({ event }, 0)
