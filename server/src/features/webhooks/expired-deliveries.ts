import { webhookLogDays } from '@raahi/contract/webhooks'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

/** The log of webhooks. What still waits after this time is removed too. */
export const expiredDeliveries: ExpiredRows = {
  webhook_attempts: `at < now() - interval '${webhookLogDays} days'`,
  webhook_deliveries: `occurred_at < now() - interval '${webhookLogDays} days'`,
}
