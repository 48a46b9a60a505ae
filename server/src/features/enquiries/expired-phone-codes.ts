import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

export const expiredPhoneCodes: ExpiredRows = {
  // The SMS of 24 hours are counted by codes of up to 24 hours and 10 minutes.
  phone_codes: "created_at < now() - interval '25 hours'",
  sandbox_messages: "created_at < now() - interval '1 day'",
}
