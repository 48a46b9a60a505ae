import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Encrypted, Encryption } from './public/encryption.ts'

/**
 * Re-encrypts the secrets of older keys with the current key, so that the older keys can be removed from the settings.
 * Codes and apps stay valid. Can run while the product runs, and more than once.
 * @returns the number of re-encrypted secrets, and the emails of users whose secrets no configured key decrypts
 */
export async function reencryptSecrets(
  database: Database,
  encryption: Encryption,
): Promise<{ reencrypted: number; unreadable: string[] }> {
  const { rows } = await sql<Encrypted & { userId: string; email: string }>`
    select t.user_id as "userId", t.key_id as "keyId", t.sealed, u.email
    from two_factor t join users u on u.id = t.user_id
    where t.key_id <> ${encryption.keyId} order by u.email`.execute(database.kysely)
  let reencrypted = 0
  const unreadable: string[] = []
  for (const { userId, email, ...stored } of rows) {
    const plain = encryption.decrypt(userId, stored)
    if (!plain) {
      unreadable.push(email)
      continue
    }
    const encrypted = encryption.encrypt(userId, plain)
    // Skipped if the user has set up another app meanwhile.
    const { numAffectedRows = 0n } = await sql`
      update two_factor set key_id = ${encrypted.keyId}, sealed = ${encrypted.sealed}
      where user_id = ${userId} and sealed = ${stored.sealed}`.execute(database.kysely)
    reencrypted += Number(numAffectedRows)
  }
  return { reencrypted, unreadable }
}
