import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../../config/index.ts'
import type { Database } from '../../../platform/database/connect.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'
import { secretCookie } from '../../../platform/http/secret-cookie.ts'

// A browser that has logged in to an account carries a token for it (OWASP: device cookies). Its wrong passwords are
// counted separately, so that an attacker who uses up the account's count does not lock its owner out.

/** One cookie holds the tokens of several accounts, because an office may share a browser. */
const maxTokensPerBrowser = 5
/** The least recently used browsers are removed first. */
const maxBrowsersPerAccount = 10
/** The longest lifetime of a cookie that browsers accept. */
const maxAge = 400 * 24 * 60 * 60

const cookieOf = (config: Config) => secretCookie(config, 'raahi_browser', '/api/auth')

/** The tokens that a browser sent, for any account. */
export function browserTokensOf(request: FastifyRequest, config: Config): string[] {
  const sent = request.cookies[cookieOf(config).name] ?? ''
  return sent
    .split('.')
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, maxTokensPerBrowser)
}

/** Puts a token in front of the browser's other tokens. Logging out does not change the cookie. */
export function setBrowserToken(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
): void {
  const { name, attributes } = cookieOf(config)
  const others = browserTokensOf(request, config).filter((other) => other !== token)
  const tokens = [token, ...others].slice(0, maxTokensPerBrowser)
  reply.setCookie(name, tokens.join('.'), { ...attributes, maxAge })
}

/** A known browser of an account. */
export interface KnownBrowser {
  token: string
  /** Whether the browser has also passed the second factor. */
  hasTwoFactor: boolean
}

/** Finds the first of a browser's tokens that belongs to the account. */
export async function findKnownBrowser(
  database: Database,
  userId: string,
  tokens: readonly string[],
): Promise<KnownBrowser | undefined> {
  const hashes = tokens.map(hashToken)
  const { rows } = await sql<{ hash: Buffer; hasTwoFactor: boolean }>`
    select token_hash as hash, two_factor_at is not null as "hasTwoFactor" from known_browsers
    where user_id = ${userId} and token_hash = any(${hashes}::bytea[])
    order by last_login_at desc limit 1`.execute(database.kysely)
  const [found] = rows
  const token = found && tokens.find((_, at) => hashes[at]?.equals(found.hash))
  return token ? { token, hasTwoFactor: found.hasTwoFactor } : undefined
}

/**
 * Records that a browser has logged in to an account, in the transaction that creates the session.
 * @param tokens the tokens that the browser sent
 * @returns the browser's token from now on
 */
export async function rememberBrowser(
  tx: Transaction,
  userId: string,
  tokens: readonly string[],
  { withTwoFactor = false } = {},
): Promise<string> {
  const now = sql<Date>`now()`
  const known = await tx
    .updateTable('known_browsers')
    .set({ last_login_at: now, ...(withTwoFactor && { two_factor_at: now }) })
    .where('user_id', '=', userId)
    .where('token_hash', '=', sql<Buffer>`any(${tokens.map(hashToken)}::bytea[])`)
    .returning('token_hash')
    .execute()
  const sent = tokens.find((token) =>
    known.some(({ token_hash }) => token_hash.equals(hashToken(token))),
  )
  if (sent) return sent
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('known_browsers')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      two_factor_at: withTwoFactor ? now : null,
    })
    .execute()
  await sql`
    delete from known_browsers where token_hash in (
      select token_hash from known_browsers where user_id = ${userId} and token_hash <> ${hashToken(token)}
      order by last_login_at desc offset ${maxBrowsersPerAccount - 1}::integer)`.execute(tx)
  return token
}

/** Removes the known browsers of an account whose password changes, except those with one of these tokens. */
export async function forgetBrowsers(
  tx: Transaction,
  userId: string,
  except: readonly string[] = [],
): Promise<void> {
  await sql`
    delete from known_browsers where user_id = ${userId}
      and token_hash <> all(${except.map(hashToken)}::bytea[])`.execute(tx)
}
