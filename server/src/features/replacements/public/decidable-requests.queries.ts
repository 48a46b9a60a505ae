import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the requests `r` that this admin can decide: pending requests, except appeals that another admin must decide.
 * The database function `decide_replacement` enforces the same rule.
 */
export function decidableCondition(adminId: string): RawBuilder<unknown> {
  return sql`(r.status = 'pending' and not exists (
    select from replacement_requests e where e.purchase_id = r.purchase_id and e.status = 'rejected'
      and e.decided_by = ${adminId} and has_other_admin(${adminId})))`
}
