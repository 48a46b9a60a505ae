import { randomBytes } from 'node:crypto'
import { appSecretBytes } from './app-codes.ts'
import type { Encrypted, Encryption } from './encryption.ts'

/** The encrypted data of a user with two-factor login. */
export interface Secrets {
  /** Shared with the app. */
  appSecret: Buffer
  /** Key of the recovery codes' hashes. Encrypted too, so that a change of the encryption key leaves the codes valid. */
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
  kept: Encrypted,
): Secrets | undefined {
  const plain = encryption.decrypt(userId, kept)
  if (plain?.length !== appSecretBytes + recoveryKeyBytes) return undefined
  return {
    appSecret: plain.subarray(0, appSecretBytes),
    recoveryKey: plain.subarray(appSecretBytes),
  }
}
