import { pageOf } from '@raahi/contract/fields'
import { rupeesFromPaise } from '@raahi/contract/money'
import type { ListedUser, UserFilters } from '@raahi/contract/users'
import type { Database } from '../../platform/database/connect.ts'
import { toUser } from '../users/public/user-response.ts'
import { findUserPage, type ListedUserRow } from './list-users.queries.ts'

/** Lists all users for an admin, including admins and suspended users. */
export async function listUsers(database: Database, query: UserFilters) {
  const { total, rows } = await findUserPage(database, query)
  return pageOf(rows.map(toListedUser), total, query.page, query.limit)
}

function toListedUser(row: ListedUserRow): ListedUser {
  return {
    ...toUser(row, 'admin'),
    kycStatus: row.kyc_status,
    ...(row.members && { members: row.members }),
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
    spent: rupeesFromPaise(row.spent_paise),
    purchases: row.purchases,
    returns: row.returns,
    returnRate: row.return_permille === null ? null : row.return_permille / 10,
    activePlans: row.active_plans.map((plan) => ({
      planName: plan.plan_name,
      price: rupeesFromPaise(plan.price_paise),
      leadsLeft: plan.leads_left,
      daysLeft: plan.days_left,
    })),
  }
}
