import { rupeesFromPaise } from '@raahi/contract/money'
import type { Role, User } from '@raahi/contract/users'
import type { UserRow } from './users.queries.ts'

/**
 * Maps a user to its wire format.
 * @param viewerRole the role of the reader: only admins see KYC data. Members with the role `caller` see no money
 */
export function toUser(row: UserRow, viewerRole: Role): User {
  const hasMoney = viewerRole === 'admin' || row.agent_role !== 'caller'
  const { kyc_name: name, kyc_type: type, kyc_deleted_at: deletedAt } = row
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    city: row.city,
    companyName: row.company_name,
    gstin: hasMoney ? row.gstin : null,
    billingState: hasMoney ? row.billing_state : null,
    billingAddress: hasMoney ? row.billing_address : null,
    role: row.role,
    ...(row.agency_id !== null &&
      row.agent_role !== null && {
        agency: {
          _id: row.agency_id,
          role: row.agent_role,
          dailyLimit:
            row.daily_limit_paise === null ? null : rupeesFromPaise(row.daily_limit_paise),
          isRoleShown: row.agent_role === 'owner' || row.role_shown_at !== null,
        },
      }),
    ...(row.rights && { rights: row.rights }),
    userStatus: row.status,
    emailConfirmed: row.email_confirmed_at !== null,
    pendingEmail: row.pending_email,
    plan:
      row.plan_name === null || !hasMoney
        ? null
        : { planName: row.plan_name, price: rupeesFromPaise(row.plan_price_paise ?? 0) },
    wallet: hasMoney ? rupeesFromPaise(row.wallet_paise ?? 0) : 0,
    profile: row.profile_file && `/files/profile/${row.profile_file}`,
    kyc: viewerRole === 'admin' && name !== null && type !== null ? { name, type } : null,
    ...(viewerRole === 'admin' && deletedAt && { kycDeletedAt: deletedAt.toISOString() }),
    createdAt: row.created_at.toISOString(),
  }
}
