import { sql } from 'kysely'
import type { Config } from '../../config/index.ts'
import { recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { findRecipient } from '../users/public/users.queries.ts'
import { clearPasswordAttempts } from './password-attempts.ts'
import { refuseCommonPassword } from './public/common-passwords.ts'
import { dropPendingEmail } from './public/email-confirmations.queries.ts'
import { endSessionsOfUser } from './public/end-sessions.ts'
import { forgetBrowsers, rememberBrowser } from './public/known-browsers.ts'
import {
  findTicketHolder,
  lockResetAccount,
  revokeResets,
  useTicket,
} from './public/password-resets.queries.ts'
import type { Passwords } from './public/passwords.ts'
import { passwordChangedMail } from './reset-mails.ts'

/**
 * Sets a new password for the holder of a valid ticket for that email, ends every session of the account and notifies
 * its owner. Only a success uses up the ticket; of two requests with one ticket, one succeeds. The known browsers and
 * the count of wrong passwords are cleared, and this browser becomes a known one, so that the owner can log in while an
 * attacker continues.
 * @returns the token of the known browser
 * @throws ApiFailure VALIDATION_FAILED for a common password; RESET_NOT_ALLOWED; SERVICE_UNAVAILABLE if too many
 * passwords are being hashed
 */
export async function resetPassword(
  deps: { database: Database; passwords: Passwords; queueMail: QueueMail; config: Config },
  { ticket, email, newPassword }: { ticket: string; email: string; newPassword: string },
  { requestId, ip }: { requestId: string; ip: string },
): Promise<string> {
  const { database, passwords, queueMail, config } = deps
  refuseCommonPassword(config, 'newPassword', newPassword)
  const ticketHash = hashToken(ticket)
  // Checked before hashing, which is expensive.
  const holder = await findTicketHolder(database, ticketHash, email)
  if (!holder) throw new ApiFailure('RESET_NOT_ALLOWED')
  const passwordHash = await passwords.hash(newPassword)

  return withTransaction(database, async (tx) => {
    // The account is locked before its sessions end: a concurrent login waits and then finds the changed password.
    const account = await lockResetAccount(tx, email)
    if (!account || account.id !== holder || !(await useTicket(tx, account.id, ticketHash))) {
      throw new ApiFailure('RESET_NOT_ALLOWED')
    }
    await tx
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        // Only the owner of the address can have the code.
        email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())`,
      })
      .where('id', '=', account.id)
      .execute()
    await revokeResets(tx, account.id)
    await dropPendingEmail(tx, account.id)
    await endSessionsOfUser(tx, account.id)
    await clearPasswordAttempts(tx, account)
    await forgetBrowsers(tx, account.id)
    const browserToken = await rememberBrowser(tx, account.id, [])
    await recordAction(
      tx,
      { userId: account.id, requestId, ip },
      { action: 'user.reset-password', subjectType: 'user', subjectId: account.id },
    )
    const recipient = await findRecipient(tx, account.id)
    await queueMail(tx, passwordChangedMail(recipient, { at: new Date(), ip }, config))
    return browserToken
  })
}
