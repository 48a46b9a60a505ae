import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

export const expiredChallenges: ExpiredRows = {
  login_challenges: 'expires_at < now()',
  // A set-up that is older can no longer be confirmed.
  two_factor_setups: "started_at < now() - interval '1 hour'",
}
