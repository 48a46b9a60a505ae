import { pageOf } from '@raahi/contract/fields'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import type { Database } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { checkUserExists, findAgencyOf } from '../users/public/users.queries.ts'
import { toRequest } from './replacement-response.ts'
import { findRequestPage, type RequestFilter, type RequestSort } from './replacements.queries.ts'

type Filter = Omit<RequestFilter, 'offset' | 'sort'> & {
  /** Absent: pending requests by the time left to decide, others newest first. */
  sort?: RequestSort | undefined
  page: number
}
type RequestPage = ReturnType<typeof pageOf<ReplacementRequest>>

/** Requests of all users that match a filter, for an admin. */
export async function listReplacements(database: Database, filter: Filter): Promise<RequestPage> {
  const isPending = filter.status === 'pending' || filter.decidableBy !== undefined
  const { sort = isPending ? 'decideBy' : '-createdAt' } = filter
  return readPage(database, { ...filter, sort }, 'admin')
}

async function readPage(
  database: Database,
  { page, ...filter }: Filter & { sort: RequestSort },
  reader: 'agent' | 'admin',
): Promise<RequestPage> {
  const offset = (page - 1) * filter.limit
  const { rows, total } = await findRequestPage(database.kysely, { ...filter, offset })
  const docs = rows.map((row) => toRequest(row, reader))
  return pageOf(docs, total, page, filter.limit)
}

/**
 * Lists the requests of one user. Agents can read only their own requests, admins those of any user.
 * @throws ApiFailure USER_NOT_FOUND, also for another agent's id, so that agents cannot find out which users exist
 */
export async function listReplacementsOfUser(
  database: Database,
  caller: Caller,
  filter: Omit<Filter, 'sort'> & { userId: string },
): Promise<RequestPage> {
  const userId = await findAgencyOf(database.kysely, caller, filter.userId)
  const reader = caller.role === 'admin' ? 'admin' : 'agent'
  const requests = await readPage(database, { ...filter, userId, sort: '-createdAt' }, reader)
  if (requests.totalDocs === 0) await checkUserExists(database.kysely, userId)
  return requests
}
