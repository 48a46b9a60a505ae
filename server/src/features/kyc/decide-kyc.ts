import type { decideKyc as decideKycEndpoint, KycCheck } from '@raahi/contract/kyc'
import { type KycStatus, kycStates } from '@raahi/contract/kyc-states'
import { stateAfter } from '@raahi/contract/states'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findOwnerOf } from '../users/public/users.queries.ts'
import { findKyc } from './kyc.queries.ts'
import { kycApprovedMail, kycRejectedMail } from './kyc-mails.ts'
import { toKycCheck } from './kyc-response.ts'

type Decision = z.output<typeof decideKycEndpoint.body>

/**
 * Approves or rejects the version of the KYC that the admin has seen, and mails the agent. A rejection also withdraws
 * an approval: a purchase that holds the lock on the user's row finishes first, and a later one is refused.
 * @throws ApiFailure USER_NOT_FOUND; KYC_CHANGED if another admin decided, or the agent uploaded a document or changed
 * the name, the company or the GSTIN meanwhile
 * @returns the KYC, and its status before the decision
 */
export async function decideKyc(
  deps: { database: Database; config: Config; queueMail: QueueMail },
  actor: Actor,
  userId: string,
  { version, action, reason, note = '' }: Decision,
): Promise<{ kyc: KycCheck; previous: KycStatus }> {
  return withTransaction(deps.database, async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['kyc_status', 'kyc_version'])
      .where('id', '=', userId)
      .where('role', '=', 'user')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new ApiFailure('USER_NOT_FOUND')
    const after = stateAfter(kycStates, before.kyc_status, action)
    if (!after || before.kyc_version !== version) throw new ApiFailure('KYC_CHANGED')
    await tx
      .updateTable('users')
      .set({
        kyc_status: after,
        kyc_decided_at: sql<Date>`clock_timestamp()`,
        kyc_decided_by: actor.userId,
        kyc_reason_code: reason ?? null,
        kyc_reason_text: reason ? note : null,
      })
      .where('id', '=', userId)
      .execute()
    // The note is not recorded: it may name a person, and audit entries are never deleted.
    await recordAction(tx, actor, {
      action: `user.${action}-kyc`,
      subjectType: 'user',
      subjectId: userId,
      before: { kycStatus: before.kyc_status },
      after: { kycStatus: after, kycVersion: version, ...(reason && { reason }) },
    })
    const row = await findKyc(tx, userId)
    if (!row) throw new Error('the locked user was not found')
    const to = await findOwnerOf(tx, userId)
    const { publicUrl } = deps.config
    await deps.queueMail(
      tx,
      reason
        ? kycRejectedMail(to, { code: reason, note }, publicUrl)
        : kycApprovedMail(to, publicUrl),
    )
    return { kyc: toKycCheck(row), previous: before.kyc_status }
  })
}
