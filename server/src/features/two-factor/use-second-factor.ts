import type { SecondFactor } from '@raahi/contract/two-factor'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { stepOfCode } from './app-codes.ts'
import type { Encryption } from './public/encryption.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { decryptSecrets, type Secrets } from './secrets.ts'
import { consumeRecoveryCode, consumeStep, findTwoFactor } from './two-factor.queries.ts'

/**
 * Consumes a code of a user with two-factor login. A wrong code, a consumed code and a code of an earlier step get the
 * same response after the same work.
 * @returns the decrypted secrets of the user
 * @throws ApiFailure WRONG_CODE; TWO_FACTOR_NOT_ON; TWO_FACTOR_UNAVAILABLE if the key that encrypted the secret is
 * unknown
 */
export async function useSecondFactor(
  tx: Transaction,
  encryption: Encryption | undefined,
  userId: string,
  factor: SecondFactor,
): Promise<Secrets> {
  const stored = await findTwoFactor(tx, userId)
  if (!stored) throw new ApiFailure('TWO_FACTOR_NOT_ON')
  const secrets = encryption && decryptSecrets(encryption, userId, stored)
  if (!secrets) throw twoFactorUnavailable()
  const isConsumed =
    factor.kind === 'app'
      ? // No step is below 0, so a wrong code runs the same query.
        await consumeStep(tx, userId, stepOfCode(secrets.appSecret, factor.code, stored.now) ?? -1)
      : await consumeRecoveryCode(tx, userId, hashRecoveryCode(secrets.recoveryKey, factor.code))
  if (!isConsumed) throw wrongCode()
  return secrets
}

export function wrongCode(): ApiFailure {
  const { message } = new ApiFailure('WRONG_CODE')
  return new ApiFailure('WRONG_CODE', { fieldErrors: { code: message } })
}

/** The cause is logged, because a missing setting locks the user out. */
export function twoFactorUnavailable(): ApiFailure {
  return new ApiFailure('TWO_FACTOR_UNAVAILABLE', {
    cause: new Error('no key of TWO_FACTOR_KEY decrypts the secret of this user'),
  })
}
