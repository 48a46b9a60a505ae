import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

export const expiredPhoneCodes: ExpiredRows = {
  // The SMS limit of 24 hours counts codes that are up to 24 hours and 10 minutes old.
  phone_codes: "created_at < now() - interval '25 hours'",
  sandbox_messages: "created_at < now() - interval '1 day'",
}
