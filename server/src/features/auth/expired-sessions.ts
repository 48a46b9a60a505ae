import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

export const expiredSessions: ExpiredRows = {
  // A used refresh token stays until its expiry: a second use before then indicates theft.
  session_tokens: 'expires_at < now()',
  // The daily limits count these rows.
  password_resets: "requested_at < now() - interval '1 day'",
  email_confirmations: 'expires_at < now()',
  // The cookie in the browser has expired by then.
  known_browsers: "last_login_at < now() - interval '400 days'",
  // A session without tokens cannot be used again.
  sessions: `created_at < now() - interval '1 hour'
    and not exists (select from session_tokens t where t.session_id = sessions.id)`,
}
