import { normaliseEmail } from '@raahi/contract/emails'
import { normalisePhone } from '@raahi/contract/phones'
import type { User } from '@raahi/contract/users'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { withTransaction } from '../../../platform/database/transaction.ts'
import { ApiFailure } from '../../../platform/http/failure.ts'
import { hitRateLimit, undoRateLimitHit } from '../../../platform/http/rate-limit.ts'
import { isActiveSql } from '../../users/public/active-users.ts'
import { toUser } from '../../users/public/user-response.ts'
import { passwordAttemptsIn, passwordAttemptsOf } from '../password-attempts.ts'
import { findKnownBrowser, rememberBrowser } from './known-browsers.ts'
import { type Challenge, openChallenge } from './login-challenges.queries.ts'
import type { Passwords } from './passwords.ts'
import {
  createSession,
  type IssuedTokens,
  lockUserForLogin,
  type RequestFacts,
} from './sessions.queries.ts'

export interface Credentials {
  /** Trimmed. */
  emailOrPhone: string
  /** Exactly as typed. */
  password: string
}

/** A new session, and the token of the known browser. */
export interface OpenedSession {
  user: User
  tokens: IssuedTokens
  browserToken: string
}

/** No account has this id. It is used to look up the browsers of an unknown account. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/**
 * Creates a session for a correct password or, with two-factor login, a challenge that needs a code. An unknown
 * account, a suspended account and a wrong password get the same response after the same work.
 *
 * A browser that has logged in to the account before has a separate count of wrong passwords. All other browsers share
 * the count of the account, so an attacker who uses up that count does not lock the owner out.
 * @param browserTokens the tokens that the browser sent
 * @throws ApiFailure INVALID_CREDENTIALS; TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE if too many passwords are being hashed
 */
export async function logIn(
  { database, passwords }: { database: Database; passwords: Passwords },
  credentials: Credentials,
  facts: RequestFacts,
  browserTokens: readonly string[],
): Promise<Challenge | OpenedSession> {
  const { emailOrPhone, password } = credentials
  const account = await findAccount(database, emailOrPhone)
  const browser = await findKnownBrowser(database, account?.id ?? unknownId, browserTokens)
  const attempts = browser ? passwordAttemptsIn(browser.token) : passwordAttemptsOf(emailOrPhone)
  // The attempt is counted before the password is compared, so that parallel guesses cannot exceed the limit.
  await hitRateLimit(database, attempts)
  const isRight = await passwords.matches(account?.password_hash, password)
  if (!isRight || !account) throw new ApiFailure('INVALID_CREDENTIALS')

  const opened = await withTransaction(database, async (tx) => {
    // Undefined if the account was suspended or its password changed during the hashing.
    const user = await lockUserForLogin(tx, account.id, account.password_hash)
    if (!user) return undefined
    // Agents have no second factor, so the query is skipped for them.
    const challenge = user.role === 'admin' ? await openChallenge(tx, user.id) : undefined
    if (challenge) return challenge
    const tokens = await createSession(tx, user, facts)
    const browserToken = await rememberBrowser(tx, user.id, browserTokens)
    return { user, tokens, browserToken }
  })
  if (!opened) throw new ApiFailure('INVALID_CREDENTIALS')
  await undoRateLimitHit(database, attempts.key)
  return 'challenge' in opened ? opened : { ...opened, user: toUser(opened.user, opened.user.role) }
}

interface Account {
  id: string
  password_hash: string
}

/** Finds the active account of an email or a phone number in any form. */
async function findAccount(database: Database, emailOrPhone: string): Promise<Account | undefined> {
  const phone = normalisePhone(emailOrPhone) ?? null
  const { rows } = await sql<Account>`
    select id, password_hash from users
    where (email = ${normaliseEmail(emailOrPhone)} or phone = ${phone})
      and ${isActiveSql('users')}`.execute(database.kysely)
  return rows[0]
}
