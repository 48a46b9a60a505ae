import { hash } from 'node:crypto'
import type { AgentRole } from '@raahi/contract/agency-roles'
import { formatRights, mayOneOf, type StaffRight } from '@raahi/contract/staff-rights'
import type { Role } from '@raahi/contract/users'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { snapshotSql } from '../database/snapshot.ts'
import { ApiFailure } from './failure.ts'

/** The caller of a request, as currently stored in the database. */
export interface Caller {
  /** The person, who acts. */
  userId: string
  /** The agency, which owns wallet, plans, purchases, searches and keys. It has the id of its founder. Of an admin: `userId`. */
  agencyId: string
  role: Role
  /** Null for admins. */
  agentRole: AgentRole | null
  /** What an admin may do; empty for agents. */
  rights: readonly StaffRight[]
  sessionId: string
  /**
   * True for an admin whose session was created by the password alone, if the settings require a second factor. Only
   * the setup is allowed then.
   */
  lacksTwoFactor: boolean
  /** The database snapshot of the look-up, taken after the request began. */
  snapshot: string
  /** The calendar day in India at the look-up, by the database's clock: YYYY-MM-DD. */
  today: string
}

/**
 * Agents read and change only their own account, admins that of any user.
 * @throws ApiFailure USER_NOT_FOUND, so that agents cannot find out which users exist
 */
export function checkOwnerOrAdmin(caller: Caller, userId: string): void {
  if (caller.role !== 'admin' && caller.userId !== userId) throw new ApiFailure('USER_NOT_FOUND')
}

/**
 * Refuses an admin without any of these rights.
 * @throws ApiFailure FORBIDDEN
 */
export function checkRight(caller: Caller, ...wanted: StaffRight[]): void {
  if (mayOneOf(caller, ...wanted)) return
  const needed = wanted.length > 0 ? formatRights(wanted) : 'another role'
  throw new ApiFailure('FORBIDDEN', { message: `Your account needs for this: ${needed}.` })
}

export type FindCaller = (tokenHash: Buffer) => Promise<Caller | null>

/** SHA-256 of a token, which is stored instead of the token. */
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
  agency_id: string
  role: Role
  agent_role: AgentRole | null
  rights: StaffRight[] | null
  lacks_two_factor: boolean
  snapshot: string
  today: string
}

/** The one place that decides which access tokens are valid. */
const callersSql = `
  select t.token_hash, s.id as session_id, u.id as user_id, coalesce(u.agency_id, u.id) as agency_id, u.role, u.agent_role, u.rights,
    $2 and u.role = 'admin' and s.two_factor_at is null as lacks_two_factor,
    ${snapshotSql} as snapshot, today_in_india()::text as today
  from session_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  join users agency on agency.id = coalesce(u.agency_id, u.id)
  where t.token_hash = any($1) and t.kind = 'access' and t.expires_at > now()
    and s.ended_at is null and u.status = 'active'
    and u.member_suspended_at is null and agency.status = 'active'`

/**
 * Looks up callers by their tokens. Requests of one turn of the event loop share one query. Nothing is cached between
 * turns, so each request sees the current role, rights and status.
 * @param needsTwoFactor whether every admin needs a second factor
 */
export function createCallerLookup(database: Database, needsTwoFactor: boolean): FindCaller {
  let waiting = new Map<string, { hash: Buffer; answers: PromiseWithResolvers<Caller | null> }>()

  async function flush() {
    const batch = waiting
    waiting = new Map()
    try {
      const { rows } = await database.prepared<CallerRow>({
        name: 'find-callers',
        text: callersSql,
        values: [[...batch.values()].map((entry) => entry.hash), needsTwoFactor],
      })
      for (const row of rows) {
        batch.get(row.token_hash.toString('hex'))?.answers.resolve({
          userId: row.user_id,
          agencyId: row.agency_id,
          role: row.role,
          agentRole: row.agent_role,
          rights: row.rights ?? [],
          sessionId: row.session_id,
          lacksTwoFactor: row.lacks_two_factor,
          snapshot: row.snapshot,
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
