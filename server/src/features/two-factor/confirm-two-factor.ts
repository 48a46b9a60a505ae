import { recordAction } from '../../platform/audit-log/record-action.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { endSessionsOfUser } from '../auth/public/end-sessions.ts'
import { stepOfCode } from './app-codes.ts'
import { countCodeTry } from './code-attempts.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { groupedCode, hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { decryptSecrets } from './secrets.ts'
import { findSetup, markSession, replaceRecoveryCodes, turnOn } from './two-factor.queries.ts'
import type { OwnCall, TwoFactorDeps } from './two-factor-deps.ts'
import { twoFactorMail } from './two-factor-mails.ts'
import { twoFactorUnavailable, wrongCode } from './use-second-factor.ts'

/**
 * Turns on the new app if the code is correct. This session continues as one with a second factor. The other sessions
 * end, because a password alone may have created them. The code is consumed: no login accepts it again.
 * @returns the recovery codes, grouped. They cannot be read again
 * @throws ApiFailure WRONG_CODE; TWO_FACTOR_SETUP_ENDED if no setup was started within the hour;
 * TWO_FACTOR_UNAVAILABLE; TOO_MANY_REQUESTS
 */
export async function confirmTwoFactor(
  { database, encryption, queueMail, config }: TwoFactorDeps,
  { caller, actor }: OwnCall,
  code: string,
): Promise<string[]> {
  const { userId, sessionId } = caller
  const undoCodeTry = await countCodeTry(database, userId, { kind: 'app', code })
  const codes = makeRecoveryCodes()
  await withTransaction(database, async (tx) => {
    const account = await lockOwnAccount(tx, userId)
    const setup = await findSetup(tx, userId)
    if (!setup) throw new ApiFailure('TWO_FACTOR_SETUP_ENDED')
    const secrets = encryption && decryptSecrets(encryption, userId, setup)
    if (!secrets) throw twoFactorUnavailable()
    const step = stepOfCode(secrets.appSecret, code, setup.now)
    if (step === undefined) throw wrongCode()

    await turnOn(tx, userId, setup, step)
    const { recoveryKey } = secrets
    await replaceRecoveryCodes(
      tx,
      userId,
      codes.map((one) => hashRecoveryCode(recoveryKey, one)),
    )
    await endSessionsOfUser(tx, userId, sessionId)
    await markSession(tx, sessionId)
    await recordAction(tx, actor, {
      action: 'user.turn-on-two-factor',
      subjectType: 'user',
      subjectId: userId,
    })
    const { publicUrl } = config
    await queueMail(tx, twoFactorMail('on', account, { ip: actor.ip, publicUrl }))
  })
  await undoCodeTry()
  return codes.map(groupedCode)
}
