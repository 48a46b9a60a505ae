import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { createFileStore } from '../platform/files/create-file-store.ts'

/** Stores a picture of a replacement request, which is not checked to be one. */
export async function storeRequestPicture(
  { database, config }: { database: Database; config: Config },
  requestId: string,
  bytes: Buffer,
): Promise<string> {
  const id = uuidv7()
  const stored = { bytes, extension: 'webp', type: 'image/webp' }
  const file = await createFileStore(config).save('replacement', stored)
  const sha256 = createHash('sha256').update(bytes).digest()
  await database.kysely
    .insertInto('request_pictures')
    .values({ id, request_id: requestId, position: 1, file, sha256 })
    .execute()
  return id
}
