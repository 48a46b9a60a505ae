import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

export const expiredEvents: ExpiredRows = {
  // The gateway repeats an event for at most one day.
  gateway_events: "received_at < now() - interval '30 days'",
}
