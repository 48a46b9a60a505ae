import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Caller } from '../http/caller.ts'

export type ContactViewKind = 'opened' | 'exported'

/**
 * Records that a user is about to receive the contacts of these enquiries and leads, once per user, kind and day. Leads
 * without an enquiry and erased enquiries are left out. It runs before the response is sent: without the record there is
 * no response.
 * @param ids ids of enquiries, of leads, or of other records, which are ignored
 */
export async function recordContactViews(
  db: Kysely<Schema>,
  userId: string,
  ids: readonly string[],
  kind: ContactViewKind = 'opened',
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into contact_views (enquiry_id, user_id, kind)
    select e.id, ${userId}, ${kind} from enquiries e
    where e.erased_at is null and e.id in (
      select unnest(${ids}::uuid[])
      union select enquiry_id from lead_origins where lead_id = any(${ids}::uuid[]))
    on conflict do nothing`.execute(db)
}

/** Records the contacts in an answer to an admin: of each object with an `_id` and a `phone`, at any depth. */
export async function recordAnswerViews(
  db: Kysely<Schema>,
  caller: Caller | null,
  data: unknown,
): Promise<void> {
  if (caller?.role !== 'admin') return
  const ids = new Set<string>()
  collectContacts(data, ids)
  await recordContactViews(db, caller.userId, [...ids])
}

function collectContacts(data: unknown, ids: Set<string>): void {
  if (Array.isArray(data)) {
    for (const item of data) collectContacts(item, ids)
  } else if (typeof data === 'object' && data !== null) {
    const { _id: id, phone } = data as { _id?: unknown; phone?: unknown }
    if (typeof id === 'string' && phone) ids.add(id)
    for (const value of Object.values(data)) collectContacts(value, ids)
  }
}
