import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { AuditStatus } from '../platform/http/health.ts'

/** The result of the last periodic audit, which all instances share. */
export interface AuditState {
  /** Time since its end, by the database's clock. */
  ageSeconds: number
  tookMs: number
  /** Names of the violated invariants. */
  broken: string[]
  /** Names of the invariants that took too long to check. */
  unchecked: string[]
}

export async function recordAudit(
  database: Database,
  audit: { tookMs: number; broken: string[]; unchecked: string[] },
): Promise<void> {
  await sql`
    insert into books_audit as last (took_ms, broken, unchecked, off_since)
    values (${audit.tookMs}::bigint, ${audit.broken}::text[], ${audit.unchecked}::text[],
      case when ${audit.broken.length}::integer > 0 then clock_timestamp() end)
    on conflict (only_row) do update set finished_at = clock_timestamp(),
      took_ms = excluded.took_ms, broken = excluded.broken, unchecked = excluded.unchecked,
      off_since = case when excluded.off_since is not null
        then coalesce(last.off_since, excluded.off_since) end`.execute(database.kysely)
}

/** @returns null before the first audit */
export async function readAuditState(database: Database): Promise<AuditState | null> {
  const { rows } = await sql<AuditState>`
    select took_ms as "tookMs", broken, unchecked,
      extract(epoch from clock_timestamp() - finished_at)::float8 as "ageSeconds"
    from books_audit`.execute(database.kysely)
  return rows[0] ?? null
}

/**
 * The verdict of the last audit.
 * - whole: all invariants hold
 * - off: at least one invariant is violated
 * - late: it is older than three periods, so something prevents audits
 * - unchecked: there was no audit yet, or an invariant took too long to check
 */
export type Verdict = 'whole' | 'off' | 'late' | 'unchecked'

export function verdictOf(state: AuditState | null, everyMinutes: number): Verdict {
  if (!state) return 'unchecked'
  if (state.broken.length > 0) return 'off'
  const isLate = state.ageSeconds * 1000 > 3 * auditPeriodMs(state, everyMinutes)
  if (everyMinutes > 0 && isLate) return 'late'
  return state.unchecked.length > 0 ? 'unchecked' : 'whole'
}

/**
 * Time between two audits. At least four times the duration of the last audit, so that long audits do not slow down the
 * database.
 */
export function auditPeriodMs(state: AuditState | null, everyMinutes: number): number {
  return Math.max(everyMinutes * 60_000, (state?.tookMs ?? 0) * 4)
}

/** The verdict for `/readyz`. */
export async function readAuditStatus(
  database: Database,
  everyMinutes: number,
): Promise<AuditStatus> {
  const verdict = verdictOf(await readAuditState(database), everyMinutes)
  return { verdict, isHealthy: verdict === 'whole' || verdict === 'unchecked' }
}
