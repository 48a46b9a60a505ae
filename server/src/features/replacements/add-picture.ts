import { createHash } from 'node:crypto'
import type { RequestStatus } from '@raahi/contract/leads'
import { maxPictures, type RequestPicture } from '@raahi/contract/replacement-pictures'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { withStoredFile } from '../../platform/files/named-files.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { readRequestPicture } from '../../platform/files/request-picture.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { hitRateLimit, type RateLimit } from '../../platform/http/rate-limit.ts'
import { findPictures, toPicture } from './request-pictures.queries.ts'

/** A picture takes up to 2 s of one core. */
const picturesPerAgent: RateLimit = { max: 30, windowSeconds: 60 * 60 }

/**
 * Adds a picture to a pending request of the caller. A picture that the request already has is not added again.
 * @throws ApiFailure REPLACEMENT_NOT_FOUND, also for another agent's request; REPLACEMENT_ALREADY_DECIDED;
 * TOO_MANY_PICTURES; TOO_MANY_REQUESTS; UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE; SERVICE_UNAVAILABLE if too many pictures are waiting or the
 * store is unreachable
 */
export async function addPicture(
  deps: { database: Database; files: FileStore; pictures: Pictures },
  actor: Actor,
  { requestId, file }: { requestId: string; file: UploadedFile },
): Promise<RequestPicture[]> {
  const { database, files } = deps
  const { userId } = actor
  // Before the picture is decoded.
  checkPending(await findStatus(database.kysely, requestId, userId))
  await hitRateLimit(database, { key: `pictures of ${userId}`, ...picturesPerAgent })
  const picture = await readRequestPicture(deps.pictures, file, userId)
  const sha256 = createHash('sha256').update(picture.bytes).digest()
  const { rows, unused } = await withStoredFile(deps, 'replacement', picture, (name) =>
    withTransaction(database, async (tx) => {
      // A decision waits, or comes first and is found here. Of two uploads, the second counts the first.
      checkPending(await lockRequest(tx, requestId, userId))
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
  // The sweep removes what cannot be removed now.
  if (unused) await files.remove('replacement', unused).catch(() => {})
  return rows.map(toPicture)
}

function checkPending(status: RequestStatus | undefined): void {
  if (status === undefined) throw new ApiFailure('REPLACEMENT_NOT_FOUND')
  if (status !== 'pending') throw new ApiFailure('REPLACEMENT_ALREADY_DECIDED')
}

function ownRequest(db: Kysely<Schema>, requestId: string, userId: string) {
  return db
    .selectFrom('replacement_requests')
    .select('status')
    .where('id', '=', requestId)
    .where('user_id', '=', userId)
}

async function findStatus(db: Kysely<Schema>, requestId: string, userId: string) {
  return (await ownRequest(db, requestId, userId).executeTakeFirst())?.status
}

async function lockRequest(tx: Transaction, requestId: string, userId: string) {
  return (await ownRequest(tx, requestId, userId).forNoKeyUpdate().executeTakeFirst())?.status
}

/** False: the request has this picture. */
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
    values (${uuidv7()}, ${requestId}, ${count + 1}::integer, ${file}, ${sha256})`.execute(tx)
  return true
}
