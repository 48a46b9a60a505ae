import type { OwnKyc } from '@raahi/contract/kyc'
import { type KycStatus, kycStates } from '@raahi/contract/kyc-states'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { readKycDocument } from '../../platform/files/kyc-document.ts'
import { withStoredFile } from '../../platform/files/named-files.ts'
import type { Pictures } from '../../platform/files/pictures.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import { readOwnKyc } from './read-own-kyc.ts'

/**
 * Stores the caller's KYC document, which an admin then checks. The previous document is removed, and its decision no
 * longer counts.
 * @throws ApiFailure UNSUPPORTED_FILE_TYPE, FILE_TOO_LARGE; SERVICE_UNAVAILABLE if too many pictures are waiting or the
 * store is unreachable; UNAUTHENTICATED if the user was suspended meanwhile
 */
export async function submitKyc(
  deps: { database: Database; files: FileStore; pictures: Pictures },
  { caller, actor }: { caller: Caller; actor: Actor },
  file: UploadedFile,
): Promise<OwnKyc> {
  const { database, files } = deps
  const { agencyId: userId } = caller
  const document = await readKycDocument(deps.pictures, file, { userId })
  const { kyc, replaced } = await withStoredFile(deps, 'kyc', document, (name) =>
    withTransaction(database, async (tx) => {
      // Of two concurrent uploads, the second waits and replaces the first. A concurrent decision waits too, and is
      // then refused.
      const before = await tx
        .selectFrom('users')
        .select(['kyc_file', 'kyc_status'])
        .where('id', '=', userId)
        .where('status', '=', 'active')
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!before) throw new ApiFailure('UNAUTHENTICATED')
      const after: KycStatus = kycStates[before.kyc_status].submit
      // A trigger sets the state, and clears the decision.
      await tx
        .updateTable('users')
        .set({
          kyc_file: name,
          kyc_name: document.name,
          kyc_type: document.type,
          kyc_deleted_at: null,
        })
        .where('id', '=', userId)
        .execute()
      // Neither the file nor its name is recorded, because audit entries are never deleted.
      await recordAction(tx, actor, {
        action: 'user.submit-kyc',
        subjectType: 'user',
        subjectId: userId,
        before: { kycStatus: before.kyc_status },
        after: { kycStatus: after },
      })
      return { kyc: await readOwnKyc(tx, userId), replaced: before.kyc_file }
    }),
  )
  // If the removal fails, the sweep removes the file later.
  if (replaced) await files.remove('kyc', replaced).catch(() => {})
  return kyc
}
