import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

export const expiredChallenges: ExpiredRows = {
  login_challenges: 'expires_at < now()',
  // A setup can be confirmed only within an hour.
  two_factor_setups: "started_at < now() - interval '1 hour'",
}
