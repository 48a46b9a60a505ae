import type { Subscription } from '@raahi/contract/plans'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { userExists } from '../users/users.queries.ts'
import { findSubscriptions, toSubscription } from './subscriptions.queries.ts'

/**
 * Subscriptions of a user: an agent reads their own, an admin reads those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listSubscriptions(
  database: Database,
  caller: Caller,
  userId: string = caller.userId,
): Promise<Subscription[]> {
  if (caller.role !== 'admin' && caller.userId !== userId) throw new ApiFailure('USER_NOT_FOUND')
  const rows = await findSubscriptions(database.kysely, userId)
  if (rows.length === 0 && !(await userExists(database.kysely, userId))) {
    throw new ApiFailure('USER_NOT_FOUND')
  }
  return rows.map(toSubscription)
}
