import { randomBytes } from 'node:crypto'
import { appSecretBytes } from './app-codes.ts'
import type { Sealed, Sealing } from './encryption.ts'

/** The encrypted data of a user with two-factor login. */
export interface Secrets {
  /** Shared with the app. */
  appSecret: Buffer
  /** What recovery codes are hashed with. Sealed too, so that another sealing key leaves the codes good. */
  recoveryKey: Buffer
}

const recoveryKeyBytes = 32

export function makeSecrets(): Secrets {
  return { appSecret: randomBytes(appSecretBytes), recoveryKey: randomBytes(recoveryKeyBytes) }
}

export function sealSecrets(
  sealing: Sealing,
  userId: string,
  { appSecret, recoveryKey }: Secrets,
): Sealed {
  return sealing.seal(userId, Buffer.concat([appSecret, recoveryKey]))
}

/** @returns undefined where the key that sealed them is gone */
export function openSecrets(sealing: Sealing, userId: string, kept: Sealed): Secrets | undefined {
  const plain = sealing.open(userId, kept)
  if (plain?.length !== appSecretBytes + recoveryKeyBytes) return undefined
  return {
    appSecret: plain.subarray(0, appSecretBytes),
    recoveryKey: plain.subarray(appSecretBytes),
  }
}
