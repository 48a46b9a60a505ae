import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { BackgroundTask } from '../../jobs/background-task.ts'
import { countEntries, readAccountDays } from './account-days.queries.ts'
import { hashLeaf, merkleRoot, saltOf, sealVersion } from './seal-encoding.ts'

/** Each sealed day is read and hashed again once in this period. */
const checkEveryHours = 24
/** Maximum duration of one run. There is one run per minute. */
const maxRunMs = 2000

export function checkSealsTask(database: Database): BackgroundTask {
  return {
    name: 'check-seals',
    everyMs: 60_000,
    runsIn: 'one process',
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

/** Reads and hashes all sealed days again. @returns the days that differ from their seal */
export async function findChangedDays(
  database: Database,
): Promise<{ day: string; found: string }[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from sealed_days order by day`.execute(database.kysely)
  const changed: { day: string; found: string }[] = []
  for (const { day } of rows) {
    const found = await readSnapshot(database, (tx) => checkDay(tx, day))
    if (found !== null) changed.push({ day, found })
  }
  return changed
}

function readSnapshot<T>(database: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

/** Compares the postings of a day with its seal. @returns the differences; null if there are none */
export async function checkDay(tx: Transaction, day: string): Promise<string | null> {
  const seal = await tx
    .selectFrom('sealed_days')
    .select(['version', 'entries', 'moved_paise', 'key', 'leaves', 'root'])
    .where('day', '=', day)
    .executeTakeFirst()
  if (!seal) return 'the seal is missing'
  if (seal.version !== sealVersion) return `version ${seal.version} is unknown`
  const { entries, movedPaise } = await countEntries(tx, day)
  const leaves = (await readAccountDays(tx, day))
    .map((accountDay) => hashLeaf(saltOf(seal.key, accountDay.accountId), accountDay))
    .sort(Buffer.compare)
  const isSame =
    entries === seal.entries &&
    movedPaise === seal.moved_paise &&
    Buffer.concat(leaves).equals(seal.leaves) &&
    merkleRoot(leaves).equals(seal.root)
  if (isSame) return null
  const sealed = new Set(splitLeaves(seal.leaves).map((leaf) => leaf.toString('hex')))
  const unchanged = leaves.filter((leaf) => sealed.has(leaf.toString('hex'))).length
  return `entries ${entries}, sealed ${seal.entries}; paise ${movedPaise}, sealed ${seal.moved_paise}; unchanged accounts ${unchanged} of ${sealed.size}`
}

/** The hashes in `sealed_days.leaves`. */
export function splitLeaves(leaves: Buffer): Buffer[] {
  return Array.from({ length: leaves.length / 32 }, (_, at) =>
    leaves.subarray(at * 32, at * 32 + 32),
  )
}
