import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockRulesOfAgent, pauseRules } from '../../automatic-buying/public/rules.queries.ts'

/** Pauses the rules that a member set. Lock order: before the agency, because automatic buying locks its rule first. */
export async function pauseRulesOfMember(
  tx: Transaction,
  agencyId: string,
  id: string,
): Promise<void> {
  await lockRulesOfAgent(tx, agencyId)
  await pauseRules(tx, { userId: agencyId, setBy: id }, 'suspension')
}

/** Revokes the keys that a member made. Lock order: after the agency, because a new key waits for that lock. */
export async function revokeKeysOfMember(tx: Transaction, id: string): Promise<void> {
  await sql`update api_keys set revoked_at = now() where created_by = ${id} and revoked_at is null`.execute(
    tx,
  )
}
