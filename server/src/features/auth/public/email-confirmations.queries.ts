import { randomBytes } from 'node:crypto'
import { confirmationHours } from '@raahi/contract/email-confirmation'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'
import { hitRateLimit, type RateLimit } from '../../../platform/http/rate-limit.ts'

/**
 * Limits the links sent to one address, so that a mailbox cannot be flooded. Links to a pending email are counted over
 * all accounts.
 */
const linksPerAddress: RateLimit = { max: 5, windowSeconds: 24 * 60 * 60 }
const linksPerAccount: RateLimit = { max: 10, windowSeconds: 24 * 60 * 60 }

/**
 * Counts a mail with a link. Links to a current and to a pending email have separate counts: otherwise other accounts
 * that enter an address as their new email could use up the links of its owner.
 * @throws ApiFailure TOO_MANY_REQUESTS
 */
export async function limitConfirmations(
  database: Database,
  { userId, email, isPending }: { userId: string; email: string; isPending: boolean },
): Promise<void> {
  const address = hashToken(email).toString('base64url')
  await hitRateLimit(database, { key: `confirmations of ${userId}`, ...linksPerAccount })
  const kind = isPending ? 'pending' : 'present'
  await hitRateLimit(database, { key: `confirmations to ${kind} ${address}`, ...linksPerAddress })
}

/**
 * Creates a link for an address.
 * @returns its token; the database stores only the hash
 */
export async function createConfirmation(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into email_confirmations (token_hash, user_id, email, expires_at)
    values (${hashToken(token)}, ${userId}, ${email},
      now() + make_interval(hours => ${confirmationHours}::integer))`.execute(tx)
  return token
}

/** Stores the email that a user wants to change to. It replaces an earlier pending email. */
export async function setPendingEmail(
  tx: Transaction,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await dropPendingEmail(tx, userId)
  await sql`
    update users set pending_email = ${email},
      pending_email_until = now() + make_interval(hours => ${confirmationHours}::integer)
    where id = ${userId}`.execute(tx)
}

/** Removes the pending email, so that only links to the current address work. */
export async function dropPendingEmail(tx: Transaction, userId: string): Promise<void> {
  await sql`
    delete from email_confirmations c using users u
    where c.user_id = ${userId} and u.id = c.user_id and c.email <> u.email`.execute(tx)
  await tx
    .updateTable('users')
    .set({ pending_email: null, pending_email_until: null })
    .where('id', '=', userId)
    .where('pending_email', 'is not', null)
    .execute()
}

export interface Confirmation {
  userId: string
  /** The address that the link was sent to. */
  email: string
}

/** Finds the link of a token and locks its user. Returns undefined if the link has expired or the user is suspended. */
export async function findConfirmation(
  tx: Transaction,
  token: string,
): Promise<Confirmation | undefined> {
  const { rows } = await sql<Confirmation>`
    select c.user_id as "userId", c.email from email_confirmations c
    join users u on u.id = c.user_id and u.status = 'active'
    where c.token_hash = ${hashToken(token)} and c.expires_at > now()
    for no key update of u`.execute(tx)
  return rows[0]
}
