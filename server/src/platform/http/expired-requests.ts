import type { ExpiredRows } from '../jobs/remove-expired.ts'

export const expiredRequests: ExpiredRows = {
  // Until then a repeated request gets the recorded response.
  idempotency_keys: "created_at < now() - interval '7 days'",
  rate_limits: 'resets_at < now()',
}
