import { pageOf } from '@raahi/contract/fields'
import type { UserFilters } from '@raahi/contract/users'
import type { Database } from '../database/connect.ts'
import { findUserPage } from './list-users.queries.ts'
import { toUser } from './user-wire.ts'

/** A page of all users, admins and suspended ones included, as an admin sees them. */
export async function listUsers(database: Database, query: UserFilters) {
  const { total, rows } = await findUserPage(database, query)
  return pageOf(
    rows.map((row) => toUser(row, 'admin')),
    total,
    query.page,
    query.limit,
  )
}
