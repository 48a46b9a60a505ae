import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { Recipient } from '../../platform/mail/mail.ts'
import type { CheckedAccount } from '../auth/check-own-password.ts'
import { wrongPassword } from '../auth/check-own-password.ts'

/**
 * Locks the user's row, before anything of the second factor: what an account does to it goes one after the other, and a
 * login, which shares this lock, waits.
 * @param checked the account as its password was compared, where one was asked for
 * @throws ApiFailure UNAUTHENTICATED where the user was suspended meanwhile; CURRENT_PASSWORD_WRONG where the password was
 *   changed meanwhile
 */
export async function lockOwnAccount(
  tx: Transaction,
  userId: string,
  checked?: CheckedAccount,
): Promise<Recipient> {
  const account = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_confirmed_at', 'status', 'password_hash'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (account?.status !== 'active') throw new ApiFailure('UNAUTHENTICATED')
  if (checked && checked.password_hash !== account.password_hash) throw wrongPassword()
  return recipientOf(account)
}
