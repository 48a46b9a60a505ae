import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { recipientOf } from '../../platform/mail/address-mail.ts'
import type { Recipient } from '../../platform/mail/mail.ts'
import type { CheckedAccount } from '../auth/public/check-own-password.ts'
import { wrongPassword } from '../auth/public/check-own-password.ts'

/**
 * Locks the user's row before a change of the second factor, so that changes and logins of one account, which take the
 * same lock, run one after the other.
 * @param checked the account as of the check of its password, if the call needs a password
 * @throws ApiFailure UNAUTHENTICATED if the user was suspended meanwhile; CURRENT_PASSWORD_WRONG if the password was
 * changed meanwhile
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
