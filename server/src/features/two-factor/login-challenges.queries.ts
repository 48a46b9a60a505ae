import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { hashToken } from '../../platform/http/caller.ts'

const challengeMinutes = 5
/** Wrong or right: a challenge takes no more. */
const triesPerChallenge = 5

export interface Challenge {
  /** In the clear: it exists here and at the browser alone. */
  challenge: string
  expiresAt: Date
}

/**
 * Opens the second step of a login whose password was right, in a transaction that holds the user's row.
 * @returns undefined where the user has no two-factor login: the password is all there is
 */
export async function openChallenge(
  tx: Transaction,
  userId: string,
): Promise<Challenge | undefined> {
  const challenge = randomBytes(32).toString('base64url')
  const { rows } = await sql<{ expires_at: Date }>`
    insert into login_challenges (token_hash, user_id, expires_at)
      select ${hashToken(challenge)}, user_id, now() + make_interval(mins => ${challengeMinutes}::integer)
      from two_factor where user_id = ${userId}
    returning expires_at`.execute(tx)
  return rows[0] && { challenge, expiresAt: rows[0].expires_at }
}

/**
 * Counts a try of a live challenge. The count is committed before any code is compared, so that guesses sent at the same
 * moment are counted too.
 * @returns whose login it is, and whether it was the last try; undefined where there is no such challenge, or no more
 */
export async function countChallengeTry(
  database: Database,
  tokenHash: Buffer,
): Promise<{ userId: string; isLast: boolean } | undefined> {
  const { rows } = await sql<{ userId: string; isLast: boolean }>`
    update login_challenges set tries = tries + 1
    where token_hash = ${tokenHash} and ended_at is null and expires_at > now()
      and tries < ${triesPerChallenge}::integer
    returning user_id as "userId", tries = ${triesPerChallenge}::integer as "isLast"`.execute(
    database.kysely,
  )
  return rows[0]
}

/** Uses up a challenge. @returns whether it was this request that did */
export async function endChallenge(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update login_challenges set ended_at = now()
    where token_hash = ${tokenHash} and ended_at is null
    returning user_id`.execute(tx)
  return rows.length === 1
}
