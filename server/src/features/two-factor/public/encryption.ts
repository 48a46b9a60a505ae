import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** An encrypted secret as it is stored. */
export interface Encrypted {
  keyId: string
  sealed: Buffer
}

/** Encrypts secrets with a key that is not in the database, so that a copy of the database alone reveals none. */
export interface Encryption {
  /** Id of the key that encrypts new secrets. */
  readonly keyId: string
  /** @param userId owner of the secret: decryption for another user fails */
  encrypt(userId: string, plain: Buffer): Encrypted
  /** @returns undefined if the key is unknown or the value was altered */
  decrypt(userId: string, encrypted: Encrypted): Buffer | undefined
}

const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a random nonce, bound to the user.
 * @param keys 32 bytes each: the first one encrypts, all of them decrypt
 */
export function createEncryption(keys: readonly [Buffer, ...Buffer[]]): Encryption {
  const byId = new Map(keys.map((key) => [idOf(key), key]))
  const [current] = keys
  const keyId = idOf(current)
  return {
    keyId,
    encrypt(userId, plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(boundTo(userId))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return { keyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) }
    },
    decrypt(userId, encrypted) {
      const key = byId.get(encrypted.keyId)
      if (!key || encrypted.sealed.length < ivBytes + tagBytes) return undefined
      const iv = encrypted.sealed.subarray(0, ivBytes)
      const tag = encrypted.sealed.subarray(ivBytes, ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      decipher.setAAD(boundTo(userId)).setAuthTag(tag)
      try {
        const text = encrypted.sealed.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(text), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** Derives an id that does not reveal the key. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('raahi two-factor key').update(key).digest('hex').slice(0, 8)
}

function boundTo(userId: string): Buffer {
  return Buffer.from(`raahi two-factor ${userId}`)
}
