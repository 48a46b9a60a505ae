import { Counter } from 'prom-client'
import type { Database } from '../platform/database/connect.ts'
import { processMetrics } from '../platform/observability/metrics.ts'
import type { MakeGauge, StoredMetrics } from '../platform/observability/stored-metrics.ts'
import { type AuditState, readAuditState, verdictOf } from './audit-result.queries.ts'
import { invariantCount } from './check-invariants.ts'

export const auditCount = new Counter({
  name: 'raahi_invariant_audits_total',
  help: 'Ledger audits of this process: all invariants hold, violated, or failed',
  labelNames: ['outcome'] as const,
  registers: [processMetrics],
})

// An alert detects an increase only if the series already exists, so each series starts at 0.
for (const outcome of ['whole', 'off', 'failed']) auditCount.inc({ outcome }, 0)

/** The result of the last audit as metrics. */
export function auditMetrics(everyMinutes: number): StoredMetrics {
  return async (database: Database) => {
    const state = await readAuditState(database)
    return (gauge) => setAuditGauges(gauge, state, everyMinutes)
  }
}

function setAuditGauges(gauge: MakeGauge, state: AuditState | null, everyMinutes: number): void {
  const verdict = verdictOf(state, everyMinutes)
  const verdicts = gauge('raahi_invariant_verdict', '1 for the verdict of the last audit', [
    'verdict',
  ])
  for (const one of ['whole', 'off', 'late', 'unchecked']) {
    verdicts.set({ verdict: one }, one === verdict ? 1 : 0)
  }
  gauge('raahi_invariants', 'Invariants that an audit checks').set(invariantCount)
  if (!state) return
  const { broken, unchecked, ageSeconds, tookMs } = state
  gauge('raahi_invariants_broken', 'Invariants that the last audit found broken').set(broken.length)
  const each = gauge('raahi_invariant_broken', '1 for each broken invariant', ['invariant'])
  for (const invariant of broken) each.set({ invariant }, 1)
  gauge('raahi_invariants_unchecked', 'Invariants that took too long to check').set(
    unchecked.length,
  )
  gauge('raahi_invariant_audit_age_seconds', 'Time since the end of the last audit').set(ageSeconds)
  gauge('raahi_invariant_audit_duration_seconds', 'Duration of the last audit').set(tookMs / 1000)
}
