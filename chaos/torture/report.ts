import { median } from '../../server/src/testing/load/statistics.ts'
import type { ExpectedState } from './expected-state.ts'
import { allFaults, type FaultName } from './fault-names.ts'
import type { InjectedFault } from './faults.ts'
import type { OutageLog } from './outage-log.ts'

export type Figures = {
  injectedFaults: readonly InjectedFault[]
  backgroundFaultCounts: ReadonlyMap<FaultName, number>
  expected: ExpectedState
  outages: OutageLog
  acknowledgedCount: number
  refunds: { refunded: number; paidTooLate: number }
  seconds: number
  memory: Memory
}

/** Resident memory of the largest server process. Undefined if the system does not report it. */
export type Memory = { firstMb: number; maxMb: number; lastMb: number } | undefined

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** Prints the injected faults and the completed calls. */
export function report({
  injectedFaults,
  backgroundFaultCounts,
  expected,
  outages,
  ...run
}: Figures): void {
  console.log(`\n${injectedFaults.length} faults of servers, database and connections`)
  for (const [name, { what }] of Object.entries(allFaults)) {
    const durationsMs = injectedFaults
      .filter(({ fault }) => fault === name)
      .map(({ unavailableMs }) => unavailableMs)
    const times = backgroundFaultCounts.get(name as FaultName)
    if (times !== undefined) console.log(`  ${String(times).padStart(4)} × ${what}`)
    if (durationsMs.length === 0) continue
    console.log(
      `  ${String(durationsMs.length).padStart(4)} × ${what}: no call acknowledged for ${seconds(median(durationsMs))} s (median), ${seconds(Math.max(...durationsMs))} s (longest)`,
    )
  }
  const { purchases, recharges, grants, requests, decisions, orders, payments } = expected
  const approved = decisions.filter(({ status }) => status === 'approved').length
  const byPlan = purchases.filter(({ subscriptionId }) => subscriptionId).length
  console.log(
    [
      `${run.acknowledgedCount} calls acknowledged in ${Math.round(run.seconds)} s, among them`,
      `${purchases.length} purchases (${byPlan} by plan), ${recharges.length} recharges, ${orders.size} orders,`,
      `${payments.length} payments confirmed to their agents, ${run.refunds.refunded} refunded,`,
      `${run.refunds.paidTooLate} for orders that the reconciler no longer checked,`,
      `${grants.length} plans sold for cash or granted for free,`,
      `${requests.length} replacement requests, ${approved} of them approved, ${expected.leads.size} leads created by admins,`,
      `${expected.enquiries.size} enquiries, ${expected.conversions.size} of them converted, ${expected.messages.size} messages`,
    ].join('\n  '),
  )
  const list = [...outages.counts()].map(([name, count]) => `${name} (${count})`)
  console.log(`responses without a result: ${list.join(', ') || 'none'}`)
  if (run.memory) {
    const [first, max, last] = [run.memory.firstMb, run.memory.maxMb, run.memory.lastMb]
    console.log(
      `memory of the largest process: ${Math.round(first)} MB at the start, ${Math.round(last)} MB at the end, ${Math.round(max)} MB maximum`,
    )
  }
}
