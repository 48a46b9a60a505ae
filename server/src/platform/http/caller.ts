import { hash } from 'node:crypto'
import type { Role } from '@raahi/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { snapshotSql } from '../database/snapshot.ts'

/** Who makes a request, as the database knows them at this moment. */
export interface Caller {
  userId: string
  role: Role
  sessionId: string
  /** An admin whose password alone opened the session, where the settings require a second factor: it may set that up. */
  lacksTwoFactor: boolean
  /**
   * The database snapshot in which the caller was looked up, after the request began. An answer made in
   * an equal snapshot is still right: two snapshots that read the same see the same rows.
   */
  snapshot: string
  /** How far the primary's log was on the disk at that moment; null where there is no replica to compare it with. */
  position: string | null
  /** The calendar day in India at the look-up, by the database's clock: YYYY-MM-DD. */
  today: string
}

export type FindCaller = (tokenHash: Buffer) => Promise<Caller | null>

/** SHA-256 of a token: what is stored in its place. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The bearer token of a request, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

interface CallerRow {
  token_hash: Buffer
  session_id: string
  user_id: string
  role: Role
  lacks_two_factor: boolean
  snapshot: string
  position: string | null
  today: string
}

/** What is committed is on the disk, and what is not there no replica can have. */
const positionSql = 'case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end'

const callersSql = (hasReplica: boolean) => `
  select t.token_hash, s.id as session_id, u.id as user_id, u.role,
    $2 and u.role = 'admin' and s.two_factor_at is null as lacks_two_factor,
    ${snapshotSql} as snapshot, (${hasReplica ? positionSql : 'null'})::text as position,
    today_in_india()::text as today
  from session_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_hash = any($1) and t.kind = 'access' and t.expires_at > now()
    and s.ended_at is null and u.status = 'active'`

/**
 * Looks callers up by their token. Requests that arrive in the same turn of the event loop share one
 * round trip; nothing is kept between turns, so each request sees the present role and status.
 * @param needsTwoFactor whether every admin must have given a second factor
 */
export function createCallerLookup(database: Database, needsTwoFactor: boolean): FindCaller {
  const text = callersSql(database.replica !== undefined)
  let waiting = new Map<string, { hash: Buffer; answers: PromiseWithResolvers<Caller | null> }>()

  async function flush() {
    const batch = waiting
    waiting = new Map()
    try {
      const { rows } = await database.prepared<CallerRow>({
        name: 'find-callers',
        text,
        values: [[...batch.values()].map((entry) => entry.hash), needsTwoFactor],
      })
      for (const row of rows) {
        batch.get(row.token_hash.toString('hex'))?.answers.resolve({
          userId: row.user_id,
          role: row.role,
          sessionId: row.session_id,
          lacksTwoFactor: row.lacks_two_factor,
          snapshot: row.snapshot,
          position: row.position,
          today: row.today,
        })
      }
      for (const { answers } of batch.values()) answers.resolve(null)
    } catch (error) {
      for (const { answers } of batch.values()) answers.reject(error)
    }
  }

  return (hash) => {
    const key = hash.toString('hex')
    const known = waiting.get(key)
    if (known) return known.answers.promise
    if (waiting.size === 0) setImmediate(flush)
    const answers = Promise.withResolvers<Caller | null>()
    waiting.set(key, { hash, answers })
    return answers.promise
  }
}
