import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, withClient } from '../bench/environment.ts'
import { type Agent, addAgents, addLeads, addPlans, leadId } from '../bench/fill.ts'
import { optionsOrUsage, stopOnSignal } from '../bench/options.ts'
import { alignColumns } from '../bench/report.ts'
import { longestGapMs, median } from '../bench/statistics.ts'
import { type Buyers, startBuyers } from './topology/buyers.ts'
import { waitForReplica } from './topology/database.ts'
import { findLosses } from './topology/find-losses.ts'
import { KILLS, type Kill } from './topology/kills.ts'
import { readTopologyOptions, type TopologyOptions, USAGE } from './topology/options.ts'
import { findPrograms } from './topology/programs.ts'
import {
  primaryDatabase,
  replicaDatabase,
  type Stack,
  startStack,
  stopStack,
} from './topology/stack.ts'
import { waitUntil } from './torture/processes.ts'
import { seededRandom } from './torture/random.ts'

// Runs the topology of compose.yaml with the programs installed on this machine and the same configuration. Kills each
// part in turn while agents buy through the proxy, then compares the responses that the agents received with the stored
// data. Exits with 1 if a purchase was lost, duplicated or never acknowledged.

/** More leads than are sold between two kills. */
const TARGET_LEADS_FOR_SALE = 15_000
const RECOVERY_TIMEOUT_MS = 60_000

type Outage = {
  kill: Kill
  /** Longest time without a purchase. */
  downMs: number
  /** Time until every part was running again. */
  repairedAfterMs: number
  /** Responses without a result, after which the client retried. */
  unknownOutcomes: number
}

type BuyingRun = { stack: Stack; agents: Agent[]; forSale: string[]; nextLead: number }

async function prepareBuyingRun(stack: Stack, clients: number): Promise<BuyingRun> {
  const agents = await withClient(primaryDatabase(stack), async (client) => {
    const made = await addAgents(client, clients)
    // Kills happen while plans are in use, while they run out, and while wallets pay.
    await addPlans(client, made, [40, 100])
    return made
  })
  const buyingRun = { stack, agents, forSale: [], nextLead: 0 }
  await replenishLeads(buyingRun)
  return buyingRun
}

async function replenishLeads(buyingRun: BuyingRun): Promise<void> {
  const count = TARGET_LEADS_FOR_SALE - buyingRun.forSale.length
  if (count < TARGET_LEADS_FOR_SALE / 3) return
  const first = buyingRun.nextLead
  await withClient(primaryDatabase(buyingRun.stack), (client) => addLeads(client, { first, count }))
  buyingRun.nextLead += count
  buyingRun.forSale.unshift(
    ...Array.from({ length: count }, (_, at) => leadId(first + at)).reverse(),
  )
}

/** Kills a part, recovers the product, waits for the next purchase, and repairs what can wait. */
async function measureOutage(kill: Kill, stack: Stack, buyers: Buyers): Promise<Outage> {
  const unknownOutcomesBefore = failedCallCount(buyers)
  const killedAtMs = performance.now()
  await kill.kill(stack)
  await kill.recover(stack)
  for (const [name, server] of Object.entries(stack.servers)) {
    if (server.isRunning()) continue
    throw new Error(`server ${name} ended together with another part: ${await server.readLogEnd()}`)
  }
  const backAtMs = performance.now()
  await waitUntil('the next purchase', RECOVERY_TIMEOUT_MS, () => {
    return (buyers.acknowledgedAtMs.at(-1) ?? 0) > backAtMs
  })
  const downMs = longestGapMs(buyers.acknowledgedAtMs, killedAtMs)
  const unknownOutcomes = failedCallCount(buyers) - unknownOutcomesBefore
  await kill.repair?.(stack)
  return { kill, downMs, repairedAfterMs: performance.now() - killedAtMs, unknownOutcomes }
}

const failedCallCount = ({ outages }: Buyers) =>
  [...outages.counts().values()].reduce((sum, one) => sum + one, 0)

/** Kills each part equally often, in rounds, until the time is over. */
async function killPartsInTurn(buyingRun: BuyingRun, buyers: Buyers, options: TopologyOptions) {
  const random = seededRandom(options.seed)
  const deadlineMs = performance.now() + options.seconds * 1000
  const outages: Outage[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    for (const kill of options.only) {
      if (performance.now() > deadlineMs) return outages
      await replenishLeads(buyingRun)
      await sleep(500 + random() * 1500)
      const outage = await measureOutage(kill, buyingRun.stack, buyers)
      console.log(`  ${kill.what}: no purchase for ${seconds(outage.downMs)}`)
      outages.push(outage)
    }
  }
  return outages
}

/** @returns a message if the replica's data differs from the primary's */
async function compareReplica(stack: Stack): Promise<string[]> {
  const digest = `select md5(string_agg(p::text, '|' order by id)) as purchases,
    (select md5(string_agg(a::text, '|' order by id)) from accounts a) as accounts from purchases p`
  return withClient(primaryDatabase(stack), (primary) =>
    withClient(replicaDatabase(stack), async (replica) => {
      await waitForReplica(primary, replica)
      const [one, other] = await Promise.all([primary.query(digest), replica.query(digest)])
      const same = JSON.stringify(one.rows) === JSON.stringify(other.rows)
      return same ? [] : ['the data of the replica differs from the primary']
    }),
  )
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

function printReport(outages: readonly Outage[], buyers: Buyers): void {
  const { outcomes } = buyers
  const head = ['killed', 'times', 'no purchase, median', 'longest', 'repaired after', 'retries']
  const lines = KILLS.flatMap((kill) => {
    const of = outages.filter((outage) => outage.kill === kill)
    if (of.length === 0) return []
    const down = of.map(({ downMs }) => downMs)
    const repaired = of.map(({ repairedAfterMs }) => repairedAfterMs)
    const retries = of.reduce((sum, { unknownOutcomes }) => sum + unknownOutcomes, 0)
    const times = [median(down), Math.max(...down), median(repaired)].map(seconds)
    return [[kill.what, String(of.length), ...times, String(retries)]]
  })
  console.log(`\n${alignColumns([head, ...lines], true)}`)
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

async function runTopology(options: TopologyOptions): Promise<boolean> {
  const programs = await findPrograms(['pgbouncer', 'haproxy'])
  const folder = await makeFolder('raahi-topology-', options.folder)
  let stack: Stack | undefined
  const stop = async () => {
    if (stack) await stopStack(stack)
    await rm(folder, { recursive: true, force: true })
  }
  stopOnSignal(stop)
  try {
    stack = await startStack(programs, folder, options.port)
    const buyingRun = await prepareBuyingRun(stack, options.clients)
    console.log(
      `Two servers, proxy, PgBouncer, primary and replica are up. Seed ${options.seed}, ${options.clients} clients.`,
    )
    const buyers = startBuyers(options.port, buyingRun.agents, buyingRun.forSale)
    const outages = await killPartsInTurn(buyingRun, buyers, options)
    await buyers.stop()
    printReport(outages, buyers)
    const losses = [
      ...(await findLosses(primaryDatabase(stack), buyingRun.agents, buyers.outcomes)),
      ...(await compareReplica(stack)),
    ]
    for (const loss of losses.slice(0, 20)) console.log(`LOST: ${loss}`)
    console.log(
      losses.length === 0
        ? 'Nothing lost: every acknowledged purchase is stored once, every stored purchase was acknowledged, every wallet balance is correct, all ledger invariants hold, and the replica has the same data.'
        : `${losses.length} losses.`,
    )
    return losses.length === 0
  } finally {
    await stop()
  }
}

const options = optionsOrUsage(readTopologyOptions, USAGE)
const isIntact = await runTopology(options).catch((error) => {
  console.error(error)
  return false
})
process.exit(isIntact ? 0 : 1)
