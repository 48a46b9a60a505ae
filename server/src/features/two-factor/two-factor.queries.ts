import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Encrypted } from './public/encryption.ts'

/** The encrypted secrets of a user with two-factor login, and the database's time; undefined if it is off. */
export async function findTwoFactor(
  tx: Transaction,
  userId: string,
): Promise<(Encrypted & { now: Date }) | undefined> {
  const { rows } = await sql<Encrypted & { now: Date }>`
    select key_id as "keyId", sealed, clock_timestamp() as now from two_factor
    where user_id = ${userId}`.execute(tx)
  return rows[0]
}

/**
 * Consumes the code of a time step. This succeeds once per step, and only for steps after the last consumed one.
 * @returns whether this request used it
 */
export async function consumeStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    update two_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step}
    returning user_id`.execute(tx)
  return rows.length === 1
}

/**
 * Consumes a recovery code.
 * @returns whether this request used it
 */
export async function consumeRecoveryCode(
  tx: Transaction,
  userId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning user_id`.execute(tx)
  return rows.length === 1
}

/** Stores a started setup, which replaces an earlier one. */
export async function storeSetup(
  tx: Transaction,
  userId: string,
  sealed: Encrypted,
): Promise<void> {
  await sql`
    insert into two_factor_setups (user_id, key_id, sealed)
    values (${userId}, ${sealed.keyId}, ${sealed.sealed})
    on conflict (user_id) do update
      set key_id = excluded.key_id, sealed = excluded.sealed, started_at = now()`.execute(tx)
}

/** The setup that a user started within the last hour, and the database's time. */
export async function findSetup(
  tx: Transaction,
  userId: string,
): Promise<(Encrypted & { now: Date }) | undefined> {
  const { rows } = await sql<Encrypted & { now: Date }>`
    select key_id as "keyId", sealed, clock_timestamp() as now from two_factor_setups
    where user_id = ${userId} and started_at > now() - interval '1 hour'`.execute(tx)
  return rows[0]
}

/** Activates a setup and consumes the time step of the code that confirmed it. */
export async function turnOn(
  tx: Transaction,
  userId: string,
  { keyId, sealed }: Encrypted,
  step: number,
): Promise<void> {
  await sql`delete from two_factor_setups where user_id = ${userId}`.execute(tx)
  await sql`
    insert into two_factor (user_id, key_id, sealed, last_step)
    values (${userId}, ${keyId}, ${sealed}, ${step})
    on conflict (user_id) do update set key_id = excluded.key_id, sealed = excluded.sealed,
      last_step = excluded.last_step, since = now()`.execute(tx)
}

/**
 * Removes app, setup and recovery codes; logins that wait for a code must start again.
 * @returns whether two-factor login was on
 */
export async function turnOff(tx: Transaction, userId: string): Promise<boolean> {
  await sql`
    update login_challenges set ended_at = now()
    where user_id = ${userId} and ended_at is null`.execute(tx)
  await sql`delete from two_factor_setups where user_id = ${userId}`.execute(tx)
  const { rows } = await sql`
    delete from two_factor where user_id = ${userId} returning user_id`.execute(tx)
  return rows.length === 1
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}::uuid, unnest(${hashes}::bytea[])`.execute(tx)
}

/** Marks a session as one with a second factor. */
export async function markSession(tx: Transaction, sessionId: string): Promise<void> {
  await sql`update sessions set two_factor_at = now() where id = ${sessionId}`.execute(tx)
}

/** Removes the mark of a session, so that it must set up a second factor if the settings require one later. */
export async function unmarkSession(tx: Transaction, sessionId: string): Promise<void> {
  await sql`update sessions set two_factor_at = null where id = ${sessionId}`.execute(tx)
}

export async function countRecoveryCodes(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from recovery_codes
    where user_id = ${userId} and used_at is null`.execute(tx)
  return rows[0]?.n ?? 0
}
