import type { SecondFactor } from '@raahi/contract/two-factor'
import type { Transaction } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { stepOfCode } from './app-codes.ts'
import type { Encryption } from './encryption.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { decryptSecrets, type Secrets } from './secrets.ts'
import { findTwoFactor, takeRecoveryCode, takeStep } from './two-factor.queries.ts'

/**
 * Uses up a code of a user with two-factor login. A wrong code, one that was used and one of a step before the last
 * used one are refused with the same words after the same work.
 * @returns what recovery codes are hashed with
 * @throws ApiFailure WRONG_CODE; TWO_FACTOR_NOT_ON; TWO_FACTOR_UNAVAILABLE where the key that sealed the secret is gone
 */
export async function useSecondFactor(
  tx: Transaction,
  encryption: Encryption | undefined,
  userId: string,
  factor: SecondFactor,
): Promise<Secrets> {
  const kept = await findTwoFactor(tx, userId)
  if (!kept) throw new ApiFailure('TWO_FACTOR_NOT_ON')
  const secrets = encryption && decryptSecrets(encryption, userId, kept)
  if (!secrets) throw unavailable()
  const taken =
    factor.kind === 'app'
      ? // No step is before 0: a wrong code asks the database too.
        await takeStep(tx, userId, stepOfCode(secrets.appSecret, factor.code, kept.now) ?? -1)
      : await takeRecoveryCode(tx, userId, hashRecoveryCode(secrets.recoveryKey, factor.code))
  if (!taken) throw wrongCode()
  return secrets
}

export function wrongCode(): ApiFailure {
  const { message } = new ApiFailure('WRONG_CODE')
  return new ApiFailure('WRONG_CODE', { fieldErrors: { code: message } })
}

/** Told to the log too: somebody is locked out by a setting. */
export function unavailable(): ApiFailure {
  return new ApiFailure('TWO_FACTOR_UNAVAILABLE', {
    cause: new Error('no key among TWO_FACTOR_KEY opens the secret of this user'),
  })
}
