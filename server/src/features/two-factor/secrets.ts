import { randomBytes } from 'node:crypto'
import { appSecretBytes } from './app-codes.ts'
import type { Encrypted, Encryption } from './encryption.ts'

/** The encrypted data of a user with two-factor login. */
export interface Secrets {
  /** Shared with the app. */
  appSecret: Buffer
  /** What recovery codes are hashed with. Encrypted too, so that another encryption key leaves the codes good. */
  recoveryKey: Buffer
}

const recoveryKeyBytes = 32

export function makeSecrets(): Secrets {
  return { appSecret: randomBytes(appSecretBytes), recoveryKey: randomBytes(recoveryKeyBytes) }
}

export function encryptSecrets(
  encryption: Encryption,
  userId: string,
  { appSecret, recoveryKey }: Secrets,
): Encrypted {
  return encryption.seal(userId, Buffer.concat([appSecret, recoveryKey]))
}

/** @returns undefined where the key that sealed them is gone */
export function decryptSecrets(
  encryption: Encryption,
  userId: string,
  kept: Encrypted,
): Secrets | undefined {
  const plain = encryption.open(userId, kept)
  if (plain?.length !== appSecretBytes + recoveryKeyBytes) return undefined
  return {
    appSecret: plain.subarray(0, appSecretBytes),
    recoveryKey: plain.subarray(appSecretBytes),
  }
}
