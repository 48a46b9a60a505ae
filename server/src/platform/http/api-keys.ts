import { keyRequestsPerMinute } from '@raahi/contract/integration-limits'
import type { KeyScope } from '@raahi/contract/key-scopes'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { bearerToken, hashToken } from './caller.ts'
import { ApiFailure } from './failure.ts'
import { hitRateLimit, type RateLimit } from './rate-limit.ts'

/** The key of a request. It belongs to a source or to an agent. */
export interface KeyCaller {
  keyId: string
  sourceId: string | null
  userId: string | null
}

/**
 * Finds the key of a request and checks that it has the scope.
 * @throws ApiFailure UNAUTHENTICATED without a known key; KEY_ENDED; KEY_ACCOUNT_SUSPENDED; FORBIDDEN without the
 * scope; SOURCE_PAUSED; TOO_MANY_REQUESTS
 */
export type FindKey = (request: FastifyRequest, scope: KeyScope) => Promise<KeyCaller>

const perKey: RateLimit = { max: keyRequestsPerMinute, windowSeconds: 60 }

interface KeyRow {
  id: string
  scopes: KeyScope[]
  source_id: string | null
  user_id: string | null
  has_ended: boolean
  is_suspended: boolean
  is_paused: boolean
  /** Whether the last use was not stored in the last minute, so that a busy key does not write with each request. */
  is_use_due: boolean
}

/** Creates the look-up of keys. Nothing is cached, so that a revoked key ends at once. */
export function createKeyLookup(database: Database): FindKey {
  return async (request, scope) => {
    const token = bearerToken(request)
    const key = token ? await findKey(database, hashToken(token)) : undefined
    if (!key) throw new ApiFailure('UNAUTHENTICATED')
    if (key.has_ended) throw new ApiFailure('KEY_ENDED')
    if (key.is_suspended) throw new ApiFailure('KEY_ACCOUNT_SUSPENDED')
    if (!key.scopes.includes(scope)) throw new ApiFailure('FORBIDDEN')
    if (key.is_paused) throw new ApiFailure('SOURCE_PAUSED')
    await hitRateLimit(database, { key: `requests of key ${key.id}`, ...perKey })
    if (key.is_use_due) await recordUse(database, key.id, request.ip)
    return { keyId: key.id, sourceId: key.source_id, userId: key.user_id }
  }
}

async function findKey({ kysely }: Database, keyHash: Buffer): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.scopes, k.source_id, k.user_id,
      k.revoked_at is not null or coalesce(k.ends_on < today_in_india(), false) as has_ended,
      coalesce(u.status <> 'active', false) as is_suspended, coalesce(s.state <> 'active', false) as is_paused,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as is_use_due
    from api_keys k left join users u on u.id = k.user_id left join sources s on s.id = k.source_id
    where k.key_hash = ${keyHash}`.execute(kysely)
  return rows[0]
}

async function recordUse({ kysely }: Database, id: string, ip: string): Promise<void> {
  await sql`update api_keys set last_used_at = now(), last_used_from = ${ip}
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(
    kysely,
  )
}
