import { randomBytes } from 'node:crypto'
import type { StaffMember } from '@raahi/contract/staff'
import type { StaffRight } from '@raahi/contract/staff-rights'
import { v7 as uuidv7 } from 'uuid'
import { recordAction } from '../../platform/audit-log/record-action.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { checkMayChangeAdmins, lockAdmins } from '../accounts/public/lock-admins.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import { mailReassignedAppeals } from '../replacements/public/mail-request.ts'
import { rejectUniqueViolation } from '../users/public/reject-taken-keys.ts'
import type { StaffDeps, StaffEditor } from './change-rights.ts'
import { findStaff } from './staff.queries.ts'
import { staffAddedMail } from './staff-mails.ts'

/**
 * Creates an admin with a password that no person knows: the admin chooses one with a code that is mailed. The password of the
 * caller is required, because an admin outlives a stolen session.
 * @throws ApiFailure EMAIL_TAKEN; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS; UNAUTHENTICATED or FORBIDDEN
 * if the caller was suspended or lost the right meanwhile
 */
export async function addStaff(
  deps: StaffDeps,
  { caller, actor }: StaffEditor,
  fields: { name: string; email: string; rights: StaffRight[]; currentPassword: string },
): Promise<StaffMember> {
  const { name, email, rights } = fields
  const { queueMail, config } = deps
  const { publicUrl } = config
  await checkOwnPassword(deps, caller, fields.currentPassword)
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString('base64url'))
  const id = uuidv7()
  try {
    return await withTransaction(deps.database, async (tx) => {
      checkMayChangeAdmins(await lockAdmins(tx), caller.userId)
      await tx
        .insertInto('users')
        .values({
          id,
          name,
          email,
          password_hash: passwordHash,
          company_name: 'Raahi',
          role: 'admin',
          rights,
        })
        .execute()
      await recordAction(tx, actor, {
        action: 'user.add-staff',
        subjectType: 'user',
        subjectId: id,
        after: { name, email, rights },
      })
      const to = { email, name, emailConfirmedAt: null }
      await queueMail(tx, staffAddedMail(to, rights, publicUrl))
      if (rights.includes('support')) await mailReassignedAppeals(tx, { queueMail, publicUrl }, id)
      const [member] = await findStaff(tx, id)
      if (!member) throw new Error('the new admin was not found')
      return member
    })
  } catch (error) {
    await rejectUniqueViolation(deps.database.kysely, error, { email })
    throw error
  }
}
