import type { Subscription } from '@raahi/contract/plans'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { checkUserExists, findAgencyOf } from '../users/public/users.queries.ts'
import { findSubscriptions, toSubscription } from './public/subscriptions.queries.ts'

/**
 * Lists the subscriptions of a user. Agents can read only their own subscriptions, admins those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listSubscriptions(
  database: Database,
  caller: Caller,
  ofUserId?: string,
): Promise<Subscription[]> {
  const userId = await findAgencyOf(database.kysely, caller, ofUserId)
  const rows = await findSubscriptions(database.kysely, userId)
  if (rows.length === 0) await checkUserExists(database.kysely, userId)
  return rows.map(toSubscription)
}
