import type { StaffMember } from '@raahi/contract/staff'
import type { StaffRight } from '@raahi/contract/staff-rights'
import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { checkMayChangeAdmins, lockAdmins } from '../accounts/public/lock-admins.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { mailReassignedAppeals } from '../replacements/public/mail-request.ts'
import { findStaff } from './staff.queries.ts'

export interface StaffDeps {
  database: Database
  passwords: Passwords
  queueMail: QueueMail
  config: Config
}

/** The admin who changes the staff. */
export interface StaffEditor {
  caller: Caller
  actor: Actor
}

/**
 * Changes the rights of another admin. An admin never changes the own rights, so one with `settings` always remains, and two
 * admins who take it from each other at once do not both succeed.
 * @throws ApiFailure USER_NOT_FOUND; OWN_RIGHTS_NOT_CHANGED; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; UNAUTHENTICATED or
 * FORBIDDEN if the caller was suspended or lost the right meanwhile
 */
export async function changeRights(
  deps: StaffDeps,
  { caller, actor }: StaffEditor,
  change: { userId: string; rights: StaffRight[]; currentPassword: string },
): Promise<StaffMember> {
  const { userId, rights } = change
  if (userId === caller.userId) throw new ApiFailure('OWN_RIGHTS_NOT_CHANGED')
  await checkOwnPassword(deps, caller, change.currentPassword)
  return withTransaction(deps.database, async (tx) => {
    checkMayChangeAdmins(await lockAdmins(tx), caller.userId)
    const before = await tx
      .selectFrom('users')
      .select('rights')
      .where('id', '=', userId)
      .where('role', '=', 'admin')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before?.rights) throw new ApiFailure('USER_NOT_FOUND')
    if (before.rights.join() !== rights.join()) {
      await tx.updateTable('users').set({ rights }).where('id', '=', userId).execute()
      await recordAction(tx, actor, {
        action: 'user.set-rights',
        subjectType: 'user',
        subjectId: userId,
        before: { rights: before.rights },
        after: { rights },
      })
      if (before.rights.includes('support') !== rights.includes('support')) {
        const { publicUrl } = deps.config
        await mailReassignedAppeals(tx, { queueMail: deps.queueMail, publicUrl }, userId)
      }
    }
    const [member] = await findStaff(tx, userId)
    if (!member) throw new Error('the changed admin was not found')
    return member
  })
}
