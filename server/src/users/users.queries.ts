import type { Role, UserStatus } from '@raahi/contract/users'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** A user as queries read it. */
export interface UserRow {
  id: string
  name: string
  email: string
  /** Admins alone can be without one. */
  phone: string | null
  city: string | null
  company_name: string
  role: Role
  status: UserStatus
  kyc_file: string | null
  kyc_name: string | null
  kyc_type: string | null
  created_at: Date
  /** Null for admins, who have no wallet. */
  wallet_paise: number | null
}

/** A user with the balance of its wallet. */
export async function findUser(db: Kysely<Schema>, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users as u')
    .leftJoin('accounts as wallet', 'wallet.id', 'u.id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.phone',
      'u.city',
      'u.company_name',
      'u.role',
      'u.status',
      'u.kyc_file',
      'u.kyc_name',
      'u.kyc_type',
      'u.created_at',
      'wallet.balance_paise as wallet_paise',
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
}

/** Whether there is a user with this id. */
export async function userExists(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}
