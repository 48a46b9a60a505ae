import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'

/**
 * Ends the sessions of a user: every token of theirs is dead from the commit on, and so are logins that wait for their
 * second factor. Whoever calls it has locked the user's row, which a login locks too, so that no session slips in meanwhile.
 * @param keptSessionId goes on
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
