import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'

/** Changes of one agency's members and invitations, and its purchases, run one after the other. */
export async function lockAgency(tx: Transaction, agencyId: string): Promise<void> {
  await sql`select from users where id = ${agencyId} for no key update`.execute(tx)
}

/**
 * Locks the agency and checks that the caller still owns it: another member may be the owner since the access check.
 * @throws ApiFailure FORBIDDEN
 */
export async function requireOwner(
  tx: Transaction,
  caller: { userId: string; agencyId: string },
): Promise<void> {
  await lockAgency(tx, caller.agencyId)
  const { rows } = await sql`
    select from users where id = ${caller.userId} and agent_role = 'owner'`.execute(tx)
  if (rows.length === 0) throw new ApiFailure('FORBIDDEN')
}

/** Locks the agency of a member before the member. @returns its id; that of the user for an agent alone and for admins */
export async function lockAgencyOf(tx: Transaction, userId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = (select agency_id from users where id = ${userId} and agency_id <> id)
    for no key update`.execute(tx)
  return rows[0]?.id ?? userId
}
