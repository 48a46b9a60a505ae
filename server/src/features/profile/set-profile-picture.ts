import type { User } from '@raahi/contract/users'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { withStoredFile } from '../../platform/files/named-files.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import { readUploadedPicture } from '../../platform/files/uploaded-picture.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { toUser } from '../users/public/user-response.ts'
import { findUser } from '../users/public/users.queries.ts'

/**
 * Sets the caller's profile picture. The previous one is removed once no response contains its address any more.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE; SERVICE_UNAVAILABLE if too many pictures are waiting or the
 * store is unreachable; UNAUTHENTICATED if the user was suspended meanwhile
 */
export async function setProfilePicture(
  deps: { database: Database; files: FileStore; pictures: Pictures },
  { caller, actor }: { caller: Caller; actor: Actor },
  file: UploadedFile,
): Promise<User> {
  const { database, files } = deps
  const picture = await readUploadedPicture(deps.pictures, 'profile', file, caller.userId)
  const { user, replaced } = await withStoredFile(deps, 'profile', picture, (name) =>
    withTransaction(database, async (tx) => {
      // Of two concurrent uploads, the second one waits here and then replaces the first one.
      const before = await tx
        .selectFrom('users')
        .select('profile_file')
        .where('id', '=', caller.userId)
        .where('status', '=', 'active')
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!before) throw new ApiFailure('UNAUTHENTICATED')
      await tx
        .updateTable('users')
        .set({ profile_file: name })
        .where('id', '=', caller.userId)
        .execute()
      await recordAction(tx, actor, {
        action: 'user.set-picture',
        subjectType: 'user',
        subjectId: caller.userId,
      })
      return { user: await findUser(tx, caller.userId), replaced: before.profile_file }
    }),
  )
  // If the removal fails, the sweep of unreferenced files removes the file later.
  if (replaced) await files.remove('profile', replaced).catch(() => {})
  if (!user) throw new Error('the changed user was not found')
  return toUser(user, caller.role)
}
