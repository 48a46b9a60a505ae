import type { Database } from '../../platform/database/connect.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'

/**
 * Reads a picture of a request. Agents can read only the pictures of their requests, admins all pictures.
 * @throws ApiFailure FILE_NOT_FOUND, also for another agent's picture; SERVICE_UNAVAILABLE if the store is unreachable
 */
export async function readPicture(
  { database, files }: { database: Database; files: FileStore },
  caller: Caller,
  pictureId: string,
): Promise<Buffer> {
  const picture = await database.kysely
    .selectFrom('request_pictures as i')
    .innerJoin('replacement_requests as r', 'r.id', 'i.request_id')
    .select(['i.file', 'r.user_id'])
    .where('i.id', '=', pictureId)
    .executeTakeFirst()
  const isReadable = picture && (caller.role === 'admin' || picture.user_id === caller.agencyId)
  const bytes = isReadable ? await files.read('replacement', picture.file) : null
  if (!bytes) throw new ApiFailure('FILE_NOT_FOUND')
  return bytes
}
