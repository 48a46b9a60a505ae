import { randomBytes } from 'node:crypto'
import type { Role } from '@raahi/contract/users'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/connect.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'
import { isActiveSql } from '../../users/public/active-users.ts'
import { findUser, type UserRow } from '../../users/public/users.queries.ts'

const minute = 60
const hour = 60 * minute

const accessTokenSeconds = 15 * minute
/** An admin's session is more valuable to a thief, so its lifetime is shorter. */
const refreshTokenSeconds = { user: 7 * 24 * hour, admin: 8 * hour } as const
/** A session ends this long after its login even if it is used, so that a stolen session ends too. */
const sessionSeconds = { user: 30 * 24 * hour, admin: 24 * hour } as const

/** The tokens of a session. The database stores only their hashes. */
export interface IssuedTokens {
  accessToken: string
  accessTokenExpiresAt: Date
  refreshToken: string
  refreshTokenSeconds: number
}

/** The client of the login request. */
export interface RequestFacts {
  ip: string
  userAgent: string | undefined
}

/**
 * Locks an active user until the login commits. A suspension or a new password waits for the lock and then ends the new
 * session too. Each login changes the row, so the logins of one user run one after the other: with shared locks, two of
 * them would deadlock.
 * @param passwordHash if given, the user must still have this hash
 * @returns undefined if there is no such active user
 */
export async function lockUserForLogin(
  tx: Transaction,
  userId: string,
  passwordHash?: string,
): Promise<UserRow | undefined> {
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isActiveSql('users'))
    .$if(passwordHash !== undefined, (some) => some.where('password_hash', '=', passwordHash ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return active && findUser(tx, active.id)
}

/**
 * Creates a session for a user whom `lockUserForLogin` has locked. The first login is recorded in the same statement.
 * @param withTwoFactor whether a second factor has been checked too
 */
export async function createSession(
  tx: Transaction,
  user: { id: string; role: Role },
  facts: RequestFacts,
  withTwoFactor = false,
): Promise<IssuedTokens> {
  const id = uuidv7()
  await tx
    .with('first_login', (db) =>
      db
        .updateTable('users')
        .set({ first_login_at: sql<Date>`now()` })
        .where('id', '=', user.id)
        .where('first_login_at', 'is', null),
    )
    .insertInto('sessions')
    .values({
      id,
      user_id: user.id,
      ip: facts.ip,
      user_agent: facts.userAgent?.slice(0, 300) ?? null,
      two_factor_at: withTwoFactor ? sql<Date>`now()` : null,
    })
    .execute()
  return issueTokens(tx, id, user.role)
}

/**
 * Issues a new access token and a new refresh token to a session. Neither outlives the session. Earlier tokens do not
 * change.
 */
export async function issueTokens(
  tx: Transaction,
  sessionId: string,
  role: Role,
): Promise<IssuedTokens> {
  const accessToken = newToken()
  const refreshToken = newToken()
  const { rows } = await sql<{ kind: 'access' | 'refresh'; expires_at: Date; seconds: number }>`
    with seen as (
      update users set last_active_at = now() where id = (select user_id from sessions where id = ${sessionId})
    )
    insert into session_tokens (token_hash, session_id, kind, expires_at)
      select t.hash, s.id, t.kind, least(
        now() + make_interval(secs => t.seconds),
        s.created_at + make_interval(secs => ${sessionSeconds[role]}::integer))
      from sessions s, (values
        (${hashToken(accessToken)}::bytea, 'access', ${accessTokenSeconds}::integer),
        (${hashToken(refreshToken)}::bytea, 'refresh', ${refreshTokenSeconds[role]}::integer)
      ) as t (hash, kind, seconds)
      where s.id = ${sessionId}
    returning kind, expires_at, extract(epoch from expires_at - now())::integer as seconds`.execute(
    tx,
  )
  const access = rows.find((row) => row.kind === 'access')
  const refresh = rows.find((row) => row.kind === 'refresh')
  if (!access || !refresh) throw new Error('the new token was not returned')
  return {
    accessToken,
    accessTokenExpiresAt: access.expires_at,
    refreshToken,
    refreshTokenSeconds: refresh.seconds,
  }
}

/** 256 random bits as text. */
function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Marks a refresh token as used. Of two requests with one token, the second waits for the first and then finds it used.
 * @returns its session; undefined if the token is unknown, expired or used
 */
export async function useRefreshToken(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const used = await tx
    .updateTable('session_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'refresh')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('session_id')
    .executeTakeFirst()
  return used?.session_id
}

/**
 * Ends the session of a refresh token that was used before.
 * @returns whether the token was used before
 */
export async function endSessionOfUsedToken(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const reused = await tx
    .selectFrom('session_tokens')
    .select('session_id')
    .where('token_hash', '=', tokenHash)
    .where('kind', '=', 'refresh')
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  if (!reused) return false
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where('id', '=', reused.session_id)
    .where('ended_at', 'is', null)
    .execute()
  return true
}

/** Finds the session of an access token; undefined if it has ended or expired, or its user is suspended. */
export async function findLiveSession(
  tx: Transaction,
  sessionId: string,
): Promise<{ userId: string; role: Role } | undefined> {
  return tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id as userId', 'u.role'])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where(isActiveSql('u'))
    .where(
      sql<boolean>`s.created_at > now() - make_interval(secs => case u.role
        when 'admin' then ${sessionSeconds.admin}::integer else ${sessionSeconds.user}::integer end)`,
    )
    .executeTakeFirst()
}

/** Ends the sessions of these tokens. Every token of a session is then invalid. */
export async function endSessions(
  database: Database,
  tokenHashes: readonly Buffer[],
): Promise<void> {
  await sql`
    update sessions set ended_at = now()
    where ended_at is null
      and id in (select session_id from session_tokens where token_hash = any(${tokenHashes}))
  `.execute(database.kysely)
}
