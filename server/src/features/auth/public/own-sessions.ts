import type { OwnSession, UserSession } from '@raahi/contract/profile'
import { sql } from 'kysely'
import { type Actor, recordAction } from '../../../platform/audit-log/record-action.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { endSessionsOfUser } from './end-sessions.ts'

interface SessionRow {
  id: string
  ip: string | null
  user_agent: string | null
  created_at: Date
  last_used_at: Date
}

/** Lists the sessions of the caller: the current session first, then by last renewal. */
export async function listOwnSessions(database: Database, caller: Caller): Promise<OwnSession[]> {
  const sessions = await findSessions(database, caller.userId)
  const own = sessions.map((session) => ({ ...session, current: session._id === caller.sessionId }))
  return [...own.filter(({ current }) => current), ...own.filter(({ current }) => !current)]
}

/**
 * Lists the sessions of a user for an admin, by last renewal.
 */
export async function listUserSessions(database: Database, userId: string): Promise<UserSession[]> {
  return findSessions(database, userId)
}

async function findSessions(database: Database, userId: string): Promise<UserSession[]> {
  // A session is alive while it has a valid token.
  const { rows } = await sql<SessionRow>`
    select s.id, s.ip, s.user_agent, s.created_at, max(t.issued_at) as last_used_at
    from sessions s join session_tokens t on t.session_id = s.id
    where s.user_id = ${userId} and s.ended_at is null
    group by s.id
    having bool_or(t.expires_at > now() and t.used_at is null)
    order by last_used_at desc, s.id`.execute(database.kysely)
  return rows.map((row) => ({
    _id: row.id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
}

/**
 * Ends a session of the caller.
 * @throws ApiFailure SESSION_NOT_FOUND, also for a session of another user
 */
export async function endOwnSession(
  database: Database,
  { caller, actor }: { caller: Caller; actor: Actor },
  sessionId: string,
): Promise<void> {
  await withTransaction(database, async (tx) => {
    const ended = await tx
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', sessionId)
      .where('user_id', '=', caller.userId)
      .where('ended_at', 'is', null)
      .returning(['ip', 'user_agent'])
      .executeTakeFirst()
    if (!ended) throw new ApiFailure('SESSION_NOT_FOUND')
    await recordAction(tx, actor, {
      action: 'user.end-session',
      subjectType: 'user',
      subjectId: caller.userId,
      before: { ip: ended.ip, userAgent: ended.user_agent },
    })
  })
}

/** Ends all sessions of the caller, including the current one. */
export async function endOwnSessions(
  database: Database,
  { caller, actor }: { caller: Caller; actor: Actor },
): Promise<void> {
  await withTransaction(database, async (tx) => {
    // A login locks this row too, so that no session is created meanwhile.
    await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', caller.userId)
      .forNoKeyUpdate()
      .execute()
    await endSessionsOfUser(tx, caller.userId)
    await recordAction(tx, actor, {
      action: 'user.end-all-sessions',
      subjectType: 'user',
      subjectId: caller.userId,
    })
  })
}
