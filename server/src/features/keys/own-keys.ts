import type { KeyScope } from '@raahi/contract/key-scopes'
import type { ApiKey } from '@raahi/contract/keys'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, recordAction } from '../../platform/audit-log/record-action.ts'
import type { Database } from '../../platform/database/connect.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ApiFailure } from '../../platform/http/failure.ts'

interface KeyRow {
  id: string
  name: string
  scopes: KeyScope[]
  source: ApiKey['source']
  created_at: Date
  ends_on: string | null
  has_ended: boolean
  last_used_at: Date | null
  last_used_from: string | null
}

/** The keys `k` that a caller manages: admins those of all sources, agents their own. */
function managedBy({ role, agencyId }: Pick<Caller, 'role' | 'agencyId'>): RawBuilder<unknown> {
  return role === 'admin' ? sql`k.source_id is not null` : sql`k.user_id = ${agencyId}`
}

/** The keys that the caller manages and that are not revoked, newest first. */
export async function listKeys({ kysely }: Database, caller: Caller): Promise<ApiKey[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.scopes, k.created_at, k.ends_on::text as ends_on,
      case when s.id is not null then json_build_object('_id', s.id, 'name', s.name) end as source,
      coalesce(k.ends_on < today_in_india(), false) as has_ended, k.last_used_at, k.last_used_from
    from api_keys k left join sources s on s.id = k.source_id
    where k.revoked_at is null and ${managedBy(caller)} order by k.id desc`.execute(kysely)
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    scopes: row.scopes,
    source: row.source,
    createdAt: row.created_at.toISOString(),
    endsOn: row.ends_on,
    hasEnded: row.has_ended,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
  }))
}

/**
 * Revokes a key that the caller manages.
 * @throws ApiFailure KEY_NOT_FOUND, also for a revoked key
 */
export async function revokeKey(
  database: Database,
  { caller, actor }: { caller: Caller; actor: Actor },
  id: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      update api_keys k set revoked_at = now()
      where k.id = ${id} and k.revoked_at is null and ${managedBy(caller)} returning k.name`.execute(
      tx,
    )
    const [key] = rows
    if (!key) throw new ApiFailure('KEY_NOT_FOUND')
    await recordAction(tx, actor, {
      action: 'key.revoke',
      subjectType: 'key',
      subjectId: id,
      before: { name: key.name },
    })
  })
}
