import { expect } from 'vitest'
import { checkInvariantsAgain } from '../integrity/check-invariants.ts'
import type { Database } from '../platform/database/connect.ts'

/** Tests move purchases and subscriptions into the past by SQL, which these invariants find. */
const violatedByTests = [
  'each purchase has the time of its journal entry, or of the use of the plan',
  'no subscription ends later than its days after its start',
]

/** Checks that all ledger invariants hold. */
export async function expectAllInvariantsHold(database: Database): Promise<void> {
  const findings = await checkInvariantsAgain(database)
  expect(findings.filter(({ invariant }) => !violatedByTests.includes(invariant))).toEqual([])
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
