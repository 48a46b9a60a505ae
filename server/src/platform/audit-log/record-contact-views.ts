import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { retryConflicts } from '../database/transaction.ts'
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
    -- One order for all, so that two of these do not wait for each other.
    order by e.id
    on conflict do nothing`.execute(db)
}

/** Records views in a separate transaction, which is repeated after a deadlock, for example with an erasure. */
export async function commitContactViews(
  database: Database,
  userId: string,
  ids: readonly string[],
  kind?: ContactViewKind,
): Promise<void> {
  await retryConflicts(() => recordContactViews(database.kysely, userId, ids, kind))
}

/** Records a view of each contact in a response to an admin: each object with an `_id` and a `phone`, at any depth. */
export async function recordResponseViews(
  database: Database,
  caller: Caller | null,
  data: unknown,
): Promise<void> {
  if (caller?.role !== 'admin') return
  const ids = new Set<string>()
  collectContacts(data, ids)
  await commitContactViews(database, caller.userId, [...ids])
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
