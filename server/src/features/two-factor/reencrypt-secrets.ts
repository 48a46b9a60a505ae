import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Encrypted, Encryption } from './encryption.ts'

/**
 * Seals with the present key what an older one sealed, so that the older one can be taken out of the settings. Codes and
 * apps stay as they are. May run while the product does, and again.
 * @returns how many were sealed anew, and the emails of those that none of our keys opens
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
  for (const { userId, email, ...kept } of rows) {
    const plain = encryption.open(userId, kept)
    if (!plain) {
      unreadable.push(email)
      continue
    }
    const anew = encryption.seal(userId, plain)
    // Unless another app was set up in the meantime: that is sealed with a key of its own time.
    const { numAffectedRows = 0n } = await sql`
      update two_factor set key_id = ${anew.keyId}, sealed = ${anew.sealed}
      where user_id = ${userId} and sealed = ${kept.sealed}`.execute(database.kysely)
    reencrypted += Number(numAffectedRows)
  }
  return { reencrypted, unreadable }
}
