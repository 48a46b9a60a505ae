import { type Actor, recordAction } from '../../../platform/audit-log/record-action.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { findUser } from '../../users/public/users.queries.ts'

/**
 * Reads the KYC document of a user for an admin, and records the access.
 * @throws ApiFailure USER_NOT_FOUND, FILE_NOT_FOUND; SERVICE_UNAVAILABLE if the store is unreachable
 */
export async function readKyc(
  { database, files }: { database: Database; files: FileStore },
  actor: Actor,
  userId: string,
): Promise<{ bytes: Buffer; name: string; type: string }> {
  const user = await findUser(database.kysely, userId)
  if (!user) throw new ApiFailure('USER_NOT_FOUND')
  const { kyc_file: file, kyc_name: name, kyc_type: type } = user
  if (file === null || name === null || type === null) throw new ApiFailure('FILE_NOT_FOUND')
  const bytes = await files.read('kyc', file)
  if (!bytes) throw new ApiFailure('FILE_NOT_FOUND')
  await withTransaction(database, (tx) =>
    recordAction(tx, actor, { action: 'user.read-kyc', subjectType: 'user', subjectId: userId }),
  )
  return { bytes, name, type }
}
