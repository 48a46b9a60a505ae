import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Encrypted, Encryption } from '../two-factor/public/encryption.ts'

const prefix = 'whsec_'
const secretBytes = 32
/** Binds an encrypted secret to its webhook, as secrets of users are bound to the user. */
const ownerOf = (webhookId: string) => `webhook ${webhookId}`

/** A new secret, in the form of Standard Webhooks. */
export const makeSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

export function encryptSecret(encryption: Encryption, webhookId: string, secret: string) {
  const plain = Buffer.from(secret.slice(prefix.length), 'base64')
  return encryption.encrypt(ownerOf(webhookId), plain)
}

/** @returns undefined if no configured key decrypts it */
export function decryptSecret(
  encryption: Encryption | undefined,
  webhookId: string,
  stored: Encrypted,
): string | undefined {
  const plain = encryption?.decrypt(ownerOf(webhookId), stored)
  return plain && prefix + plain.toString('base64')
}

/**
 * Encrypts the secrets of older keys with the current key, so that the older keys can be removed from the settings. A
 * secret from before a rotation is of use for a day and is not encrypted again.
 * @returns the number of encrypted secrets, and of those that no configured key decrypts
 */
export async function reencryptWebhookSecrets(
  database: Database,
  encryption: Encryption,
): Promise<{ reencrypted: number; unreadable: number }> {
  const { rows } = await sql<Encrypted & { id: string }>`
    select id, key_id as "keyId", sealed from webhooks where key_id <> ${encryption.keyId}`.execute(
    database.kysely,
  )
  let reencrypted = 0
  let unreadable = 0
  for (const { id, ...stored } of rows) {
    const secret = decryptSecret(encryption, id, stored)
    if (secret === undefined) {
      unreadable += 1
      continue
    }
    const { keyId, sealed } = encryptSecret(encryption, id, secret)
    // Skipped if the secret was rotated meanwhile.
    const { numAffectedRows = 0n } = await sql`
      update webhooks set key_id = ${keyId}, sealed = ${sealed}
      where id = ${id} and sealed = ${stored.sealed}`.execute(database.kysely)
    reencrypted += Number(numAffectedRows)
  }
  return { reencrypted, unreadable }
}
