import { findProgram } from '../../chaos/topology/programs.ts'
import type { Environment } from '../environment.ts'
import { requireAllInvariantsHold, withClient, withSetting } from '../environment.ts'
import { type Agent, addAgents, insertLeads, LEAD_COST_PAISE, settle } from '../fill.ts'
import { HOW_TO_GET_PGBENCH, runPgbench, UUIDV7_SQL } from '../load/pgbench.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { type Product, startProduct } from '../product.ts'
import { inMs, perSecond, type Row } from '../report.ts'
import { type Latency, median, medianLatency } from '../statistics.ts'

const AGENTS = 200
/** With one client, HTTP takes a round trip more than pgbench, so the ratio is printed without a limit. */
const CLIENTS = [1, 8, 32, 64]
/**
 * Minimum ratio per mode. With `synchronous_commit` off, no commit waits for the disk, which shows the cost of our
 * code.
 */
const MODES = [
  { name: 'fsync on', setting: undefined, atLeast: 0.75 },
  { name: 'synchronous_commit off', setting: 'synchronous_commit=off', atLeast: 0.5 },
]
const WARM_UP_PER_CLIENT = 100

type Side = { perSecond: number; latency: Latency }
type Bench = {
  pgbench: string
  databaseUrl: string
  folder: string
  product: Product
  generator: Generator
  agents: Agent[]
  /** Number of the next unsold lead. */
  nextLead: number
}

/** Compares the purchase over HTTP with the same purchase by pgbench, in pairs. */
export async function benchBuy(
  environment: Environment,
  generator: Generator,
  options: Options,
): Promise<Row[]> {
  const pgbench = await findProgram('pgbench')
  const rows: Row[] = []
  for (const mode of MODES) {
    if (!pgbench) {
      rows.push({ what: `buyLead / pgbench, ${mode.name}`, why: HOW_TO_GET_PGBENCH })
      continue
    }
    const created = await environment.createDatabase('buy')
    const databaseUrl = mode.setting ? withSetting(created, mode.setting) : created
    const agents = await prepare(databaseUrl)
    const { folder } = environment
    const product = await startProduct({ port: options.port, databaseUrl, folder })
    const bench = { pgbench, databaseUrl, folder, product, generator, agents, nextLead: 0 }
    try {
      for (const clients of CLIENTS) {
        rows.push(await comparePairs(bench, clients, mode, options))
      }
      await requireAllSold(bench)
    } finally {
      await product.stop()
    }
  }
  return rows
}

async function prepare(databaseUrl: string): Promise<Agent[]> {
  return withClient(databaseUrl, async (client) => {
    const version = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(version.rows[0]?.server_version_num) < 180_000) await client.query(UUIDV7_SQL)
    return addAgents(client, AGENTS)
  })
}

async function comparePairs(
  bench: Bench,
  clients: number,
  mode: (typeof MODES)[number],
  { rounds, seconds }: Options,
): Promise<Row> {
  const sides = { http: buyOverHttp, pgbench: buyByPgbench }
  // Warms up both sides, and finds out how many purchases fit into a round.
  await addForSale(bench, clients * WARM_UP_PER_CLIENT * 2)
  await sides.pgbench(bench, clients, WARM_UP_PER_CLIENT)
  const warm = await sides.http(bench, clients, WARM_UP_PER_CLIENT)
  const perClient = Math.max(20, Math.ceil((warm.perSecond * seconds) / clients))

  const pairs: { http: Side; pgbench: Side }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await addForSale(bench, clients * perClient * 2)
    const pair: Partial<Record<keyof typeof sides, Side>> = {}
    // The second side finds a fuller database, so the order alternates.
    for (const side of round % 2 === 0
      ? (['http', 'pgbench'] as const)
      : (['pgbench', 'http'] as const)) {
      await withClient(bench.databaseUrl, (client) => client.query('checkpoint'))
      pair[side] = await sides[side](bench, clients, perClient)
    }
    const { http, pgbench } = pair
    if (http && pgbench) pairs.push({ http, pgbench })
  }
  const http = pairs.map((pair) => pair.http)
  const pgbench = pairs.map((pair) => pair.pgbench)
  const rate = (runs: Side[]) => perSecond(median(runs.map((run) => run.perSecond)))
  const latency = (runs: Side[]) => inMs(medianLatency(runs.map((run) => run.latency)))
  const what = `buyLead / pgbench, ${clients} client${clients > 1 ? 's' : ''}, ${mode.name}`
  const value = median(pairs.map((pair) => pair.http.perSecond / pair.pgbench.perSecond))
  const detail = `${rate(http)} (${latency(http)}) of ${rate(pgbench)} (${latency(pgbench)})`
  if (clients === 1) return { what, detail: `${value.toFixed(2)}: ${detail}` }
  return { what, value, limit: { atLeast: mode.atLeast }, detail }
}

async function addForSale(bench: Bench, count: number): Promise<void> {
  await withClient(bench.databaseUrl, async (client) => {
    await insertLeads(client, { first: bench.nextLead, count })
    await settle(client)
  })
}

function takeLeads(bench: Bench, count: number): number {
  const first = bench.nextLead
  bench.nextLead += count
  return first
}

async function buyOverHttp(bench: Bench, clients: number, perClient: number): Promise<Side> {
  return bench.generator.run({
    kind: 'buy',
    port: bench.product.port,
    clients,
    perClient,
    firstLead: takeLeads(bench, clients * perClient),
    costRupees: LEAD_COST_PAISE / 100,
    tokens: bench.agents.map(({ token }) => token),
  })
}

async function buyByPgbench(bench: Bench, clients: number, perClient: number): Promise<Side> {
  return runPgbench({
    ...bench,
    clients,
    perClient,
    firstLead: takeLeads(bench, clients * perClient),
    agents: AGENTS,
  })
}

/** @throws Error if a purchase is missing or an invariant is violated */
async function requireAllSold({ databaseUrl, nextLead }: Bench): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ n: number }>('select count(*) as n from purchases'),
  )
  if (rows[0]?.n !== nextLead) {
    throw new Error(`${rows[0]?.n} purchases are stored, but ${nextLead} were acknowledged`)
  }
  await requireAllInvariantsHold(databaseUrl)
}
