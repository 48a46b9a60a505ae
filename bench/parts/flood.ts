import type { Environment } from '../environment.ts'
import { withClient } from '../environment.ts'
import { addAgents, insertLeads, settle } from '../fill.ts'
import { openHttp } from '../load/http-connection.ts'
import { getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import { openSteadyBuyer } from '../load/steady-buyer.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import { inMs, type Row } from '../report.ts'
import { latencyOf } from '../statistics.ts'

const LEADS = 200_000
/** Requests of one agent that are always in flight. */
const REQUESTS_IN_FLIGHT = 60
const REQUEST_EVERY_MS = 20
const LIMIT_MS = 250
/** Each search differs, so that no page is cached. Its total is counted over many leads. */
const search = (at: number) =>
  `/api/leads?search=${'aeiour'[at % 6]}&page=${1 + (at % 5000)}&limit=50`

/**
 * Measures other users' requests while one agent always has 60 heavy searches in flight: `me`, purchases, and
 * readiness.
 */
export async function benchFlood(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  { port, seconds }: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('flood')
  const { agents, leads } = await withClient(databaseUrl, async (client) => {
    const added = await addAgents(client, 20)
    await insertLeads(client, { first: 0, count: LEADS })
    await settle(client)
    const { rows } = await client.query<{ id: string }>(
      `select id from leads where status = 'buy' order by created_at limit 10000`,
    )
    return { agents: added, leads: rows.map(({ id }) => id) }
  })
  const product = await startProduct({
    entry: 'scripts/start.js',
    port: port + 4,
    databaseUrl,
    folder,
  })
  const [attacker, ...others] = agents
  const buyer = await openSteadyBuyer(product.port, others, leads.values())
  let isOver = false
  const statusCounts: Record<number, number> = {}
  try {
    let searches = 0
    const flood = Array.from({ length: REQUESTS_IN_FLIGHT }, async () => {
      const connection = await openHttp(product.port)
      while (!isOver) {
        searches += 1
        const { status } = await connection.send(getRequest(search(searches), attacker?.token))
        statusCounts[status] = (statusCounts[status] ?? 0) + 1
      }
      connection.close()
    })
    const deadlineMs = performance.now() + seconds * 5000
    const repeatAndMeasure = async (work: () => Promise<void>) => {
      const durationsMs: number[] = []
      while (performance.now() < deadlineMs) {
        const startedAt = performance.now()
        await work()
        durationsMs.push(performance.now() - startedAt)
        await new Promise((resolve) => setTimeout(resolve, REQUEST_EVERY_MS))
      }
      return latencyOf(durationsMs)
    }
    let notReadyCount = 0
    const measurePath = async (path: string) => {
      const connection = await openHttp(product.port)
      const latency = await repeatAndMeasure(async () => {
        const { status } = await connection.send(getRequest(path, others[0]?.token))
        if (status === 200) return
        if (path !== '/readyz') throw new Error(`${path} returned ${status}`)
        notReadyCount += 1
      })
      connection.close()
      return latency
    }
    const [me, buying, ready] = await Promise.all([
      measurePath('/api/auth/me'),
      repeatAndMeasure(() => buyer.buy()),
      measurePath('/readyz'),
    ])
    isOver = true
    await Promise.all(flood)
    const searchStatuses = Object.entries(statusCounts)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')
    const limit = { atMost: LIMIT_MS }
    const during = `with ${REQUESTS_IN_FLIGHT} searches of one agent in flight`
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
        what: `responses of /readyz other than 200, ${during}`,
        value: notReadyCount,
        limit: { atMost: 0 },
        detail: `${inMs(ready)}; responses to the searches: ${searchStatuses}`,
      },
    ]
  } finally {
    isOver = true
    buyer.close()
    await product.stop()
  }
}
