import type { User } from '@raahi/contract/users'
import type { Database } from '../../../platform/database/connect.ts'
import { type Caller, checkOwnerOrAdmin, checkRight } from '../../../platform/http/caller.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { toUser } from './user-response.ts'
import { findUser } from './users.queries.ts'

/**
 * Reads a user. Agents can read only their own account, admins the agents too, and with `settings` other admins.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which ids exist; FORBIDDEN
 */
export async function readUser(database: Database, caller: Caller, userId: string): Promise<User> {
  checkOwnerOrAdmin(caller, userId)
  const row = await findUser(database.kysely, userId)
  if (!row) throw new ApiFailure('USER_NOT_FOUND')
  if (row.role === 'admin' && userId !== caller.userId) checkRight(caller, 'settings')
  return toUser(row, caller.role)
}
