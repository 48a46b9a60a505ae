import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLosses } from '../bench/buyers/find-losses.ts'
import { type Buyers, startBuyers } from '../bench/buyers/start-buyers.ts'
import { makeFolder, withClient } from '../bench/environment.ts'
import { type Agent, addAgents, addLeads, addPlans, leadId } from '../bench/fill.ts'
import { longestSilence, median } from '../bench/statistics.ts'
import { untilCaughtUp } from './topology/database.ts'
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
import { until } from './torture/processes.ts'
import { seededRandom } from './torture/random.ts'

// Runs the topology of compose.yaml from the system's own programs, with the same configuration, kills each part in turn
// while agents buy through the proxy, and then holds what the agents were told against what is on record. Exits 1 where
// anything was lost, doubled or made up.

/** More than are bought between two kills. */
const LEADS_IN_STOCK = 15_000
const BACK_WITHIN_MS = 60_000

type Outage = {
  kill: Kill
  /** Nothing at all was sold for so long. */
  downMs: number
  /** Until every part was there again. */
  wholeAfterMs: number
  /** Answers that decided nothing, to be asked again. */
  undecided: number
}

type Market = { stack: Stack; agents: Agent[]; forSale: string[]; nextLead: number }

async function openMarket(stack: Stack, clients: number): Promise<Market> {
  const agents = await withClient(primaryDatabase(stack), async (client) => {
    const made = await addAgents(client, clients)
    // Kills come while plans are used, while they run out, and while wallets pay.
    await addPlans(client, made, [40, 100])
    return made
  })
  const market = { stack, agents, forSale: [], nextLead: 0 }
  await stockUp(market)
  return market
}

async function stockUp(market: Market): Promise<void> {
  const count = LEADS_IN_STOCK - market.forSale.length
  if (count < LEADS_IN_STOCK / 3) return
  const first = market.nextLead
  await withClient(primaryDatabase(market.stack), (client) => addLeads(client, { first, count }))
  market.nextLead += count
  market.forSale.unshift(...Array.from({ length: count }, (_, at) => leadId(first + at)).reverse())
}

/** Kills a part, brings the product back, waits until leads are bought again, and makes everything whole. */
async function measureOutage(kill: Kill, stack: Stack, buyers: Buyers): Promise<Outage> {
  const undecidedBefore = count(buyers.troubles)
  const killedAtMs = performance.now()
  await kill.strike(stack)
  await kill.recover(stack)
  for (const [name, server] of Object.entries(stack.servers)) {
    if (server.isRunning()) continue
    throw new Error(`server ${name} ended with another part: ${await server.lastWords()}`)
  }
  const backAtMs = performance.now()
  await until('the next purchase', BACK_WITHIN_MS, () => {
    return (buyers.acknowledgedAtMs.at(-1) ?? 0) > backAtMs
  })
  const downMs = longestSilence(buyers.acknowledgedAtMs, killedAtMs)
  const undecided = count(buyers.troubles) - undecidedBefore
  await kill.repair?.(stack)
  return { kill, downMs, wholeAfterMs: performance.now() - killedAtMs, undecided }
}

const count = (troubles: Map<string, number>) =>
  [...troubles.values()].reduce((sum, one) => sum + one, 0)

/** Each part as often as the others, round after round, as long as there is time. */
async function killAllInTurn(market: Market, buyers: Buyers, options: TopologyOptions) {
  const random = seededRandom(options.seed)
  const until = performance.now() + options.seconds * 1000
  const outages: Outage[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    for (const kill of options.only) {
      if (performance.now() > until) return outages
      await stockUp(market)
      await sleep(500 + random() * 1500)
      const outage = await measureOutage(kill, market.stack, buyers)
      console.log(`  ${kill.what}: nothing sold for ${seconds(outage.downMs)}`)
      outages.push(outage)
    }
  }
  return outages
}

/** A sentence where the replica does not hold what the primary holds. */
async function compareReplica(stack: Stack): Promise<string[]> {
  const digest = `select md5(string_agg(p::text, '|' order by id)) as purchases,
    (select md5(string_agg(a::text, '|' order by id)) from accounts a) as accounts from purchases p`
  return withClient(primaryDatabase(stack), (primary) =>
    withClient(replicaDatabase(stack), async (replica) => {
      await untilCaughtUp(primary, replica)
      const [one, other] = await Promise.all([primary.query(digest), replica.query(digest)])
      const same = JSON.stringify(one.rows) === JSON.stringify(other.rows)
      return same ? [] : ['the replica holds something else than the primary']
    }),
  )
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

function tell(outages: readonly Outage[], buyers: Buyers): void {
  const { outcomes, troubles } = buyers
  console.log(
    `\n${'killed'.padEnd(46)} times   nothing sold, median  longest    whole after   asked again`,
  )
  for (const kill of KILLS) {
    const of = outages.filter((outage) => outage.kill === kill)
    if (of.length === 0) continue
    const down = of.map(({ downMs }) => downMs)
    console.log(
      [
        kill.what.padEnd(46),
        String(of.length).padStart(5),
        seconds(median(down)).padStart(22),
        seconds(Math.max(...down)).padStart(8),
        seconds(median(of.map(({ wholeAfterMs }) => wholeAfterMs))).padStart(14),
        String(of.reduce((sum, { undecided }) => sum + undecided, 0)).padStart(13),
      ].join(' '),
    )
  }
  const acknowledged = outcomes.filter(({ purchase }) => purchase)
  const unknown = outcomes.filter(({ repeats }) => repeats > 0)
  console.log(`\n${acknowledged.length} purchases acknowledged`)
  console.log(`${outcomes.length - acknowledged.length} refused because another agent was first`)
  console.log(
    `${unknown.length} with an unknown outcome at first: asked again with the same key, ${unknown.filter(({ replayed }) => replayed).length} of them had been made`,
  )
  const list = [...troubles].map(([name, times]) => `${name} (${times})`)
  console.log(`answers that decided nothing: ${list.join(', ') || 'none'}`)
}

async function proveTopology(options: TopologyOptions): Promise<boolean> {
  const programs = await findPrograms(['pgbouncer', 'haproxy'])
  const folder = await makeFolder('raahi-topology-', options.folder)
  let stack: Stack | undefined
  const stop = async () => {
    if (stack) await stopStack(stack)
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)))
  }
  try {
    stack = await startStack(programs, folder, options.port)
    const market = await openMarket(stack, options.clients)
    console.log(
      `Two servers, proxy, PgBouncer, primary and replica are up. Seed ${options.seed}, ${options.clients} clients.`,
    )
    const buyers = startBuyers(options.port, market.agents, market.forSale)
    const outages = await killAllInTurn(market, buyers, options)
    await buyers.stop()
    tell(outages, buyers)
    const losses = [
      ...(await findLosses(primaryDatabase(stack), market.agents, buyers.outcomes)),
      ...(await compareReplica(stack)),
    ]
    for (const loss of losses.slice(0, 20)) console.log(`LOST: ${loss}`)
    console.log(
      losses.length === 0
        ? 'Nothing lost: every purchase acknowledged is on record once, every one on record was acknowledged, every wallet is right, the books are whole, and the replica holds the same.'
        : `${losses.length} losses.`,
    )
    return losses.length === 0
  } finally {
    await stop()
  }
}

function optionsOrUsage(): TopologyOptions {
  try {
    return readTopologyOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

const isWhole = await proveTopology(optionsOrUsage()).catch((error) => {
  console.error(error)
  return false
})
process.exit(isWhole ? 0 : 1)
