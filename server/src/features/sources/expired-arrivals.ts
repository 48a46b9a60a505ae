import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

/** The other arrivals are kept: they hold the ids of their deliveries. */
export const expiredArrivals: ExpiredRows = {
  source_arrivals: "outcome in ('refused', 'test') and created_at < now() - interval '7 days'",
  // Meta keeps leads as long.
  meta_leads: "created_at < now() - interval '90 days'",
}
