import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEncryption } from '../../server/src/features/two-factor/public/encryption.ts'
import { withClient } from '../../server/src/testing/load/database.ts'
import { addAgents, insertLeads, leadId } from '../../server/src/testing/load/fill.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import { quantile } from '../../server/src/testing/load/statistics.ts'
import { makeWebhook } from '../../server/src/testing/webhooks.ts'
import { type Environment, withKysely } from '../environment.ts'
import { goals } from '../goals.ts'
import { buy, drive } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

const agentCount = 200
const clients = 8
/** Purchases per second of `--seconds`. */
const purchasesPerSecond = 250
const slowAnswerMs = 10_000
const longestMs = 120_000

/** Of ten receivers one never answers, and one answers late. */
const isDead = (agent: number) => agent % 10 === 0
const isSlow = (agent: number) => agent % 10 === 5
const isHealthy = (agent: number) => !isDead(agent) && !isSlow(agent)

/** Measures the time from a purchase to its arrival at a healthy receiver. */
export async function benchWebhooks(
  { createDatabase, folder }: Environment,
  { port, seconds }: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('webhooks')
  const count = Math.ceil((purchasesPerSecond * seconds) / clients) * clients
  const agents = await withClient(databaseUrl, async (client) => {
    await insertLeads(client, { first: 0, count })
    return addAgents(client, agentCount)
  })
  const receiver = await startReceiver()
  const key = randomBytes(32)
  await withKysely(databaseUrl, async (db) => {
    for (const [at, { userId }] of agents.entries()) {
      const url = `${receiver.url}/${at}`
      await makeWebhook(db, createEncryption([key]), userId, { url, events: ['lead.purchased'] })
    }
  })
  const entry = 'server/src/testing/product-in-trial.ts'
  const env = { TWO_FACTOR_KEY: key.toString('base64') }
  try {
    return await withProduct({ entry, port, databaseUrl, folder, env }, async () => {
      const numbers = Array.from({ length: count }, (_, at) => at)
      const requestsOf = (client: number) =>
        numbers
          .filter((at) => at % clients === client)
          .flatMap((at) =>
            agents
              .slice(at % agentCount, (at % agentCount) + 1)
              .map((agent) => buy(leadId(at), agent)),
          )
      await drive({ port, clients, amount: count, requestsOf })
      const wanted = numbers.filter((at) => isHealthy(at % agentCount)).length
      const endsAt = performance.now() + longestMs
      while (receiver.delaysMs.length < wanted) {
        if (performance.now() > endsAt) throw new Error(`${receiver.delaysMs.length} of ${wanted}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      const detail = `${count} purchases, ${agentCount} webhooks`
      return [{ ...goals.webhooks, value: quantile(receiver.delaysMs, 0.95) / 1000, detail }]
    })
  } finally {
    receiver.close()
  }
}

/** Receives the webhook of agent n at the path /n, and notes how long the first copy of each message took. */
async function startReceiver() {
  const delaysMs: number[] = []
  const seen = new Set<string>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const agent = Number(request.url?.slice(1))
    const id = String(request.headers['webhook-id'])
    if (isHealthy(agent) && !seen.has(id)) {
      seen.add(id)
      delaysMs.push(Date.now() - Date.parse(JSON.parse(text).timestamp))
    }
    if (isSlow(agent)) setTimeout(() => response.end(), slowAnswerMs).unref()
    else if (!isDead(agent)) response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delaysMs,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
