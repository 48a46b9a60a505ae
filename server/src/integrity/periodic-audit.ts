import type { Database } from '../platform/database/connect.ts'
import { isDatabaseUnavailable } from '../platform/database/errors.ts'
import { everyMinute, type ScheduledTask } from '../platform/jobs/scheduled-tasks.ts'
import { auditCount } from './audit-metrics.ts'
import {
  type AuditState,
  auditPeriodMs,
  nextScope,
  readAuditState,
  recordAudit,
} from './audit-result.queries.ts'
import { checkInvariantsWithin, countInvariants } from './check-invariants.ts'

/** Time limit per invariant. Slower invariants are left out of this audit and logged. */
const statementTimeoutMs = 60_000

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
  fatal(details: object, message: string): void
}

/**
 * Audits the ledger every few minutes in one of all processes. Violations are logged by the names of the invariants, never
 * with the rows, which may concern people: `npm run audit` shows those. A running audit is cancelled when the product stops.
 * @param everyMinutes 0: never
 */
export function auditTasks(
  { database, everyMinutes }: { database: Database; everyMinutes: number },
  log: Log,
): ScheduledTask[] {
  if (everyMinutes === 0) return []
  return [
    {
      name: 'check-for-due-audit',
      cron: everyMinute,
      run: (signal) => auditIfDue(database, everyMinutes, log, signal),
    },
  ]
}

/** @returns whether an audit was due */
export async function auditIfDue(
  database: Database,
  everyMinutes: number,
  log: Log,
  signal?: AbortSignal,
): Promise<boolean> {
  const state = await readAuditState(database)
  const periodMs = auditPeriodMs(state, everyMinutes)
  // An audit from the future was made before the database's clock was set back, and must not delay the next one.
  const isRecent = state && state.ageSeconds >= 0 && state.ageSeconds * 1000 < periodMs
  if (isRecent) return false
  await auditOnce(database, state, log, signal)
  return true
}

/**
 * Runs one audit and records the result for all instances.
 * @param before the previous result
 */
export async function auditOnce(
  database: Database,
  before: AuditState | null,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const scope = nextScope(before)
  try {
    const { findings, unchecked } = await checkInvariantsWithin(database, {
      scope,
      statementTimeoutMs,
      signal,
    })
    if (signal?.aborted) return
    const tookMs = Math.round(performance.now() - began)
    const broken = findings.map(({ invariant }) => invariant)
    await recordAudit(database, { scope, tookMs, broken, unchecked })
    auditCount.inc({ outcome: broken.length > 0 ? 'off' : 'whole' })
    for (const { invariant, rows } of findings) {
      log.fatal({ invariant, rows: rows.length, tookMs }, 'LEDGER INVARIANT VIOLATED')
    }
    if (unchecked.length > 0) log.error({ unchecked, tookMs }, 'invariants took too long to check')
    if (broken.length > 0) return
    const facts = { scope, invariants: countInvariants(scope), tookMs }
    if (before?.broken.length) log.warn(facts, 'all ledger invariants hold again')
    else log.info(facts, 'all ledger invariants hold')
  } catch (error) {
    if (!isDatabaseUnavailable(error)) auditCount.inc({ outcome: 'failed' })
    throw error
  }
}
