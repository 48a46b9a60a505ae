import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A secret as the database keeps it. */
export interface Encrypted {
  keyId: string
  sealed: Buffer
}

/** Encrypts for the database, with a key that is not in the database: a copy of it alone lets nobody in. */
export interface Encryption {
  /** Of the key that seals now. */
  readonly keyId: string
  /** @param userId whom the secret belongs to: in another's row it does not open */
  seal(userId: string, plain: Buffer): Encrypted
  /** @returns undefined where its key is not among ours, or it was altered */
  open(userId: string, kept: Encrypted): Buffer | undefined
}

const ivBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM with a random nonce, bound to the user.
 * @param keys 32 bytes each: the first one seals, all of them open
 */
export function createEncryption(keys: readonly [Buffer, ...Buffer[]]): Encryption {
  const byId = new Map(keys.map((key) => [idOf(key), key]))
  const [current] = keys
  const keyId = idOf(current)
  return {
    keyId,
    seal(userId, plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(boundTo(userId))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return { keyId, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]) }
    },
    open(userId, kept) {
      const key = byId.get(kept.keyId)
      if (!key || kept.sealed.length < ivBytes + tagBytes) return undefined
      const iv = kept.sealed.subarray(0, ivBytes)
      const tag = kept.sealed.subarray(ivBytes, ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      decipher.setAAD(boundTo(userId)).setAuthTag(tag)
      try {
        const text = kept.sealed.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(text), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** Names a key without telling it. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('raahi two-factor key').update(key).digest('hex').slice(0, 8)
}

function boundTo(userId: string): Buffer {
  return Buffer.from(`raahi two-factor ${userId}`)
}
