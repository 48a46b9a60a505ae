import type { Environment } from '../environment.ts'
import { requireAllInvariantsHold, withClient } from '../environment.ts'
import { settle } from '../fill.ts'
import { addActions, addYearOfBusiness } from '../fill-transactions.ts'
import { type HttpConnection, openHttp } from '../load/http-connection.ts'
import { getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import { inMs, type Row } from '../report.ts'
import { type Latency, latencyOf } from '../statistics.ts'

const AGENTS = 100_000
/** Ten to a page; the last is the hundred-thousandth. */
const PAGES = [1, 10, 100, 1000, 10_000, 100_000]
const ASKS = 60

const LIST = '/api/transactions/all-transaction'
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const OTHERS = {
  'refunds, page 1,000': `${LIST}?page=1000&status=lead_refund`,
  'online payments of half a year, page 100': `${LIST}?page=100&method=Online&startDate=${daysAgo(270)}&endDate=${daysAgo(90)}`,
}
/** All seven, of which the customers take longest: one look at each. */
const FIGURES = {
  summary: '/api/transactions/summary',
  'summary of this year': `/api/transactions/summary?startDate=${new Date().getFullYear()}-01-01`,
}
/** Purchases, and 500 actions of admins. */
const ACTIONS = 1_000_000
const LOG = {
  'what admins did': '/api/audit-log',
  'everybody, page 1': '/api/audit-log?actors=all',
  'everybody, page 25,000': '/api/audit-log?actors=all&page=25000',
  'one rare action of all': '/api/audit-log?actors=all&action=lead.edit&page=10',
}
/** What has to be looked for row by row. */
const SEARCHES = {
  'search, part of an id': `${LIST}?search=9c4f1`,
  'search, an amount': `${LIST}?search=1999`,
}

/** The list of transactions and its figures with 1,000,000 of them, over the depth of the page. */
export async function benchTransactions(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  options: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('transactions')
  const token = await withClient(databaseUrl, async (client) => {
    const made = await addYearOfBusiness(client, AGENTS)
    await addActions(client, ACTIONS, AGENTS)
    await settle(client)
    return made
  })
  const product = await startProduct({ port: options.port + 3, databaseUrl, folder })
  const connection = await openHttp(product.port)
  try {
    const ask = (path: string, times = ASKS) =>
      latencies(connection, getRequest(path, token), times)
    const depths: Latency[] = []
    for (const page of PAGES) depths.push(await ask(`${LIST}?page=${page}`))
    const rows = depths.map((latency, i) =>
      within(`page ${PAGES[i]?.toLocaleString('en')}`, latency),
    )
    const [first, deepest] = [depths[0], depths.at(-1)]
    if (first && deepest) {
      rows.push({
        what: 'transactions, last page / first page',
        value: deepest.p50Ms / first.p50Ms,
        limit: { atMost: 4 },
        detail: `${inMs(deepest)} against ${inMs(first)}`,
      })
    }
    for (const [what, path] of Object.entries(OTHERS)) rows.push(within(what, await ask(path)))
    for (const [what, path] of Object.entries(FIGURES)) rows.push(within(what, await ask(path), 50))
    for (const [what, path] of Object.entries(LOG)) {
      rows.push(within(`audit log, ${what}`, await ask(path)))
    }
    for (const [what, path] of Object.entries(SEARCHES)) {
      rows.push({ what: `transactions, ${what}`, detail: inMs(await ask(path, 5)) })
    }
    return rows
  } finally {
    connection.close()
    await product.stop()
    await requireAllInvariantsHold(databaseUrl)
  }
}

const within = (what: string, latency: Latency, atMost = 20): Row => ({
  what: `transactions, ${what}`,
  value: latency.p50Ms,
  unit: 'ms',
  limit: { atMost },
  detail: inMs(latency),
})

async function latencies(
  connection: HttpConnection,
  request: string,
  times: number,
): Promise<Latency> {
  const durationsMs: number[] = []
  for (let turn = 0; turn <= times; turn += 1) {
    const sentAt = performance.now()
    const { status } = await connection.send(request)
    if (status !== 200) throw new Error(`${request.split('\r\n')[0]} answered ${status}`)
    // The first makes plans and fills caches.
    if (turn > 0) durationsMs.push(performance.now() - sentAt)
  }
  return latencyOf(durationsMs)
}
