import { requireAllInvariantsHold, withClient } from '../../server/src/testing/load/database.ts'
import { type Agent, addAgents, insertLeads, leadId } from '../../server/src/testing/load/fill.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import { median } from '../../server/src/testing/load/statistics.ts'
import type { Environment } from '../environment.ts'
import { goals } from '../goals.ts'
import { buy, drive } from '../load.ts'
import type { Options } from '../options.ts'
import { buyWithPgbench, type Purchases } from '../pgbench.ts'
import { perSecond, type Row } from '../report.ts'

const agentCount = 200
/** Of each client in the warm-up, per second of `--seconds`. */
const warmUpPurchases = 12

/** Compares purchases over HTTP with the same database function called by pgbench, in pairs. */
export async function benchBuy(environment: Environment, options: Options): Promise<Row[]> {
  const { folder } = environment
  const databaseUrl = await environment.createDatabase('buy')
  const agents = await withClient(databaseUrl, (client) => addAgents(client, agentCount))
  const { port } = options
  let firstLead = 0
  const sides = {
    http: (purchases: Purchases) => buyOverHttp(port, agents, purchases),
    pgbench: (purchases: Purchases) => buyWithPgbench(databaseUrl, folder, purchases),
  }
  const buyOn = async (side: keyof typeof sides, clients: number, perClient: number) => {
    const count = clients * perClient
    await withClient(databaseUrl, async (client) => {
      await insertLeads(client, { first: firstLead, count })
      await client.query('vacuum (analyze) leads')
      // Both sides then write full pages to the log in the same way.
      await client.query('checkpoint')
    })
    firstLead += count
    return sides[side]({ clients, perClient, firstLead: firstLead - count, agents: agentCount })
  }
  return withProduct({ port, databaseUrl, folder }, async () => {
    const rows: Row[] = []
    for (const [clients, goal] of [
      [8, goals.buy8],
      [32, goals.buy32],
    ] as const) {
      const warmUp = Math.ceil(options.seconds * warmUpPurchases)
      await buyOn('pgbench', clients, warmUp)
      const warm = await buyOn('http', clients, warmUp)
      const perClient = Math.ceil((warm * options.seconds) / clients)
      const rates = { http: [] as number[], pgbench: [] as number[] }
      for (let round = 0; round < options.rounds; round += 1) {
        // The second side finds a fuller database, so the order alternates.
        const order =
          round % 2 === 0 ? (['http', 'pgbench'] as const) : (['pgbench', 'http'] as const)
        for (const side of order) rates[side].push(await buyOn(side, clients, perClient))
      }
      const ratios = rates.http.map((rate, round) => rate / (rates.pgbench[round] ?? Number.NaN))
      const http = median(rates.http)
      const detail = `${perSecond(http)} of ${perSecond(median(rates.pgbench))}`
      rows.push({ ...goal, value: median(ratios), detail })
      if (clients === 8) rows.push({ ...goals.buyRate, value: http, detail: '' })
    }
    await requireAllSold(databaseUrl, firstLead)
    return rows
  })
}

/** @returns purchases per second */
async function buyOverHttp(
  port: number,
  agents: readonly Agent[],
  { clients, perClient, firstLead }: Purchases,
): Promise<number> {
  const requestsOf = (client: number) =>
    Array.from({ length: perClient }, (_, at) => {
      const agent = agents[(client + at * clients) % agents.length]
      if (!agent) throw new Error('there are no agents')
      return buy(leadId(firstLead + client * perClient + at), agent)
    })
  const result = await drive({ port, clients, amount: clients * perClient, requestsOf })
  return result.perSecond
}

/** @throws Error if a purchase is missing or an invariant is violated */
async function requireAllSold(databaseUrl: string, count: number): Promise<void> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ n: number }>('select count(*) as n from purchases'),
  )
  if (rows[0]?.n !== count) {
    throw new Error(`${rows[0]?.n} purchases are stored, but ${count} were acknowledged`)
  }
  await requireAllInvariantsHold(databaseUrl)
}
