import type { Subscription } from '@raahi/contract/plans'
import type { Database } from '../../platform/database/connect.ts'
import { type Caller, checkOwnerOrAdmin } from '../../platform/http/caller.ts'
import { checkUserExists } from '../users/public/users.queries.ts'
import { findSubscriptions, toSubscription } from './public/subscriptions.queries.ts'

/**
 * Lists the subscriptions of a user. Agents can read only their own subscriptions, admins those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listSubscriptions(
  database: Database,
  caller: Caller,
  userId: string = caller.userId,
): Promise<Subscription[]> {
  checkOwnerOrAdmin(caller, userId)
  const rows = await findSubscriptions(database.kysely, userId)
  if (rows.length === 0) await checkUserExists(database.kysely, userId)
  return rows.map(toSubscription)
}
