import type { RequestStatus } from '@raahi/contract/leads'
import type { Kysely } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { lockPurchaseOfRequest } from './public/request-pictures.queries.ts'

/**
 * Removes a picture of a pending request of the caller, and then its file. After the decision the picture cannot be
 * removed, because it is evidence.
 * @throws ApiFailure FILE_NOT_FOUND, also for another agent's picture and for a repeated call;
 * REPLACEMENT_ALREADY_DECIDED
 */
export async function removePicture(
  { database, files }: { database: Database; files: FileStore },
  actor: Actor,
  { userId, pictureId }: { userId: string; pictureId: string },
): Promise<void> {
  const file = await withTransaction(database, async (tx) => {
    const { request_id: requestId } = await findPicture(tx, pictureId, userId)
    await lockPurchaseOfRequest(tx, requestId)
    // Read after the lock, so that a committed decision or erasure is visible. A later one waits for the lock.
    const picture = await findPicture(tx, pictureId, userId)
    if (picture.status !== 'pending') throw new ApiFailure('REPLACEMENT_ALREADY_DECIDED')
    await tx.deleteFrom('request_pictures').where('id', '=', pictureId).execute()
    await recordAction(tx, actor, {
      action: 'replacement.remove-picture',
      subjectType: 'replacement',
      subjectId: requestId,
    })
    return picture.file
  })
  // If the removal fails, the sweep of unreferenced files removes the file later.
  await files.remove('replacement', file).catch(() => {})
}

interface OwnPicture {
  request_id: string
  status: RequestStatus
  file: string
}

async function findPicture(
  db: Kysely<Schema>,
  pictureId: string,
  userId: string,
): Promise<OwnPicture> {
  const picture = await db
    .selectFrom('request_pictures as i')
    .innerJoin('replacement_requests as r', 'r.id', 'i.request_id')
    .select(['i.request_id', 'r.status', 'i.file'])
    .where('i.id', '=', pictureId)
    .where('r.user_id', '=', userId)
    .executeTakeFirst()
  if (!picture) throw new ApiFailure('FILE_NOT_FOUND')
  return picture
}
