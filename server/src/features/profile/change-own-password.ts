import type { Config } from '../../config/index.ts'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { checkOwnPassword, wrongPassword } from '../auth/public/check-own-password.ts'
import { refuseCommonPassword } from '../auth/public/common-passwords.ts'
import { dropPendingEmail } from '../auth/public/email-confirmations.queries.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { forgetBrowsers } from '../auth/public/known-browsers.ts'
import { revokeResets } from '../auth/public/password-resets.queries.ts'
import type { Passwords } from '../auth/public/passwords.ts'
import { ownPasswordChangedMail } from './profile-mails.ts'

/**
 * Changes the caller's password; needs the current one, because a stolen session alone is not enough. Wrong passwords
 * are counted per session. The other sessions end, password reset codes are revoked, and the owner is notified by mail.
 * @throws ApiFailure VALIDATION_FAILED for a common password; CURRENT_PASSWORD_WRONG; TOO_MANY_REQUESTS;
 * UNAUTHENTICATED if the user was suspended meanwhile; SERVICE_UNAVAILABLE if too many passwords are being hashed
 */
export async function changeOwnPassword(
  deps: { database: Database; passwords: Passwords; queueMail: QueueMail; config: Config },
  { caller, actor }: { caller: Caller; actor: Actor },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  browserTokens: readonly string[],
): Promise<void> {
  const { database, passwords } = deps
  refuseCommonPassword(deps.config, 'newPassword', newPassword)
  const account = await checkOwnPassword(deps, caller, currentPassword)
  const passwordHash = await passwords.hash(newPassword)

  await withTransaction(database, async (tx) => {
    const locked = await tx
      .selectFrom('users')
      .select(['status', 'password_hash'])
      .where('id', '=', caller.userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (locked?.status !== 'active') throw new ApiFailure('UNAUTHENTICATED')
    // Another request changed the password while this one hashed the passwords.
    if (locked.password_hash !== account.password_hash) throw wrongPassword()
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', caller.userId)
      .execute()
    await revokeResets(tx, caller.userId)
    await dropPendingEmail(tx, caller.userId)
    await endSessionsOfUser(tx, caller.userId, caller.sessionId)
    await forgetBrowsers(tx, caller.userId, browserTokens)
    await recordAction(tx, actor, {
      action: 'user.change-password',
      subjectType: 'user',
      subjectId: caller.userId,
    })
    await deps.queueMail(
      tx,
      ownPasswordChangedMail(recipientOf(account), actor.ip, deps.config.publicUrl),
    )
  })
}
