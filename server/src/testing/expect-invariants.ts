import { expect } from 'vitest'
import type { Database } from '../platform/database/connect.ts'
import { findViolations } from './find-violations.ts'

/** Checks that all ledger invariants hold. */
export async function expectAllInvariantsHold(database: Database): Promise<void> {
  expect(await findViolations(database)).toEqual([])
}

/** The balance of an agent's wallet, in paise. */
export async function walletPaise(database: Database, userId: string): Promise<number> {
  const { balance_paise } = await database.kysely
    .selectFrom('accounts')
    .select('balance_paise')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return balance_paise ?? Number.NaN
}

/** Counts the occurrences of each value. */
export function tally(values: readonly (string | number | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}
