import type { AgentRole } from '@raahi/contract/agency-roles'
import type { KycStatus } from '@raahi/contract/kyc-states'
import type { StaffRight } from '@raahi/contract/staff-rights'
import type { Role, UserStatus } from '@raahi/contract/users'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { recipientOf } from '../../../platform/mail/address-mail.ts'
import type { Recipient } from '../../../platform/mail/mail.ts'

/** A user with the company, wallet and plan of the agency, as selected by `userColumns`. */
export interface UserRow {
  id: string
  /** Null for admins. */
  agency_id: string | null
  agent_role: AgentRole | null
  daily_limit_paise: number | null
  role_shown_at: Date | null
  name: string
  email: string
  /** Null only for admins. */
  phone: string | null
  city: string | null
  company_name: string
  gstin: string | null
  billing_state: string | null
  billing_address: string | null
  role: Role
  rights: StaffRight[] | null
  status: UserStatus
  profile_file: string | null
  kyc_file: string | null
  kyc_name: string | null
  kyc_type: string | null
  kyc_deleted_at: Date | null
  kyc_status: KycStatus
  /** When the owner confirmed the email; null if unconfirmed. */
  email_confirmed_at: Date | null
  /** The new email that is not confirmed yet. Null: there is none, or it has expired. */
  pending_email: string | null
  created_at: Date
  /** Null for admins, who have no wallet. */
  wallet_paise: number | null
  /** The plan of the active subscription that ends soonest. Null: no active subscription. */
  plan_name: string | null
  plan_price_paise: number | null
}

/** The columns of a UserRow for user `u`, with the tables of `userJoins`. */
export const userColumns: RawBuilder<unknown> = sql`
  u.id, u.agency_id, u.agent_role, u.daily_limit_paise, u.role_shown_at, u.name, u.email, u.phone, agency.city, agency.company_name,
  agency.gstin, agency.billing_state, agency.billing_address, u.role, u.rights, u.status,
  u.email_confirmed_at,
  case when u.pending_email_until > now() then u.pending_email end as pending_email, u.profile_file, agency.kyc_file, agency.kyc_name, agency.kyc_type, agency.kyc_deleted_at, agency.kyc_status, u.created_at,
  wallet.balance_paise as wallet_paise, plan.plan_name, plan.price_paise as plan_price_paise`

/** Joins the agency of user `u`, its wallet and its plan in use. */
export const userJoins: RawBuilder<unknown> = sql`
  join users agency on agency.id = coalesce(u.agency_id, u.id)
  left join accounts wallet on wallet.id = agency.id
  left join lateral (
    select s.plan_name, s.price_paise from subscriptions s
    where s.user_id = agency.id and now() < s.ends_at and s.leads_used < s.lead_quota
    order by s.ends_at, s.id limit 1
  ) plan on true`

/** Finds a user with wallet balance and plan in use. */
export async function findUser(db: Kysely<Schema>, id: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from users u ${userJoins} where u.id = ${id}`.execute(db)
  return rows[0]
}

/** Finds the owner of an agency as the recipient of a mail. */
export async function findOwnerOf(db: Kysely<Schema>, agencyId: string): Promise<Recipient> {
  const { rows } = await sql<Parameters<typeof recipientOf>[0]>`
    select name, email, email_confirmed_at from agency_owners where id = ${agencyId}`.execute(db)
  if (!rows[0]) throw new Error('the agency has no owner')
  return recipientOf(rows[0])
}

/** Finds who works a bought lead, as the recipient of a mail; undefined if no agent has bought it. */
export async function findWorkerOf(
  db: Kysely<Schema>,
  leadId: string,
): Promise<Recipient | undefined> {
  const { rows } = await sql<Parameters<typeof recipientOf>[0]>`
    select name, email, email_confirmed_at from lead_workers where lead_id = ${leadId}`.execute(db)
  return rows[0] && recipientOf(rows[0])
}

/** Finds a user as the recipient of a mail. */
export async function findRecipient(db: Kysely<Schema>, userId: string): Promise<Recipient> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'name', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return recipientOf(user)
}

/**
 * The agency of a user whose records a call reads. Agents read only those of their own agency.
 * @throws ApiFailure USER_NOT_FOUND, so that agents cannot find out which users exist
 */
export async function findAgencyOf(
  db: Kysely<Schema>,
  caller: Pick<Caller, 'userId' | 'agencyId' | 'role'>,
  userId: string = caller.userId,
): Promise<string> {
  if (userId === caller.userId || userId === caller.agencyId) return caller.agencyId
  const user = await db
    .selectFrom('users')
    .select('agency_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (caller.role !== 'admin' && user?.agency_id !== caller.agencyId) {
    throw new ApiFailure('USER_NOT_FOUND')
  }
  return user?.agency_id ?? userId
}

/** @throws ApiFailure USER_NOT_FOUND */
export async function checkUserExists(db: Kysely<Schema>, userId: string): Promise<void> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!found) throw new ApiFailure('USER_NOT_FOUND')
}
