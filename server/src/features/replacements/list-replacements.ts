import { pageOf } from '@raahi/contract/fields'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import type { Database } from '../../platform/database/connect.ts'
import { type Caller, checkOwnerOrAdmin } from '../../platform/http/caller.ts'
import { checkUserExists } from '../users/users.queries.ts'
import { toRequest } from './replacement-wire.ts'
import { findRequestPage, type RequestFilter } from './replacements.queries.ts'

type Filter = Omit<RequestFilter, 'offset'> & { page: number }
type RequestPage = ReturnType<typeof pageOf<ReplacementRequest>>

/** Requests of all users that match a filter. */
export async function listReplacements(
  database: Database,
  { page, ...filter }: Filter,
): Promise<RequestPage> {
  const offset = (page - 1) * filter.limit
  const { rows, total } = await findRequestPage(database.kysely, { ...filter, offset })
  return pageOf(rows.map(toRequest), total, page, filter.limit)
}

/**
 * Requests of one user: an agent reads their own, an admin reads those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listReplacementsOfUser(
  database: Database,
  caller: Caller,
  filter: Filter & { userId: string },
): Promise<RequestPage> {
  const { userId } = filter
  checkOwnerOrAdmin(caller, userId)
  const requests = await listReplacements(database, filter)
  if (requests.totalDocs === 0) await checkUserExists(database.kysely, userId)
  return requests
}
