import { sql } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAction } from '../../../platform/audit-log/record-action.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { findRules, pauseRules } from './rules.queries.ts'

const keySchema = z.uuid()

/**
 * Pauses the rule of a search. A repeated pause changes nothing.
 * @throws ApiFailure SAVED_SEARCH_NOT_FOUND, also for a search without a rule
 */
export async function pauseRule(
  database: Database,
  actor: Actor,
  of: { userId: string; searchId: string },
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const [rule] = await findRules(tx, of.userId, of.searchId)
    if (!rule) throw new ApiFailure('SAVED_SEARCH_NOT_FOUND')
    const paused = await pauseRules(tx, of, 'agent')
    if (paused.length > 0) await recordPause(tx, actor, { by: 'agent', ...of })
  })
}

/** Pauses the rule with this secret, without a login. An unknown secret changes nothing. */
export async function pauseRuleByKey(
  database: Database,
  key: string,
  request: Omit<Actor, 'userId'>,
): Promise<void> {
  if (!keySchema.safeParse(key).success) return
  await withTransaction(database, async (tx) => {
    const [rule] = await pauseRules(tx, { key }, 'mail')
    if (!rule) return
    const { user_id: userId, search_id: searchId } = rule
    // The mail went to the owner.
    const { rows } = await sql<{ owner_id: string }>`
      select owner_id from agency_owners where id = ${userId}`.execute(tx)
    if (!rows[0]) throw new Error('the agency has no owner')
    const actor = { ...request, userId: rows[0].owner_id }
    await recordPause(tx, actor, { by: 'mail', userId, searchId })
  })
}

async function recordPause(
  tx: Parameters<typeof recordAction>[0],
  actor: Actor,
  { userId, ...pause }: { by: 'agent' | 'mail'; userId: string; searchId: string | null },
): Promise<void> {
  await recordAction(tx, actor, {
    action: 'user.pause-automatic-buying',
    subjectType: 'user',
    subjectId: userId,
    after: pause,
  })
}
