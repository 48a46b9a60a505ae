import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a user may act: neither an admin has suspended the user or the agency, nor the owner of the agency the member.
 * `platform/http/caller.ts` has the same condition for the sender of a request.
 * @param alias of `users`
 */
export function isActiveSql(alias: string): RawBuilder<boolean> {
  const user = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${user('status')} = 'active' and ${user('member_suspended_at')} is null
    and (${user('agency_id')} is null or ${user('agency_id')} = ${user('id')}
      or exists (select from users agency where agency.id = ${user('agency_id')} and agency.status = 'active')))`
}
