import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** Changes of one agency's members and invitations, and its purchases, run one after the other. */
export async function lockAgency(tx: Transaction, agencyId: string): Promise<void> {
  await sql`select from users where id = ${agencyId} for no key update`.execute(tx)
}

/** Locks the agency of a member before the member. @returns its id; that of the user for an agent alone and for admins */
export async function lockAgencyOf(tx: Transaction, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = (select agency_id from users where id = ${userId} and agency_id <> id)
    for no key update`.execute(tx)
  return rows[0]?.id ?? userId
}
