import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { alignColumns } from '../server/src/testing/load/align-columns.ts'
import { makeFolder, withClient } from '../server/src/testing/load/database.ts'
import {
  type Agent,
  addAgents,
  addPlans,
  insertLeads,
  leadId,
} from '../server/src/testing/load/fill.ts'
import { optionsOrUsage, stopOnSignal } from '../server/src/testing/load/options.ts'
import { longestGapMs, median, quantile } from '../server/src/testing/load/statistics.ts'
import { type Buyers, startBuyers } from './topology/buyers.ts'
import { compareMembers } from './topology/compare-members.ts'
import { type Fault, faults, type Situation } from './topology/faults.ts'
import { findLosses } from './topology/find-losses.ts'
import { runInPrivateNetwork } from './topology/machines.ts'
import { startMemberWrites } from './topology/member-writes.ts'
import { readTopologyOptions, type TopologyOptions, usage } from './topology/options.ts'
import { findPrograms } from './topology/programs.ts'
import { ports, primaryDatabase, type Stack, startStack, stopStack } from './topology/stack.ts'
import { waitUntil } from './torture/processes.ts'
import { seededRandom } from './torture/random.ts'

// Runs the topology of compose.yaml with the programs installed on this machine and the same configuration, in a private network
// with three database machines. Causes each fault in turn while agents buy through the proxy, then compares the responses that
// the agents received with the stored data. Exits with 1 if a purchase was lost, duplicated or never acknowledged, or if two
// members accepted writes as the primary.

/** More leads than are sold between two faults. */
const targetLeadsForSale = 15_000
const recoveryTimeoutMs = 60_000

type Outage = {
  fault: Fault
  /** Longest time without a purchase. */
  downMs: number
  /** Time until every part was running again. */
  repairedAfterMs: number
  /** Responses without a result, after which the client retried. */
  unknownOutcomes: number
}

type BuyingRun = { stack: Stack; agents: Agent[]; forSale: string[]; nextLead: number }

async function prepareBuyingRun(stack: Stack, clients: number): Promise<BuyingRun> {
  const agents = await withClient(primaryDatabase, async (client) => {
    const added = await addAgents(client, clients)
    // Kills happen while plans are in use, while they run out, and while wallets pay.
    await addPlans(client, added, [40, 100])
    return added
  })
  const buyingRun = { stack, agents, forSale: [], nextLead: 0 }
  await replenishLeads(buyingRun)
  return buyingRun
}

async function replenishLeads(buyingRun: BuyingRun): Promise<void> {
  const count = targetLeadsForSale - buyingRun.forSale.length
  if (count < targetLeadsForSale / 3) return
  const first = buyingRun.nextLead
  await withClient(primaryDatabase, (client) => insertLeads(client, { first, count }))
  buyingRun.nextLead += count
  buyingRun.forSale.unshift(
    ...Array.from({ length: count }, (_, at) => leadId(first + at)).reverse(),
  )
}

async function measureOutage(fault: Fault, stack: Stack, buyers: Buyers): Promise<Outage> {
  const unknownOutcomesBefore = failedCallCount(buyers)
  const startedAtMs = performance.now()
  const situation = createSituation(stack, buyers)
  await fault.run(situation)
  for (const [name, server] of Object.entries(stack.servers)) {
    if (server.isRunning()) continue
    throw new Error(`server ${name} ended together with another part: ${await server.readLogEnd()}`)
  }
  await situation.nextPurchase()
  const downMs = longestGapMs(buyers.acknowledgedAtMs, startedAtMs)
  const unknownOutcomes = failedCallCount(buyers) - unknownOutcomesBefore
  return { fault, downMs, repairedAfterMs: performance.now() - startedAtMs, unknownOutcomes }
}

function createSituation(stack: Stack, buyers: Buyers): Situation {
  const lastAtMs = () => buyers.acknowledgedAtMs.at(-1) ?? 0
  return {
    stack,
    async nextPurchase() {
      const fromMs = performance.now()
      await waitUntil('the next purchase', recoveryTimeoutMs, () => lastAtMs() > fromMs)
    },
    async noPurchaseDuring(ms) {
      const fromMs = performance.now()
      await sleep(ms)
      if (lastAtMs() > fromMs) throw new Error('a purchase was acknowledged with one copy')
    },
  }
}

const failedCallCount = ({ outages }: Buyers) =>
  [...outages.counts().values()].reduce((sum, one) => sum + one, 0)

/** Causes each fault once per round, until all rounds are done or the time is over. */
async function causeFaultsInTurn(buyingRun: BuyingRun, buyers: Buyers, options: TopologyOptions) {
  const random = seededRandom(options.seed)
  const deadlineMs = performance.now() + options.seconds * 1000
  const outages: Outage[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    for (const fault of options.only) {
      if (performance.now() > deadlineMs) return outages
      await replenishLeads(buyingRun)
      await sleep(500 + random() * 1500)
      const outage = await measureOutage(fault, buyingRun.stack, buyers)
      console.log(`  ${fault.what}: no purchase for ${seconds(outage.downMs)}`)
      outages.push(outage)
    }
  }
  return outages
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

function printReport(outages: readonly Outage[], buyers: Buyers): void {
  const { outcomes } = buyers
  const head = ['lost', 'times', 'no purchase: p50', 'p95', 'longest', 'repaired after', 'retries']
  const lines = faults.flatMap((fault) => {
    const of = outages.filter((outage) => outage.fault === fault)
    return of.length === 0 ? [] : [[fault.what, ...figuresOf(of)]]
  })
  const automatic = outages.filter(({ fault }) => !fault.needsPerson)
  const all = automatic.length === 0 ? [] : [['all without a person', ...figuresOf(automatic)]]
  console.log(`\n${alignColumns([head, ...lines, ...all], true)}`)
  const acknowledged = outcomes.filter(({ purchase }) => purchase)
  const unknown = outcomes.filter(({ unknownOutcomes }) => unknownOutcomes > 0)
  console.log(`\n${acknowledged.length} purchases acknowledged`)
  console.log(`${outcomes.length - acknowledged.length} refused because another agent was first`)
  console.log(
    `${unknown.length} with an unknown outcome at first, repeated with the same key, ${unknown.filter(({ replayed }) => replayed).length} of them had succeeded`,
  )
  const list = [...buyers.outages.counts()].map(([name, times]) => `${name} (${times})`)
  console.log(`responses without a result: ${list.join(', ') || 'none'}`)
}

function figuresOf(outages: readonly Outage[]): string[] {
  const down = outages.map(({ downMs }) => downMs)
  const repaired = outages.map(({ repairedAfterMs }) => repairedAfterMs)
  const retries = outages.reduce((sum, { unknownOutcomes }) => sum + unknownOutcomes, 0)
  const times = [median(down), quantile(down, 0.95), Math.max(...down), median(repaired)]
  return [String(outages.length), ...times.map(seconds), String(retries)]
}

async function runTopology(options: TopologyOptions): Promise<boolean> {
  const programs = await findPrograms()
  const folder = await makeFolder('raahi-topology-', options.folder)
  let stack: Stack | undefined
  let isIntact = false
  const stop = async () => {
    if (stack) await stopStack(stack)
    if (isIntact) await rm(folder, { recursive: true, force: true })
    else console.log(`logs and data: ${folder}`)
  }
  stopOnSignal(stop)
  try {
    stack = await startStack(programs, folder)
    const buyingRun = await prepareBuyingRun(stack, options.clients)
    const memberWrites = await startMemberWrites()
    console.log(
      `Two servers, proxies, PgBouncer and three database members are up. Seed ${options.seed}, ${options.clients} clients.`,
    )
    const buyers = startBuyers(ports.proxy, buyingRun.agents, buyingRun.forSale)
    printReport(await causeFaultsInTurn(buyingRun, buyers, options), buyers)
    await buyers.stop()
    const violations = [
      ...(await findLosses(primaryDatabase, buyingRun.agents, buyers.outcomes)),
      ...(await compareMembers(stack.cluster)),
      ...(await memberWrites.findViolations()),
    ]
    for (const violation of violations.slice(0, 20)) console.log(`VIOLATION: ${violation}`)
    isIntact = violations.length === 0
    console.log(
      isIntact
        ? 'Nothing lost: every acknowledged purchase is stored once, every stored purchase was acknowledged, every wallet balance is correct, all ledger invariants hold, both replicas have the same data, and no two members accepted writes at the same time.'
        : `${violations.length} violations.`,
    )
    return isIntact
  } finally {
    await stop()
  }
}

const options = optionsOrUsage(readTopologyOptions, usage)
await runInPrivateNetwork(import.meta.filename)
const isIntact = await runTopology(options).catch((error) => {
  console.error(error)
  return false
})
process.exit(isIntact ? 0 : 1)
