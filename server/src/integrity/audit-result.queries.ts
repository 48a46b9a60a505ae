import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { AuditStatus } from '../platform/http/health.ts'
import type { AuditScope } from './check-invariants.ts'

/** The result of the last periodic audit, which all instances share. */
export interface AuditState {
  /** Time since its end, by the database's clock. */
  ageSeconds: number
  tookMs: number
  /** Names of the violated invariants. */
  broken: string[]
  /** Names of the invariants that took too long to check. */
  unchecked: string[]
  /** Time since the end of the last audit of all invariants, and its duration; null: there was none. */
  completeAgeSeconds: number | null
  completeMs: number | null
}

export async function recordAudit(
  database: Database,
  audit: { scope: AuditScope; tookMs: number; broken: string[]; unchecked: string[] },
): Promise<void> {
  const isComplete = audit.scope === 'complete'
  await sql`
    insert into invariant_audit as last (took_ms, broken, unchecked, off_since, complete_at, complete_ms)
    values (${audit.tookMs}::bigint, ${audit.broken}::text[], ${audit.unchecked}::text[],
      case when ${audit.broken.length}::integer > 0 then clock_timestamp() end,
      case when ${isComplete}::boolean then clock_timestamp() end,
      case when ${isComplete}::boolean then ${audit.tookMs}::bigint end)
    on conflict (only_row) do update set finished_at = clock_timestamp(),
      complete_at = coalesce(excluded.complete_at, last.complete_at),
      complete_ms = coalesce(excluded.complete_ms, last.complete_ms),
      took_ms = excluded.took_ms, broken = excluded.broken, unchecked = excluded.unchecked,
      off_since = case when excluded.off_since is not null
        then coalesce(last.off_since, excluded.off_since) end`.execute(database.kysely)
}

/** @returns null before the first audit */
export async function readAuditState(database: Database): Promise<AuditState | null> {
  const { rows } = await sql<AuditState>`
    select took_ms as "tookMs", broken, unchecked, complete_ms as "completeMs",
      extract(epoch from clock_timestamp() - complete_at)::float8 as "completeAgeSeconds",
      extract(epoch from clock_timestamp() - finished_at)::float8 as "ageSeconds"
    from invariant_audit`.execute(database.kysely)
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

/** Longest time between two complete audits, unless they take more than a twentieth of it. */
const completeEveryMs = 3_600_000

/**
 * What the next audit checks: everything once an hour, and after an audit with findings, because a fast audit does not see
 * every violation again.
 */
export function nextScope(state: AuditState | null): AuditScope {
  if (!state || state.completeAgeSeconds === null || state.completeMs === null) return 'complete'
  if (state.broken.length > 0 || state.unchecked.length > 0) return 'complete'
  const everyMs = Math.max(completeEveryMs, state.completeMs * 20)
  const isRecent = state.completeAgeSeconds >= 0 && state.completeAgeSeconds * 1000 < everyMs
  return isRecent ? 'fast' : 'complete'
}

/** The verdict for `/readyz`. */
export async function readAuditStatus(
  database: Database,
  everyMinutes: number,
): Promise<AuditStatus> {
  const verdict = verdictOf(await readAuditState(database), everyMinutes)
  return { verdict, isHealthy: verdict === 'whole' || verdict === 'unchecked' }
}
