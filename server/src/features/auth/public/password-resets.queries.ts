import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { hashToken } from '../../../platform/http/caller.ts'
import { isActiveSql } from '../../users/public/active-users.ts'

const codeMinutes = 10
const ticketMinutes = 10
/** Counts correct and wrong attempts. */
const triesPerCode = 5

export interface ResetRequest {
  /** The id of its job. */
  id: string
  requestedAt: Date
}

export interface ResetAccount {
  id: string
  name: string
  email: string
  phone: string | null
  emailConfirmedAt: Date | null
}

/**
 * Finds and locks the active account of an email, so that requests of one account run one after the other. Lock order:
 * the user before its password resets.
 */
export async function lockResetAccount(
  tx: Transaction,
  email: string,
): Promise<ResetAccount | undefined> {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone', 'email_confirmed_at as emailConfirmedAt'])
    .where('email', '=', email)
    .where(isActiveSql('users'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Counts the account's other requests that came shortly before this one or after it: a job can run late, after the job
 * of a newer request.
 */
export async function countOtherRequests(
  tx: Transaction,
  userId: string,
  { id, requestedAt }: ResetRequest,
  resendSeconds: number,
): Promise<{ withinResendPause: number; inHour: number; inDay: number; isStale: boolean }> {
  const { rows } = await sql<{
    withinResendPause: number
    inHour: number
    inDay: number
    isStale: boolean
  }>`
    select count(*) filter (where requested_at > ${requestedAt}::timestamptz
             - make_interval(secs => ${resendSeconds}::integer)) as "withinResendPause",
      count(*) filter (where requested_at > ${requestedAt}::timestamptz - interval '1 hour') as "inHour",
      count(*) filter (where requested_at > ${requestedAt}::timestamptz - interval '1 day') as "inDay",
      ${requestedAt}::timestamptz < now() - make_interval(mins => ${codeMinutes}::integer) as "isStale"
    from password_resets where user_id = ${userId} and id <> ${id}`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('the count returned no row')
  return counts
}

/**
 * Stores the hash of a new code and ends earlier codes. Repeating it for the same request replaces the code and counts
 * once.
 */
export async function storeCode(
  tx: Transaction,
  account: Pick<ResetAccount, 'id' | 'email'>,
  { id, requestedAt }: ResetRequest,
  code: number,
): Promise<void> {
  const key = randomBytes(32)
  const hash = hashCode(key, account.email, code)
  await tx
    .updateTable('password_resets')
    .set({ ended_at: sql<Date>`now()` })
    .where('user_id', '=', account.id)
    .where('id', '<>', id)
    .where('ended_at', 'is', null)
    .execute()
  await sql`
    insert into password_resets (id, user_id, requested_at, code_key, code_hash, code_expires_at)
    values (${id}, ${account.id}, ${requestedAt}, ${key}, ${hash},
      now() + make_interval(mins => ${codeMinutes}::integer))
    on conflict (id) do update set tries = 0, code_key = excluded.code_key,
      code_hash = excluded.code_hash, code_expires_at = excluded.code_expires_at
    where password_resets.ended_at is null`.execute(tx)
}

/**
 * Counts an attempt to enter an account's active code and returns that code. The count is committed before the
 * comparison, so that parallel guesses are counted too. Without an active code (no account, no request, expired, too
 * many attempts) a write of the same size goes to a decoy row, so that both cases take the same time.
 */
export async function countAttempt(
  database: Database,
  email: string,
): Promise<{ id: string; email: string; key: Buffer; hash: Buffer } | undefined> {
  // Few decoy rows, so that made-up addresses do not fill the table.
  const decoyKey = `otp decoy ${hashToken(email).toString('hex').slice(0, 2)}`
  const { rows } = await sql<{ id: string; email: string; key: Buffer; hash: Buffer }>`
    with counted as (
      update password_resets r set tries = r.tries + 1
      from users u
      where u.id = r.user_id and u.email = ${email} and ${isActiveSql('u')}
        and r.ended_at is null and r.code_expires_at > now() and r.tries < ${triesPerCode}::integer
      returning r.id, u.email, r.code_key as key, r.code_hash as hash
    ), decoy as (
      insert into rate_limits as kept (key, count, resets_at)
        select ${decoyKey}, 1, now() + interval '1 hour' where not exists (select from counted)
      on conflict (key) do update set count = 1, resets_at = excluded.resets_at
    )
    select id, email, key, hash from counted`.execute(database.kysely)
  return rows[0]
}

/**
 * Exchanges an active code for a ticket.
 * @returns whether this request did the exchange
 */
export async function exchangeCode(
  database: Database,
  code: { id: string; hash: Buffer },
  ticketHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    update password_resets set ended_at = now(), ticket_hash = ${ticketHash},
      ticket_expires_at = now() + make_interval(mins => ${ticketMinutes}::integer)
    where id = ${code.id} and code_hash = ${code.hash} and ended_at is null and code_expires_at > now()
    returning id`.execute(database.kysely)
  return rows.length === 1
}

/** Finds the active account of a valid ticket, if the account has this email. */
export async function findTicketHolder(
  database: Database,
  ticketHash: Buffer,
  email: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from password_resets r join users u on u.id = r.user_id
    where r.ticket_hash = ${ticketHash} and r.ticket_used_at is null and r.ticket_expires_at > now()
      and u.email = ${email} and ${isActiveSql('u')}`.execute(database.kysely)
  return rows[0]?.id
}

/**
 * Uses up a valid ticket of an account.
 * @returns whether the ticket was valid
 */
export async function useTicket(
  tx: Transaction,
  userId: string,
  ticketHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    update password_resets set ticket_used_at = now()
    where ticket_hash = ${ticketHash} and user_id = ${userId} and ticket_used_at is null
      and ticket_expires_at > now()
    returning id`.execute(tx)
  return rows.length === 1
}

/** Revokes all codes and tickets of an account. */
export async function revokeResets(tx: Transaction, userId: string): Promise<void> {
  await sql`
    update password_resets set ended_at = coalesce(ended_at, now()),
      ticket_used_at = case when ticket_hash is not null then coalesce(ticket_used_at, now()) end
    where user_id = ${userId} and (ended_at is null or (ticket_hash is not null and ticket_used_at is null))
  `.execute(tx)
}

/** The hash includes the email, so that a changed email revokes codes sent to the old one. */
function hashCode(key: Buffer, email: string, code: number): Buffer {
  return createHmac('sha256', key).update(`${code} ${email}`).digest()
}

const unknownCode = { email: '', key: Buffer.alloc(32), hash: Buffer.alloc(32) }

/** Returns whether the code is correct. Without an active code it returns false after the same work. */
export function isCorrectCode(
  stored: { email: string; key: Buffer; hash: Buffer } | undefined,
  code: number,
): boolean {
  const { email, key, hash } = stored ?? unknownCode
  return timingSafeEqual(hashCode(key, email, code), hash) && stored !== undefined
}
