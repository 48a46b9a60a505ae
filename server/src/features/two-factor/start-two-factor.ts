import type { SecondFactor, TwoFactorSetup } from '@raahi/contract/two-factor'
import { recordAction } from '../../platform/audit-log/record-action.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import { appAddress, keyText } from './app-codes.ts'
import { countCodeTry } from './code-attempts.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { encryptSecrets, makeSecrets } from './secrets.ts'
import { findTwoFactor, storeSetup } from './two-factor.queries.ts'
import type { OwnCall, TwoFactorDeps } from './two-factor-deps.ts'
import { useSecondFactor, wrongCode } from './use-second-factor.ts'

/**
 * Creates the secret of a new app, after a check of the password and, if an app is already set up, of a code. The
 * secret takes effect after a code of the new app confirms it.
 * @throws ApiFailure CURRENT_PASSWORD_WRONG; WRONG_CODE, also if a required code is missing; TWO_FACTOR_UNAVAILABLE;
 * TOO_MANY_REQUESTS
 */
export async function startTwoFactor(
  deps: TwoFactorDeps,
  { caller, actor }: OwnCall,
  { currentPassword, code }: { currentPassword: string; code?: SecondFactor | undefined },
): Promise<TwoFactorSetup> {
  const { database, encryption } = deps
  const { userId } = caller
  if (!encryption) throw new ApiFailure('TWO_FACTOR_UNAVAILABLE')
  const checked = await checkOwnPassword(deps, caller, currentPassword)
  const undoCodeTry = code && (await countCodeTry(database, userId, code))
  const secrets = makeSecrets()

  const { email } = await withTransaction(database, async (tx) => {
    const account = await lockOwnAccount(tx, userId, checked)
    if (await findTwoFactor(tx, userId)) {
      if (!code) throw wrongCode()
      await useSecondFactor(tx, encryption, userId, code)
    }
    await storeSetup(tx, userId, encryptSecrets(encryption, userId, secrets))
    await recordAction(tx, actor, {
      action: 'user.start-two-factor',
      subjectType: 'user',
      subjectId: userId,
    })
    return account
  })
  await undoCodeTry?.()
  return { key: keyText(secrets.appSecret), address: appAddress(secrets.appSecret, email) }
}
