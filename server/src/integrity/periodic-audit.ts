import type { Database } from '../platform/database/connect.ts'
import { isDatabaseUnavailable } from '../platform/database/errors.ts'
import { claimPeriod } from '../platform/jobs/claim-period.ts'
import { repeat } from '../platform/jobs/repeat.ts'
import { audits } from './audit-metrics.ts'
import {
  type AuditState,
  auditPeriodMs,
  readAuditState,
  recordAudit,
} from './audit-result.queries.ts'
import { checkInvariantsWithin, invariantCount } from './check-invariants.ts'

/** For one invariant: what takes longer is left out of this audit, and said. */
const statementTimeoutMs = 60_000

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
  fatal(details: object, message: string): void
}

/**
 * Audits the books every few minutes, by one of all instances, as long as the product runs. What is off is logged loudly,
 * by the names of the invariants and never with the rows, which may be about people: `npm run audit` shows those.
 * @param everyMinutes 0: never
 * @param lookEveryMs how often each instance looks whether one is due, which writes nothing
 * @returns what ends it; an audit that is going on is broken off
 */
export function startRegularAudit(
  {
    database,
    everyMinutes,
    lookEveryMs = 10_000,
  }: { database: Database; everyMinutes: number; lookEveryMs?: number },
  log: Log,
): () => Promise<void> {
  if (everyMinutes === 0) return async () => {}
  const stopping = new AbortController()
  const stop = repeat(
    () => auditIfDue(database, everyMinutes, log, stopping.signal),
    lookEveryMs,
    (error) => log.error({ err: error }, 'the regular audit failed'),
  )
  return () => {
    stopping.abort()
    return stop()
  }
}

/** @returns whether an audit was due and this instance the one to make it */
export async function auditIfDue(
  database: Database,
  everyMinutes: number,
  log: Log,
  signal?: AbortSignal,
): Promise<boolean> {
  const state = await readAuditState(database)
  const periodMs = auditPeriodMs(state, everyMinutes)
  // One from the future was made before the database's clock was set back, and must not put the next one off until then.
  const isRecent = state && state.ageSeconds >= 0 && state.ageSeconds * 1000 < periodMs
  if (isRecent) return false
  if (!(await claimPeriod(database, 'audit', periodMs))) return false
  await auditOnce(database, state, log, signal)
  return true
}

/**
 * One audit, with what it found recorded for every instance.
 * @param before what the last one found
 */
export async function auditOnce(
  database: Database,
  before: AuditState | null,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const began = performance.now()
  try {
    const { findings, unchecked } = await checkInvariantsWithin(database, {
      statementTimeoutMs,
      signal,
    })
    if (signal?.aborted) return
    const tookMs = Math.round(performance.now() - began)
    const broken = findings.map(({ invariant }) => invariant)
    await recordAudit(database, { tookMs, broken, unchecked })
    audits.inc({ outcome: broken.length > 0 ? 'off' : 'whole' })
    for (const { invariant, rows } of findings) {
      log.fatal({ invariant, rows: rows.length, tookMs }, 'THE BOOKS ARE OFF')
    }
    if (unchecked.length > 0) log.error({ unchecked, tookMs }, 'invariants took too long to check')
    if (broken.length > 0) return
    const facts = { invariants: invariantCount, tookMs }
    if (before?.broken.length) log.warn(facts, 'the books are whole again')
    else log.info(facts, 'the books are whole')
  } catch (error) {
    if (!isDatabaseUnavailable(error)) audits.inc({ outcome: 'failed' })
    throw error
  }
}
