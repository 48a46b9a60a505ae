import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { lockRulesOfAgent, pauseRules } from '../../automatic-buying/public/rules.queries.ts'
import { pauseWebhooksOfMember } from '../../webhooks/public/pause-webhooks.ts'

/** Pauses the rules that a member set. Lock order: before the agency, because automatic buying locks its rule first. */
export async function pauseRulesOfMember(
  tx: Transaction,
  agencyId: string,
  id: string,
): Promise<void> {
  await lockRulesOfAgent(tx, agencyId)
  await pauseRules(tx, { userId: agencyId, setBy: id }, 'suspension')
}

/**
 * Revokes the keys that a member made, and pauses the webhooks that the member added. Lock order: after the agency, because a
 * new key or webhook waits for that lock.
 */
export async function endAccessOfMember(
  tx: Transaction,
  deps: Parameters<typeof pauseWebhooksOfMember>[1],
  id: string,
): Promise<void> {
  await sql`update api_keys set revoked_at = now() where created_by = ${id} and revoked_at is null`.execute(
    tx,
  )
  await pauseWebhooksOfMember(tx, deps, id)
}
