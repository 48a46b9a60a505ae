import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'

const challengeMinutes = 5
/** The maximum number of attempts, both correct and wrong. */
const triesPerChallenge = 5

export interface Challenge {
  /** The challenge in readable form. The database stores only its hash. */
  challenge: string
  expiresAt: Date
}

/**
 * Creates the challenge for the second step of a login, in a transaction that holds the lock on the user's row.
 * @returns undefined if the user has no two-factor login
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
 * Counts an attempt on an active challenge. The count is committed before the code is compared, so that parallel
 * guesses are counted too.
 * @returns the user of the login, and whether this was the last attempt; undefined without an active challenge
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

/**
 * Consumes a challenge.
 * @returns whether this request used it
 */
export async function endChallenge(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update login_challenges set ended_at = now()
    where token_hash = ${tokenHash} and ended_at is null
    returning user_id`.execute(tx)
  return rows.length === 1
}
