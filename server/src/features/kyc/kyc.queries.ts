import type { KycFilters } from '@raahi/contract/kyc'
import type { KycReason, KycStatus } from '@raahi/contract/kyc-states'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** An agent's KYC with the fields that an admin compares, as selected by `kycColumns`. */
export interface KycRow {
  id: string
  name: string
  email: string
  email_confirmed_at: Date | null
  phone: string | null
  city: string | null
  company_name: string
  gstin: string | null
  billing_state: string | null
  billing_address: string | null
  created_at: Date
  kyc_name: string | null
  kyc_type: string | null
  kyc_status: KycStatus
  kyc_version: number
  kyc_submitted_at: Date | null
  kyc_decided_at: Date | null
  decided_by_name: string | null
  kyc_reason_code: KycReason | null
  kyc_reason_text: string | null
}

/** The columns of a KycRow for user `u` and the admin `a` who decided. */
const kycColumns: RawBuilder<unknown> = sql`
  u.id, u.name, u.email, u.email_confirmed_at, u.phone, u.city, u.company_name, u.gstin,
  u.billing_state, u.billing_address, u.created_at, u.kyc_name, u.kyc_type, u.kyc_status,
  u.kyc_version, u.kyc_submitted_at, u.kyc_decided_at, a.name as decided_by_name,
  u.kyc_reason_code, u.kyc_reason_text`

/** Finds the KYC of an agent. */
export async function findKyc(db: Kysely<Schema>, userId: string): Promise<KycRow | undefined> {
  const { rows } = await sql<KycRow>`
    select ${kycColumns} from users u left join users a on a.id = u.kyc_decided_by
    where u.id = ${userId} and u.role = 'user'`.execute(db)
  return rows[0]
}

/** Finds a page of the KYC with a document or a decision, with the exact total, in one snapshot. */
export async function findKycPage(
  database: Database,
  { status, user, sort, page, limit }: KycFilters,
): Promise<{ total: number; rows: KycRow[] }> {
  const conditions = sql`kyc_status <> 'none' and role = 'user'
    and ${status ? sql`kyc_status = ${status}` : sql`true`}
    and ${user ? sql`id = ${user}` : sql`true`}`
  const direction = sort === 'submittedAt' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ total: number } & (KycRow | { id: null })>`
    select counted.n as total, shown.* from (
      select count(*) as n from users where ${conditions}
    ) counted
    left join (
      select ${kycColumns} from (
        select id from users where ${conditions}
        order by kyc_submitted_at ${direction}, id ${direction}
        offset ${(page - 1) * limit} limit ${limit}
      ) page join users u on u.id = page.id left join users a on a.id = u.kyc_decided_by
    ) shown on true
    order by shown.kyc_submitted_at ${direction}, shown.id ${direction}`.execute(database.kysely)
  return {
    total: rows[0]?.total ?? 0,
    // A page beyond the last has one row with only the total.
    rows: rows.filter((row): row is { total: number } & KycRow => row.id !== null),
  }
}
