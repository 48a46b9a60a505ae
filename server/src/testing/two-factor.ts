import { login } from '@raahi/contract/auth'
import { appCodeSeconds } from '@raahi/contract/two-factor'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { openChallenge } from '../features/auth/public/login-challenges.queries.ts'
import { keyText } from '../features/two-factor/app-codes.ts'
import { openEncryption } from '../features/two-factor/open-encryption.ts'
import {
  groupedCode,
  hashRecoveryCode,
  makeRecoveryCodes,
} from '../features/two-factor/recovery-codes.ts'
import { encryptSecrets, makeSecrets } from '../features/two-factor/secrets.ts'
import {
  replaceRecoveryCodes,
  storeSetup,
  turnOn,
} from '../features/two-factor/two-factor.queries.ts'
import { withTransaction } from '../platform/database/transaction.ts'
import { factoryPassword } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** The code that an app with this key shows after this number of time steps. */
export function codeOf(key: string, stepsFromNow = 0): string {
  const timestamp = Date.now() + stepsFromNow * appCodeSeconds * 1000
  return TOTP.generate({ secret: Secret.fromBase32(key), timestamp })
}

/** Allows used codes again, so that tests do not wait half a minute for the next one. */
export async function allowUsedCodes({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await sql`update two_factor set last_step = 0`.execute(db)
}

/** A valid code of the present time step. */
export async function freshCode(app: Pick<TestApp, 'db'>, key: string): Promise<string> {
  await allowUsedCodes(app)
  return codeOf(key)
}

/** Stores the secret of a new app that is not confirmed yet. @returns the app's key */
export async function storeUnconfirmedApp(
  { database, config }: Pick<TestApp, 'database' | 'config'>,
  { id }: { id: string },
): Promise<string> {
  const secrets = makeSecrets()
  const encryption = await openEncryption(config)
  if (!encryption) throw new Error('a test app has a key')
  await withTransaction(database, (tx) =>
    storeSetup(tx, id, encryptSecrets(encryption, id, secrets)),
  )
  return keyText(secrets.appSecret)
}

/** Turns two-factor login on without ending the user's sessions. @returns the app's key and the recovery codes */
export async function giveTwoFactor(
  { database, config }: Pick<TestApp, 'database' | 'config'>,
  { id }: { id: string },
): Promise<{ key: string; recoveryCodes: string[] }> {
  const secrets = makeSecrets()
  const encryption = await openEncryption(config)
  if (!encryption) throw new Error('a test app has a key')
  const recoveryCodes = makeRecoveryCodes()
  await withTransaction(database, async (tx) => {
    await turnOn(tx, id, encryptSecrets(encryption, id, secrets), 0)
    const hashes = recoveryCodes.map((code) => hashRecoveryCode(secrets.recoveryKey, code))
    await replaceRecoveryCodes(tx, id, hashes)
  })
  return { key: keyText(secrets.appSecret), recoveryCodes: recoveryCodes.map(groupedCode) }
}

/** Logs in with the password. @returns the challenge that a code exchanges for a session */
export async function openLogin(
  app: Pick<TestApp, 'call'>,
  { email }: { email: string },
): Promise<string> {
  const body = { emailOrPhone: email, password: factoryPassword }
  const { data } = await app.call(login, { body })
  if (!('twoFactor' in data)) throw new Error('the login required no code')
  return data.twoFactor.challenge
}

/** Creates the challenge of a login without checking the password, which takes time. */
export async function makeChallenge(
  { database }: Pick<TestApp, 'database'>,
  { id }: { id: string },
): Promise<string> {
  const opened = await withTransaction(database, (tx) => openChallenge(tx, id))
  if (!opened) throw new Error('this user has no two-factor login')
  return opened.challenge
}
