import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/**
 * Ends the sessions of a user, and logins that wait for their second factor. Every token of a session is invalid from
 * the commit on. The caller holds the lock on the user's row; a login takes the same lock, so no new session is created
 * meanwhile.
 * @param keptSessionId the session that continues
 */
export async function endSessionsOfUser(
  tx: Transaction,
  userId: string,
  keptSessionId: string | null = null,
): Promise<void> {
  await sql`
    with logins as (
      update login_challenges set ended_at = now() where user_id = ${userId} and ended_at is null
    )
    update sessions set ended_at = now()
    where user_id = ${userId} and ended_at is null and id is distinct from ${keptSessionId}::uuid
  `.execute(tx)
}
