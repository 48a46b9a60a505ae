import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { FileStore } from '../files/file-store.ts'
import { sweepFiles } from '../files/sweep-files.ts'
import { claimPeriod } from './claim-period.ts'
import { repeat } from './repeat.ts'

const foldEveryMs = 1000
const markExpiredEveryMs = 1000
const countBlocksEveryMs = 60 * 1000
const sweepEveryMs = 10 * 60 * 1000
const sweepFilesEveryMs = 60 * 60 * 1000
/** Rows that one statement removes: its locks and its work stay small. */
const rowsAtOnce = 5000
/** Leads that one statement marks as expired. Each is locked, and a purchase of it waits, until the statement ends. */
const leadsAtOnce = 500

export interface Housekeeping {
  /** No run begins any more; resolves when the one going on has ended. */
  stop(): Promise<void>
}

type Log = { error(details: object, message: string): void }

/**
 * Starts what keeps the tables small and the counts quick. Each process of the product folds, which costs a glance where
 * nothing has changed and is done by one at a time; for the sweeps they take turns. A failure is logged and the work done
 * next time; a database that is away is no failure.
 */
export function startHousekeeping(database: Database, files: FileStore, log: Log): Housekeeping {
  const onError = (error: unknown) => log.error({ err: error }, 'housekeeping failed')
  const inTurn = (task: string, everyMs: number, work: () => Promise<void>) =>
    repeat(
      async () => {
        if (await claimPeriod(database, task, everyMs)) await work()
      },
      everyMs,
      onError,
    )
  const stops = [
    repeat(() => foldLeadCounts(database), foldEveryMs, onError),
    repeat(() => markExpiredLeads(database), markExpiredEveryMs, onError),
    repeat(() => foldTransactions(database), foldEveryMs, onError),
    repeat(() => countAuditBlocks(database), countBlocksEveryMs, onError),
    inTurn('remove-expired', sweepEveryMs, () => removeExpired(database)),
    inTurn('sweep-files', sweepFilesEveryMs, () => sweepFiles(database, files)),
  ]
  return {
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/**
 * Sums up the changes of the lead counts. Where there are none it only reads: a write, however empty, would make every
 * kept page of the lead list out of date.
 */
export async function foldLeadCounts(database: Database): Promise<void> {
  await sql`select fold_lead_counts() where exists (select from lead_count_changes)
    or exists (select from lead_destination_changes)`.execute(database.kysely)
}

/**
 * Marks the unsold leads whose travel date has passed in India, some at a time. Lists and purchases compare the date and do
 * not wait for this; the marks keep their counts and indexes small. Where there are none it only reads, as above.
 */
export async function markExpiredLeads(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select mark_expired_leads(${leadsAtOnce}) as n
      where exists (select from unmarked_expired_counts(today_in_india()))`.execute(database.kysely)
    if (!rows[0]?.n) return
  }
}

/** Sums up the changes of the transactions' figures and makes them searchable, some at a time. */
export async function foldTransactions(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select fold_transactions() as n where exists (select from transaction_changes)`.execute(
      database.kysely,
    )
    if (!rows[0]?.n) return
  }
}

/** Counts the blocks of the audit log that are full; reads a few entries where none is. */
export async function countAuditBlocks(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count_audit_blocks() as n from audit_blocks_next
      where exists (select from audit_log where id >= (block + 1) * audit_block_size())`.execute(
      database.kysely,
    )
    if (!rows[0]?.n) return
  }
}

/** What has had its time, and which rows of a table those are. */
const expired = {
  // Kept as long as a repeated request gets its first answer again.
  idempotency_keys: "created_at < now() - interval '7 days'",
  rate_limits: 'resets_at < now()',
  // The gateway sends an event again for a day at most.
  gateway_events: "received_at < now() - interval '30 days'",
  // A used refresh token is kept until it would have expired: till then its return means theft.
  session_tokens: 'expires_at < now()',
  // The limits of a day count these.
  password_resets: "requested_at < now() - interval '1 day'",
  login_challenges: 'expires_at < now()',
  email_confirmations: 'expires_at < now()',
  // Browsers have forgotten the cookie by then.
  known_browsers: "last_login_at < now() - interval '400 days'",
  // Nothing can confirm it any more.
  two_factor_setups: "started_at < now() - interval '1 hour'",
  // Ended or not, a session without tokens can never be used again.
  sessions: `created_at < now() - interval '1 hour'
    and not exists (select from session_tokens t where t.session_id = sessions.id)`,
}

/** Removes what has expired. Rows that somebody else is removing are left to them. */
export async function removeExpired(database: Database): Promise<void> {
  for (const [table, condition] of Object.entries(expired)) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.raw(condition)}
          limit ${rowsAtOnce}::integer for update skip locked
        ))`.execute(database.kysely)
      if (numAffectedRows < rowsAtOnce) break
    }
  }
}
