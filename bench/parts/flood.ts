import type { Environment } from '../environment.ts'
import { withClient } from '../environment.ts'
import { addAgents, addLeads, settle } from '../fill.ts'
import { openHttp } from '../load/http-connection.ts'
import { getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import { openSteadyBuyer } from '../load/steady-buyer.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import { inMs, type Row } from '../report.ts'
import { latencyOf } from '../statistics.ts'

const LEADS = 200_000
/** Requests of one free account that are always in flight. */
const FLOOD = 60
const ASK_EVERY_MS = 20
const LIMIT_MS = 250
/** Each search is another one, so that no page is kept; its total is counted over many leads. */
const search = (at: number) =>
  `/api/leads?search=${'aeiour'[at % 6]}&page=${1 + (at % 5000)}&limit=50`

/**
 * What other users notice while one agent always has 60 heavy searches in flight: `me`, purchases, and whether the product
 * is ready.
 */
export async function benchFlood(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  { port, seconds }: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('flood')
  const { agents, leads } = await withClient(databaseUrl, async (client) => {
    const made = await addAgents(client, 20)
    await addLeads(client, { first: 0, count: LEADS })
    await settle(client)
    const { rows } = await client.query<{ id: string }>(
      `select id from leads where status = 'buy' order by created_at limit 10000`,
    )
    return { agents: made, leads: rows.map(({ id }) => id) }
  })
  const product = await startProduct({
    entry: 'scripts/start.ts',
    port: port + 4,
    databaseUrl,
    folder,
  })
  const [attacker, ...others] = agents
  const buyer = await openSteadyBuyer(product.port, others, leads.values())
  let isOver = false
  const answers: Record<number, number> = {}
  try {
    let searches = 0
    const flood = Array.from({ length: FLOOD }, async () => {
      const connection = await openHttp(product.port)
      while (!isOver) {
        searches += 1
        const { status } = await connection.send(getRequest(search(searches), attacker?.token))
        answers[status] = (answers[status] ?? 0) + 1
      }
      connection.close()
    })
    const until = performance.now() + seconds * 5000
    const steadily = async (work: () => Promise<void>) => {
      const durationsMs: number[] = []
      while (performance.now() < until) {
        const startedAt = performance.now()
        await work()
        durationsMs.push(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      }
      return latencyOf(durationsMs)
    }
    let unready = 0
    const ask = async (path: string) => {
      const connection = await openHttp(product.port)
      const latency = await steadily(async () => {
        const { status } = await connection.send(getRequest(path, others[0]?.token))
        if (status === 200) return
        if (path !== '/readyz') throw new Error(`${path} answered ${status}`)
        unready += 1
      })
      connection.close()
      return latency
    }
    const [me, buying, ready] = await Promise.all([
      ask('/api/auth/me'),
      steadily(() => buyer.buy()),
      ask('/readyz'),
    ])
    isOver = true
    await Promise.all(flood)
    const said = Object.entries(answers)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')
    const limit = { atMost: LIMIT_MS }
    const during = `with ${FLOOD} searches of one agent in flight`
    return [
      { what: `me, p99, ${during}`, value: me.p99Ms, limit, unit: 'ms', detail: inMs(me) },
      {
        what: `buyLead, p99, ${during}`,
        value: buying.p99Ms,
        limit,
        unit: 'ms',
        detail: inMs(buying),
      },
      {
        what: `answers of /readyz that are not 200, ${during}`,
        value: unready,
        limit: { atMost: 0 },
        detail: `${inMs(ready)}; the searches were answered ${said}`,
      },
    ]
  } finally {
    isOver = true
    buyer.close()
    await product.stop()
  }
}
