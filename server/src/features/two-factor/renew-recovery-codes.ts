import type { SecondFactor } from '@raahi/contract/two-factor'
import { recordAction } from '../../platform/audit-log/record-action.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import { countCodeTry } from './code-attempts.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { groupedCode, hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { replaceRecoveryCodes } from './two-factor.queries.ts'
import type { OwnCall, TwoFactorDeps } from './two-factor-deps.ts'
import { twoFactorMail } from './two-factor-mails.ts'
import { useSecondFactor } from './use-second-factor.ts'

/**
 * Replaces the recovery codes of a user after a check of password and code.
 * @returns the codes, grouped. They cannot be read again
 * @throws ApiFailure CURRENT_PASSWORD_WRONG; WRONG_CODE; TWO_FACTOR_NOT_ON; TWO_FACTOR_UNAVAILABLE; TOO_MANY_REQUESTS
 */
export async function renewRecoveryCodes(
  deps: TwoFactorDeps,
  { caller, actor }: OwnCall,
  { currentPassword, code }: { currentPassword: string; code: SecondFactor },
): Promise<string[]> {
  const { database, encryption, queueMail, config } = deps
  const { userId } = caller
  const checked = await checkOwnPassword(deps, caller, currentPassword)
  const undoCodeTry = await countCodeTry(database, userId, code)
  const codes = makeRecoveryCodes()
  await withTransaction(database, async (tx) => {
    const account = await lockOwnAccount(tx, userId, checked)
    const { recoveryKey } = await useSecondFactor(tx, encryption, userId, code)
    await replaceRecoveryCodes(
      tx,
      userId,
      codes.map((one) => hashRecoveryCode(recoveryKey, one)),
    )
    await recordAction(tx, actor, {
      action: 'user.renew-recovery-codes',
      subjectType: 'user',
      subjectId: userId,
    })
    const { publicUrl } = config
    await queueMail(tx, twoFactorMail('new-codes', account, { ip: actor.ip, publicUrl }))
  })
  await undoCodeTry()
  return codes.map(groupedCode)
}
