import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { Transaction } from '../../database/transaction.ts'
import { everyMinute, type ScheduledTask } from '../../jobs/scheduled-tasks.ts'
import { countEntries, readAccountDays, readActions, splitLeaves } from './account-days.queries.ts'
import {
  type AccountDay,
  hashLeaf,
  rootOfLeaves,
  saltOf,
  sealVersion,
  zeroHash,
} from './seal-encoding.ts'

/** Each sealed day is read and hashed again once in this period. */
const checkEveryHours = 24
/** Maximum duration of one run. There is one run per minute. */
const maxRunMs = 2000

export function checkSealsTask(database: Database): ScheduledTask {
  return {
    name: 'check-seals',
    cron: everyMinute,
    run: (signal) => checkSeals(database, signal),
  }
}

/** Checks the sealed days that are due, oldest check first. Days with a finding come first and are due in every run. */
export async function checkSeals(
  database: Database,
  signal?: AbortSignal,
  dueHours: number = checkEveryHours,
): Promise<void> {
  const began = performance.now()
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from seal_checks
    where found is not null or checked_at < now() - make_interval(hours => ${dueHours}::integer)
    order by found is null, checked_at`.execute(database.kysely)
  for (const { day } of rows) {
    if (signal?.aborted || performance.now() - began > maxRunMs) return
    const found = await readSnapshot(database, (tx) => checkDay(tx, day))
    await sql`
      update seal_checks set checked_at = clock_timestamp(), found = ${found}
      where day = ${day}::date`.execute(database.kysely)
  }
}

/** Reads and hashes all sealed days again, in one snapshot. @returns the days that differ from their seal */
export function findChangedDays(database: Database): Promise<{ day: string; found: string }[]> {
  return readSnapshot(database, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ day: string; accounts_root: Buffer }>`
      select to_char(day, 'YYYY-MM-DD') as day, accounts_root from sealed_days order by day`.execute(
      tx,
    )
    const lastLeaves = new Map<string, Buffer>()
    const changed: { day: string; found: string }[] = []
    for (const { day } of rows) {
      const found = await checkDay(tx, day, lastLeaves)
      if (found !== null) changed.push({ day, found })
    }
    const last = rows.at(-1)
    if (last && !rootOfLeaves([...lastLeaves.values()]).equals(last.accounts_root))
      changed.push({ day: last.day, found: 'the last leaves of the accounts differ' })
    return changed
  })
}

function readSnapshot<T>(database: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

/**
 * Compares the postings and the audit log of a day with its seal.
 * @param lastLeaves the last leaf of each account before the day; it gets those of the day. Default: what the day has
 * @returns the differences; null if there are none
 */
export async function checkDay(
  tx: Transaction,
  day: string,
  lastLeaves?: Map<string, Buffer>,
): Promise<string | null> {
  const seal = await tx
    .selectFrom('sealed_days')
    .selectAll()
    .where('day', '=', day)
    .executeTakeFirst()
  if (!seal) return 'the seal is missing'
  if (seal.version !== sealVersion) return `version ${seal.version} is unknown`
  const { entries, movedPaise } = await countEntries(tx, day)
  const { actions, actionsHash } = await readActions(tx, day)
  const accountDays = await readAccountDays(tx, day)
  const sealedPrevious = splitLeaves(seal.previous_leaves)
  const leaves = accountDays.map((accountDay, at) =>
    hashLeaf(saltOf(seal.key, accountDay.accountId), accountDay, sealedPrevious[at] ?? zeroHash),
  )
  const isSame =
    entries === seal.entries &&
    movedPaise === seal.moved_paise &&
    Buffer.concat(leaves).equals(seal.leaves) &&
    rootOfLeaves(leaves).equals(seal.root) &&
    follows(accountDays, sealedPrevious, lastLeaves)
  const sealedLeaves = splitLeaves(seal.leaves)
  // The sealed leaves, so that a changed day is not found in each later one too.
  const known = sealedLeaves.length === leaves.length ? sealedLeaves : leaves
  accountDays.forEach(({ accountId }, at) => {
    lastLeaves?.set(accountId, known[at] ?? zeroHash)
  })
  if (actions !== seal.actions || !actionsHash.equals(seal.actions_hash))
    return `the audit log has ${actions} entries, sealed ${seal.actions}, or one has changed`
  if (isSame) return null
  const sealed = new Set(sealedLeaves.map((leaf) => leaf.toString('hex')))
  const unchanged = leaves.filter((leaf) => sealed.has(leaf.toString('hex'))).length
  return `entries ${entries}, sealed ${seal.entries}; paise ${movedPaise}, sealed ${seal.moved_paise}; unchanged accounts ${unchanged} of ${sealed.size}`
}

/** Whether each account's leaf of the day names the last leaf before the day. */
function follows(
  accountDays: readonly AccountDay[],
  previousLeaves: readonly Buffer[],
  lastLeaves: Map<string, Buffer> | undefined,
): boolean {
  if (!lastLeaves) return true
  return accountDays.every(({ accountId }, at) =>
    previousLeaves[at]?.equals(lastLeaves.get(accountId) ?? zeroHash),
  )
}
