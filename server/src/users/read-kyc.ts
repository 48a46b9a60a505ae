import { type Actor, recordAction } from '../audit-log/record-action.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { errorCode } from '../database/errors.ts'
import { withTransaction } from '../database/transaction.ts'
import { kycFolder } from '../files/kyc-files.ts'
import { readPrivateFile } from '../files/private-files.ts'
import { ApiFailure } from '../http/failure.ts'
import { findUser } from './users.queries.ts'

/**
 * The KYC document of a user, for an admin; who looked at it is recorded.
 * @throws ApiFailure USER_NOT_FOUND, FILE_NOT_FOUND
 */
export async function readKyc(
  { database, config }: { database: Database; config: Config },
  actor: Actor,
  userId: string,
): Promise<{ bytes: Buffer; name: string; type: string }> {
  const user = await findUser(database.kysely, userId)
  if (!user) throw new ApiFailure('USER_NOT_FOUND')
  const { kyc_file: file, kyc_name: name, kyc_type: type } = user
  if (file === null || name === null || type === null) throw new ApiFailure('FILE_NOT_FOUND')
  const bytes = await readPrivateFile(kycFolder(config), file).catch((cause) => {
    throw errorCode(cause) === 'ENOENT' ? new ApiFailure('FILE_NOT_FOUND', { cause }) : cause
  })
  await withTransaction(database, (tx) =>
    recordAction(tx, actor, { action: 'user.read-kyc', subjectType: 'user', subjectId: userId }),
  )
  return { bytes, name, type }
}
