import { pictureDays } from '@raahi/contract/picture-limits'
import type { ExpiredRows } from '../../platform/jobs/remove-expired.ts'

/** The sweep of unreferenced files removes the files. */
export const expiredPictures: ExpiredRows = {
  request_pictures: `exists (select from replacement_requests r where r.id = request_pictures.request_id
    and r.decided_at < now() - interval '${pictureDays} days')`,
}
