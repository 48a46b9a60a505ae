import type { StaffMember } from '@raahi/contract/staff'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

/** The admins, active ones first, by name. @param id only this one */
export async function findStaff(db: Kysely<Schema>, id?: string): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('two_factor as t', 't.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'u.rights', 'u.status', 'u.last_active_at', 't.since'])
    .where('u.role', '=', 'admin')
    .$if(id !== undefined, (query) => query.where('u.id', '=', String(id)))
    .orderBy('u.status')
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    email: row.email,
    rights: row.rights ?? [],
    userStatus: row.status,
    twoFactor: row.since !== null,
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
  }))
}
