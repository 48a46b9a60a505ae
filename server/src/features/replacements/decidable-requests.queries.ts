import { type RawBuilder, sql } from 'kysely'

/**
 * The requests `r` that this admin can decide: pending ones, without the appeals that another admin decides. The function
 * `decide_replacement` enforces it.
 */
export function decidableCondition(adminId: string): RawBuilder<unknown> {
  return sql`(r.status = 'pending' and not exists (
    select from replacement_requests e where e.purchase_id = r.purchase_id and e.status = 'rejected'
      and e.decided_by = ${adminId} and has_other_admin(${adminId})))`
}
