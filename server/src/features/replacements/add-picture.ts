import { createHash } from 'node:crypto'
import type { RequestStatus } from '@raahi/contract/leads'
import { maxPictures } from '@raahi/contract/picture-limits'
import type { RequestPicture } from '@raahi/contract/replacement-pictures'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { withStoredFile } from '../../platform/files/named-files.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { readUploadedPicture } from '../../platform/files/uploaded-picture.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import {
  findPictures,
  lockPurchaseOfRequest,
  toPicture,
} from './public/request-pictures.queries.ts'

/**
 * Adds a picture to a pending request of the caller. A picture that the request already has is not added again.
 * @throws ApiFailure REPLACEMENT_NOT_FOUND, also for another agent's request; REPLACEMENT_ALREADY_DECIDED;
 * TRAVELLER_ERASED; TOO_MANY_PICTURES; UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE; SERVICE_UNAVAILABLE if too many pictures
 * are waiting or the store is unreachable
 */
export async function addPicture(
  deps: { database: Database; files: FileStore; pictures: Pictures },
  actor: Actor,
  { userId, requestId, file }: { userId: string; requestId: string; file: UploadedFile },
): Promise<RequestPicture[]> {
  const { database, files } = deps
  // Checked before the picture is decoded, which is expensive.
  checkOpen(await findRequest(database.kysely, requestId, userId))
  const picture = await readUploadedPicture(deps.pictures, 'picture', file, userId)
  const sha256 = createHash('sha256').update(picture.bytes).digest()
  const { rows, unused } = await withStoredFile(deps, 'replacement', picture, (name) =>
    withTransaction(database, async (tx) => {
      await lockPurchaseOfRequest(tx, requestId)
      // Read after the lock, so that a committed decision or erasure is visible. A later one waits for the lock. Of two
      // concurrent uploads, the second one counts the picture of the first one.
      checkOpen(await findRequest(tx, requestId, userId))
      const isNew = await insertPicture(tx, { requestId, file: name ?? '', sha256 })
      if (isNew) {
        await recordAction(tx, actor, {
          action: 'replacement.add-picture',
          subjectType: 'replacement',
          subjectId: requestId,
        })
      }
      return { rows: await findPictures(tx, requestId), unused: isNew ? null : name }
    }),
  )
  // If the removal fails, the sweep of unreferenced files removes the file later.
  if (unused) await files.remove('replacement', unused).catch(() => {})
  return rows.map(toPicture)
}

interface OwnRequest {
  status: RequestStatus
  traveller_erased_at: Date | null
}

function checkOpen(request: OwnRequest | undefined): void {
  if (!request) throw new ApiFailure('REPLACEMENT_NOT_FOUND')
  if (request.status !== 'pending') throw new ApiFailure('REPLACEMENT_ALREADY_DECIDED')
  if (request.traveller_erased_at !== null) throw new ApiFailure('TRAVELLER_ERASED')
}

function findRequest(
  db: Kysely<Schema>,
  requestId: string,
  userId: string,
): Promise<OwnRequest | undefined> {
  return db
    .selectFrom('replacement_requests as r')
    .innerJoin('purchases as p', 'p.id', 'r.purchase_id')
    .select(['r.status', 'p.traveller_erased_at'])
    .where('r.id', '=', requestId)
    .where('r.user_id', '=', userId)
    .executeTakeFirst()
}

/** @returns false if the request already has this picture */
async function insertPicture(
  tx: Transaction,
  picture: { requestId: string; file: string; sha256: Buffer },
): Promise<boolean> {
  const { requestId, file, sha256 } = picture
  const { rows } = await sql<{ count: number; is_known: boolean | null }>`
    select count(*)::integer as count, bool_or(sha256 = ${sha256}) as is_known
    from request_pictures where request_id = ${requestId}`.execute(tx)
  const { count = 0, is_known: isKnown = false } = rows[0] ?? {}
  if (isKnown) return false
  if (count >= maxPictures) throw new ApiFailure('TOO_MANY_PICTURES')
  await sql`insert into request_pictures (id, request_id, position, file, sha256)
    values (${uuidv7()}, ${requestId}, (select min(free) from generate_series(1, ${maxPictures}::integer) free
      where free not in (select position from request_pictures where request_id = ${requestId})), ${file}, ${sha256})`.execute(
    tx,
  )
  return true
}
