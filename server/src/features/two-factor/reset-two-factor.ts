import { normaliseEmail } from '@raahi/contract/emails'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { QueueMail, Recipient } from '../../platform/mail/mail.ts'
import { StartError } from '../../platform/start-error.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { turnOff } from './two-factor.queries.ts'
import { twoFactorMail } from './two-factor-mails.ts'

/**
 * Removes the app and the recovery codes of an admin who has lost both, and ends the admin's sessions. The operator
 * runs it on the command line; the API does not offer it, because an admin could use it to take over another admin's
 * account.
 * @throws StartError if no admin with two-factor login has this email
 */
export async function resetTwoFactor(
  {
    database,
    queueMail,
    publicUrl,
  }: { database: Database; queueMail: QueueMail; publicUrl: string },
  email: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const account = await lockAdmin(tx, email)
    if (!account || !(await turnOff(tx, account.id))) {
      throw new StartError(`No admin with the email ${email} has two-factor login.`)
    }
    await endSessionsOfUser(tx, account.id)
    await tx
      .insertInto('audit_log')
      .values({
        actor_id: null, // The command line has no signed-in user.
        actor_role: 'console',
        action: 'user.reset-two-factor',
        subject_type: 'user',
        subject_id: account.id,
      })
      .execute()
    await queueMail(tx, twoFactorMail('reset', account, { publicUrl }))
  })
}

async function lockAdmin(
  tx: Transaction,
  email: string,
): Promise<(Recipient & { id: string }) | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_confirmed_at as emailConfirmedAt'])
    .where('email', '=', normaliseEmail(email) ?? '')
    .where('role', '=', 'admin')
    .forNoKeyUpdate()
    .executeTakeFirst()
}
