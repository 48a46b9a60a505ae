import { type Kysely, sql } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'

/** Entries of the audit log on one record, oldest first, with the personal data that is stored separately. */
export async function findActions(db: Kysely<Schema>, subjectId: string) {
  return db
    .selectFrom('audit_log as l')
    .leftJoin('audit_personal_data as p', 'p.audit_id', 'l.id')
    .select(['actor_id', 'action', 'request_id'])
    .select(sql`l.before || coalesce(p.before, '{}')`.as('before'))
    .select(sql`l.after || coalesce(p.after, '{}')`.as('after'))
    .where('l.subject_id', '=', subjectId)
    .orderBy('l.id')
    .execute()
}
