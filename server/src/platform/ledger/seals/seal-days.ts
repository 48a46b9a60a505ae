import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { sqlState } from '../../database/errors.ts'
import type { Transaction } from '../../database/transaction.ts'
import { everyMinute, type ScheduledTask } from '../../jobs/scheduled-tasks.ts'
import {
  countEntries,
  findOpenDay,
  readAccountDays,
  readActions,
  readLastLeaves,
  splitLeaves,
} from './account-days.queries.ts'
import {
  type AccountDay,
  hashBody,
  hashFacts,
  hashLeaf,
  hashLink,
  rootOfLeaves,
  saltOf,
  sealVersion,
  zeroHash,
} from './seal-encoding.ts'

/** Minimum time between the end of a day and its seal, in case the clock of the database is set back a little. */
const restMinutes = 60
/** Maximum duration of one run. Old days of an upgraded database are sealed in several runs. */
const maxRunMs = 5000
/** Transactions end within seconds, because their statements have a time limit. */
const maxWaitMs = 30_000
/** An arbitrary lock key that no other lock uses. */
const lockKey = 7_224_485

/** unique_violation and serialization_failure: another process sealed the day. */
const sealedElsewhere = new Set(['23505', '40001'])

export function sealDaysTask(database: Database): ScheduledTask {
  return {
    name: 'seal-days',
    cron: everyMinute,
    run: (signal) => sealDays(database, { signal }),
  }
}

/**
 * Seals the days that have ended, oldest first, each in one transaction.
 * @param options.through last day to seal, for tests; default: the day that ended an hour ago or earlier
 * @returns the number of sealed days
 */
export async function sealDays(
  database: Database,
  options: { signal?: AbortSignal; through?: string } = {},
): Promise<number> {
  const through = options.through ?? (await lastEndedDay(database))
  const isDue = await database.kysely.transaction().execute((tx) => findOpenDay(tx, through))
  if (isDue === null || !(await waitForEarlierTransactions(database, options.signal))) return 0
  const began = performance.now()
  let sealed = 0
  while (!options.signal?.aborted && performance.now() - began < maxRunMs) {
    if (!(await sealNextDay(database, through))) break
    sealed += 1
  }
  return sealed
}

async function lastEndedDay(database: Database): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(day_in_india(clock_timestamp() - make_interval(mins => ${restMinutes}::integer)) - 1, 'YYYY-MM-DD')
      as day`.execute(database.kysely)
  return rows[0]?.day ?? ''
}

/**
 * Waits until every transaction that had written before this call has ended: after that, no transaction can commit an
 * entry of a day that has ended. Read-only and later transactions are not waited for, and nothing is locked.
 * @returns false after `maxWaitMs`
 */
async function waitForEarlierTransactions(
  database: Database,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
    database.kysely,
  )
  const deadline = performance.now() + maxWaitMs
  while (!signal?.aborted && performance.now() < deadline) {
    const { rows: now } = await sql<{ ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.id}::xid8 as ended`.execute(
      database.kysely,
    )
    if (now[0]?.ended) return true
    await sleep(100)
  }
  return false
}

/** @returns false if no day is left, or another process is sealing */
async function sealNextDay(database: Database, through: string): Promise<boolean> {
  try {
    return await database.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ locked: boolean }>`
          select pg_try_advisory_xact_lock(${lockKey}) as locked`.execute(tx)
        const day = rows[0]?.locked ? await findOpenDay(tx, through) : null
        if (day !== null) await sealDay(tx, day)
        return day !== null
      })
  } catch (error) {
    if (sealedElsewhere.has(sqlState(error) ?? '')) return false
    throw error
  }
}

async function sealDay(tx: Transaction, day: string): Promise<void> {
  const last = await tx
    .selectFrom('sealed_days')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const key = randomBytes(32)
  const accountDays = await readAccountDays(tx, day)
  const lastLeaves = await readLastLeaves(
    tx,
    accountDays.map(({ accountId }) => accountId),
  )
  const sealed = accountDays.map((accountDay) => {
    const { accountId } = accountDay
    const previous = lastLeaves.get(accountId) ?? zeroHash
    return { accountDay, previous, leaf: hashLeaf(saltOf(key, accountId), accountDay, previous) }
  })
  const { sumsHash, allLeaves } = await addToSums(tx, sealed.map(sumOf))
  const facts = {
    ...(await countEntries(tx, day)),
    ...(await readActions(tx, day)),
    postings: accountDays.reduce((sum, { postings }) => sum + postings.length, 0),
    sumsHash,
  }
  const leaves = sealed.map(({ leaf }) => leaf)
  const [root, accountsRoot] = [rootOfLeaves(leaves), rootOfLeaves(allLeaves)]
  const factsHash = hashFacts(key, facts)
  const bodyHash = hashBody({ day, number, root, accountsRoot, factsHash })
  const previousHash = last?.hash ?? zeroHash
  await tx
    .insertInto('sealed_days')
    .values({
      day,
      number,
      version: sealVersion,
      entries: facts.entries,
      postings: facts.postings,
      moved_paise: facts.movedPaise,
      key,
      leaves: Buffer.concat(leaves),
      previous_leaves: Buffer.concat(sealed.map(({ previous }) => previous)),
      root,
      accounts_root: accountsRoot,
      actions: facts.actions,
      actions_hash: facts.actionsHash,
      sums_hash: facts.sumsHash,
      facts_hash: factsHash,
      body_hash: bodyHash,
      previous_hash: previousHash,
      hash: hashLink(previousHash, bodyHash),
    })
    .execute()
  await tx.insertInto('seal_checks').values({ day }).execute()
}

const sumOf = ({ accountDay, leaf }: { accountDay: AccountDay; leaf: Buffer }) => ({
  id: accountDay.accountId,
  postings: accountDay.postings.length,
  paise: accountDay.postings.reduce((sum, { amountPaise }) => sum + amountPaise, 0),
  leaf: leaf.toString('hex'),
})

/** The hash of all rows of `sealed_sums`, as an SQL expression. */
export const sumsHashSql = `(
  select sha256('\\x05'::bytea || convert_to(coalesce(
    string_agg(account_id || ' ' || postings || ' ' || amount_paise || ' ' || encode(leaf, 'hex'), chr(10) order by account_id), ''), 'UTF8'))
  from sealed_sums)`

/** @returns the hash of all sums, and the last leaf of every account */
async function addToSums(tx: Transaction, sums: ReturnType<typeof sumOf>[]) {
  await sql`
    insert into sealed_sums as kept (account_id, postings, amount_paise, leaf)
    select id, postings, paise, decode(leaf, 'hex') from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb)
      as added (id uuid, postings bigint, paise bigint, leaf text)
    on conflict (account_id) do update set postings = kept.postings + excluded.postings,
      amount_paise = kept.amount_paise + excluded.amount_paise, leaf = excluded.leaf`.execute(tx)
  const { rows } = await sql<{ hash: Buffer; leaves: Buffer }>`
    select ${sql.raw(sumsHashSql)} as hash,
      (select coalesce(string_agg(leaf, ''::bytea), '') from sealed_sums) as leaves`.execute(tx)
  const [only] = rows
  if (!only) throw new Error('the query of the sums returned no row')
  return { sumsHash: only.hash, allLeaves: splitLeaves(only.leaves) }
}
