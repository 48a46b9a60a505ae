import { randomBytes } from 'node:crypto'
import { appSecretBytes } from './app-codes.ts'
import type { Encrypted, Encryption } from './public/encryption.ts'

/** The encrypted data of a user with two-factor login. */
export interface Secrets {
  /** The secret that is shared with the app. */
  appSecret: Buffer
  /**
   * Hashes the recovery codes. Independent of the encryption key, so that a change of that key leaves the codes valid.
   */
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
  return encryption.encrypt(userId, Buffer.concat([appSecret, recoveryKey]))
}

/** @returns undefined if the encryption key is no longer configured */
export function decryptSecrets(
  encryption: Encryption,
  userId: string,
  stored: Encrypted,
): Secrets | undefined {
  const plain = encryption.decrypt(userId, stored)
  if (plain?.length !== appSecretBytes + recoveryKeyBytes) return undefined
  return {
    appSecret: plain.subarray(0, appSecretBytes),
    recoveryKey: plain.subarray(appSecretBytes),
  }
}
