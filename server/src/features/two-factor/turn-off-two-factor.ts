import type { SecondFactor } from '@raahi/contract/two-factor'
import { recordAction } from '../../platform/audit-log/record-action.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { checkOwnPassword } from '../auth/public/check-own-password.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { countCodeTry } from './code-attempts.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { turnOff, unmarkSession } from './two-factor.queries.ts'
import type { OwnCall, TwoFactorDeps } from './two-factor-deps.ts'
import { twoFactorMail } from './two-factor-mails.ts'
import { useSecondFactor } from './use-second-factor.ts'

/**
 * Turns two-factor login off, after a check of password and code. The other sessions end, as after every change of
 * credentials. This session continues as a session from a password alone.
 * @throws ApiFailure TWO_FACTOR_KEPT_ON if the settings require it; CURRENT_PASSWORD_WRONG; WRONG_CODE;
 * TWO_FACTOR_NOT_ON; TWO_FACTOR_UNAVAILABLE; TOO_MANY_REQUESTS
 */
export async function turnOffTwoFactor(
  deps: TwoFactorDeps,
  { caller, actor }: OwnCall,
  { currentPassword, code }: { currentPassword: string; code: SecondFactor },
): Promise<void> {
  const { database, encryption, queueMail, config } = deps
  const { userId, sessionId } = caller
  if (config.twoFactor.required) throw new ApiFailure('TWO_FACTOR_KEPT_ON')
  const checked = await checkOwnPassword(deps, caller, currentPassword)
  const undoCodeTry = await countCodeTry(database, userId, code)
  await withTransaction(database, async (tx) => {
    const account = await lockOwnAccount(tx, userId, checked)
    await useSecondFactor(tx, encryption, userId, code)
    await turnOff(tx, userId)
    await endSessionsOfUser(tx, userId, sessionId)
    await unmarkSession(tx, sessionId)
    await recordAction(tx, actor, {
      action: 'user.turn-off-two-factor',
      subjectType: 'user',
      subjectId: userId,
    })
    const { publicUrl } = config
    await queueMail(tx, twoFactorMail('off', account, { ip: actor.ip, publicUrl }))
  })
  await undoCodeTry()
}
