import { median } from '../../bench/statistics.ts'
import { ALL_FAULTS, type FaultName } from './fault-names.ts'
import type { Hit } from './faults.ts'
import type { Outages } from './outages.ts'
import type { ToldFacts } from './told.ts'

export type Figures = {
  hits: readonly Hit[]
  misbehaved: ReadonlyMap<FaultName, number>
  told: ToldFacts
  outages: Outages
  doneCount: number
  returns: { sentBack: number; paidTooLate: number }
  seconds: number
  memory: Memory
}

/** Of the largest process of a server, resident; undefined where the system does not say. */
export type Memory = { firstMb: number; maxMb: number; lastMb: number } | undefined

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** Prints what was done to the product, and what it did all the while. */
export function report({ hits, misbehaved, told, outages, ...run }: Figures): void {
  console.log(`\n${hits.length} faults of servers, database and connections`)
  for (const [name, { what }] of Object.entries(ALL_FAULTS)) {
    const silent = hits.filter(({ fault }) => fault === name).map(({ silentMs }) => silentMs)
    const times = misbehaved.get(name as FaultName)
    if (times !== undefined) console.log(`  ${String(times).padStart(4)} × ${what}`)
    if (silent.length === 0) continue
    console.log(
      `  ${String(silent.length).padStart(4)} × ${what}: nothing done for ${seconds(median(silent))} s (median), ${seconds(Math.max(...silent))} s (longest)`,
    )
  }
  const { purchases, recharges, grants, requests, decisions, orders, payments } = told
  const approved = decisions.filter(({ status }) => status === 'approved').length
  const byPlan = purchases.filter(({ subscriptionId }) => subscriptionId).length
  console.log(
    [
      `${run.doneCount} calls done in ${Math.round(run.seconds)} s, among them`,
      `${purchases.length} purchases (${byPlan} by plan), ${recharges.length} recharges, ${orders.size} orders,`,
      `${payments.length} payments told to their agents, ${run.returns.sentBack} sent back,`,
      `${run.returns.paidTooLate} of orders that nobody asked about any more,`,
      `${grants.length} plans for cash or nothing,`,
      `${requests.length} replacement requests, ${approved} of them approved, ${told.leads.size} leads made by hand,`,
      `${told.enquiries.size} enquiries, ${told.conversions.size} of them converted, ${told.messages.size} messages`,
    ].join('\n  '),
  )
  const list = [...outages.counts()].map(([name, count]) => `${name} (${count})`)
  console.log(`answers that decided nothing: ${list.join(', ') || 'none'}`)
  if (run.memory) {
    const [first, most, last] = [run.memory.firstMb, run.memory.maxMb, run.memory.lastMb]
    console.log(
      `memory of the largest process: ${Math.round(first)} MB at first, ${Math.round(last)} MB at last, ${Math.round(most)} MB at most`,
    )
  }
}
