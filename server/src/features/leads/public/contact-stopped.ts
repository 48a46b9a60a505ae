import { sql } from 'kysely'

/**
 * Whether the traveller of purchase `p` must not be contacted any more, because the traveller has withdrawn or was
 * erased. Then no response to its agent contains the phone or the email.
 */
export const contactStoppedSql = sql<boolean>`is_contact_stopped(p)`

/** The phone or email of lead `l` for the agent of purchase `p`. Null: contact is stopped. */
export function agentsContactSql(column: 'phone' | 'email') {
  return sql<string | null>`case when not ${contactStoppedSql} then ${sql.ref(`l.${column}`)} end`
}
