import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

/** The texts of a file are needed to correct refused rows, and not longer. */
const isOld = "created_at < now() - interval '30 days'"

export const expiredImports: ExpiredRows = {
  import_rows: `exists (select from imports i where i.id = import_id and i.state <> 'running' and i.${isOld})`,
  // The file was never imported.
  imports: `state = 'uploaded' and ${isOld}`,
}
