import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'

/** The maximum number of SMS to one number, and of codes of one enquiry, in 24 hours. */
export const maxCodes = 3
/** Counts wrong and correct attempts. */
const triesPerCode = 5
export const codeMinutes = 10

/**
 * A job sends its code within `codeMinutes` after the request, so the SMS of the last 24 hours belong to codes that are
 * up to `codeMinutes` older.
 */
const inWindow = sql`created_at > clock_timestamp() - make_interval(hours => 24, mins => ${sql.lit(codeMinutes)})`

/** Hashes a number with the salt of this database, because only the hash is stored. */
export async function hashPhone(tx: Transaction, phone: string): Promise<Buffer> {
  const { rows } = await sql<{ hash: Buffer | null }>`select salted_hash(${phone}) as hash`.execute(
    tx,
  )
  const [row] = rows
  if (!row?.hash) throw new Error('the database has no salt')
  return row.hash
}

/** Serialises the transactions that count the SMS to one number. Lock order: after the enquiry. */
export async function lockPhone(tx: Transaction, phoneHash: Buffer): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`phone code ${phoneHash.toString('hex')}`}, 0))`.execute(
    tx,
  )
}

/**
 * Counts the codes of an enquiry in the last day, and the SMS to the number from all enquiries. The caller has locked
 * the number.
 */
export async function countCodes(
  tx: Transaction,
  { enquiryId, phoneHash }: { enquiryId: string; phoneHash: Buffer },
): Promise<{ ofEnquiry: number; toPhone: number }> {
  const { rows } = await sql<{ ofEnquiry: number; toPhone: number }>`
    select (select count(*) from phone_codes where enquiry_id = ${enquiryId} and ${inWindow}) as "ofEnquiry",
      (select coalesce(sum(reserved), 0) from phone_codes
        where phone_hash = ${phoneHash} and ${inWindow}) as "toPhone"`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('the count returned no row')
  return counts
}

/** Whether the traveller of any enquiry has verified this number. */
export async function wasVerified(tx: Transaction, phone: string): Promise<boolean> {
  const { rows } = await sql`
    select from enquiries where phone = ${phone} and erased_at is null
      and phone_verified_at is not null limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Stores a code that is not sent yet, with a random hash that no code has. An attempt to send replaces the hash, and
 * nothing else that a response depends on, so that entering a code has the same results with and without an SMS.
 * @param isWithheld whether no SMS is sent for it
 */
export async function insertCode(
  tx: Transaction,
  {
    id,
    enquiryId,
    phoneHash,
    isWithheld,
  }: { id: string; enquiryId: string; phoneHash: Buffer; isWithheld: boolean },
): Promise<void> {
  await sql`
    insert into phone_codes (id, enquiry_id, phone_hash, reserved, code_key, code_hash, expires_at)
    values (${id}, ${enquiryId}, ${phoneHash}, ${isWithheld ? 0 : 1}, ${randomBytes(32)},
      ${randomBytes(32)}, clock_timestamp() + make_interval(mins => ${codeMinutes}::integer))`.execute(
    tx,
  )
}

/**
 * Ends the codes of an enquiry.
 * @param except the id of a code that stays valid; null for none
 */
export async function endCodes(
  tx: Transaction,
  enquiryId: string,
  except: string | null,
): Promise<void> {
  await sql`
    update phone_codes set ended_at = clock_timestamp()
    where enquiry_id = ${enquiryId} and id is distinct from ${except}::uuid and ended_at is null`.execute(
    tx,
  )
}

/**
 * Creates the code for one attempt to send, and commits its hash before the SMS is sent. If the outcome of an earlier
 * attempt is unknown, this attempt counts as another SMS to the number.
 * @returns undefined if the code was sent, has ended or is too old, or if the number was corrected, was verified or has
 * reached its limit
 */
export async function claimSending(
  database: Database,
  id: string,
): Promise<{ phone: string; code: string } | undefined> {
  return withTransaction(database, async (tx) => {
    const { rows: codes } = await sql<{ phone_hash: Buffer; phone: string }>`
      select c.phone_hash, e.phone from phone_codes c join enquiries e on e.id = c.enquiry_id
      where c.id = ${id} and e.status in ('new', 'converted') and e.phone_verified_at is null`.execute(
      tx,
    )
    const [row] = codes
    if (!row?.phone_hash.equals(await hashPhone(tx, row.phone))) return undefined
    await lockPhone(tx, row.phone_hash)
    const key = randomBytes(32)
    const code = newCode()
    const { rows } = await sql`
      update phone_codes c set sending_since = clock_timestamp(),
        reserved = c.reserved + (c.sending_since is not null)::integer,
        code_key = ${key}, code_hash = ${hashCode(key, code)}
      where c.id = ${id} and c.ended_at is null and c.sent_at is null
        and c.expires_at > clock_timestamp()
        and (c.sending_since is null or ${maxCodes}::integer > (
          select sum(reserved) from phone_codes where phone_hash = c.phone_hash and ${inWindow}))
      returning c.id`.execute(tx)
    return rows.length === 1 ? { phone: row.phone, code } : undefined
  })
}

/** Records the outcome of an attempt: the SMS was sent, or was certainly not sent. */
export async function recordSending(
  database: Database,
  id: string,
  isSent: boolean,
): Promise<void> {
  await sql`
    update phone_codes set sent_at = case when ${isSent}::boolean then clock_timestamp() end,
      sending_since = case when ${isSent}::boolean then sending_since end
    where id = ${id}`.execute(database.kysely)
}

/**
 * Counts an attempt to enter a code of an enquiry and compares it. The caller commits in any case, so that wrong
 * attempts count. A code that was sent to another number than the current one has ended. If the latest code was
 * withheld, an earlier one may still be correct: both count the attempt, and the latest one has the most left.
 */
export async function tryCode(
  tx: Transaction,
  { enquiryId, phoneHash, code }: { enquiryId: string; phoneHash: Buffer; code: string },
): Promise<'correct' | 'wrong' | 'ended'> {
  const { rows } = await sql<{ id: string; key: Buffer; hash: Buffer }>`
    update phone_codes set tries = tries + 1
    where enquiry_id = ${enquiryId} and phone_hash = ${phoneHash} and ended_at is null
      and expires_at > clock_timestamp() and tries < ${triesPerCode}::integer
    returning id, code_key as key, code_hash as hash`.execute(tx)
  if (rows.length === 0) return 'ended'
  const isCorrect = rows.some(({ key, hash }) => timingSafeEqual(hashCode(key, code), hash))
  return isCorrect ? 'correct' : 'wrong'
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

function hashCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(code).digest()
}
