import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { withStoredFile } from '../../platform/files/named-files.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { readUploadedPicture } from '../../platform/files/uploaded-picture.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'

/**
 * Sets the logo of an agent's agency. Sent quotes keep the previous logo.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE; SERVICE_UNAVAILABLE if too many pictures are waiting or the
 * store is unreachable
 */
export async function setAgencyLogo(
  deps: { database: Database; files: FileStore; pictures: Pictures },
  userId: string,
  file: UploadedFile,
): Promise<void> {
  const logo = await readUploadedPicture(deps.pictures, 'logo', file, userId)
  await withStoredFile(deps, 'logo', logo, (name) =>
    withTransaction(deps.database, async (tx) => {
      await endPresentLogo(tx, userId)
      await tx
        .insertInto('agency_logos')
        .values({ id: uuidv7(), user_id: userId, file: name ?? '' })
        .execute()
    }),
  )
}

export async function removeAgencyLogo(database: Database, userId: string): Promise<void> {
  await withTransaction(database, (tx) => endPresentLogo(tx, userId))
}

/**
 * Removes the present logo. Removed logos that no sent quote shows are deleted; the sweep of unreferenced files removes
 * the files.
 */
async function endPresentLogo(tx: Transaction, userId: string): Promise<void> {
  // Of two concurrent uploads, the second one waits here and then replaces the first one.
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await sql`update agency_logos set removed_at = clock_timestamp()
    where user_id = ${userId} and removed_at is null`.execute(tx)
  await sql`delete from agency_logos g where user_id = ${userId} and removed_at is not null
    and not exists (select from quote_versions v where v.logo_id = g.id)`.execute(tx)
}

/** @throws ApiFailure FILE_NOT_FOUND; SERVICE_UNAVAILABLE if the store is unreachable */
export async function readOwnLogo(
  { database, files }: { database: Database; files: FileStore },
  userId: string,
): Promise<Buffer> {
  const logo = await database.kysely
    .selectFrom('agency_logos')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  const bytes = await readLogo({ database, files }, logo?.id ?? null)
  if (!bytes) throw new ApiFailure('FILE_NOT_FOUND')
  return bytes
}

/** The PNG of a logo. Null: there is no logo. */
export async function readLogo(
  { database, files }: { database: Database; files: FileStore },
  logoId: string | null,
): Promise<Buffer | null> {
  if (logoId === null) return null
  const logo = await database.kysely
    .selectFrom('agency_logos')
    .select('file')
    .where('id', '=', logoId)
    .executeTakeFirst()
  return logo ? files.read('logo', logo.file) : null
}
