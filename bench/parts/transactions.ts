import type { Environment } from '../environment.ts'
import { requireAllInvariantsHold, withClient } from '../environment.ts'
import { settle } from '../fill.ts'
import { addActions, addYearOfTransactions } from '../fill-transactions.ts'
import { type HttpConnection, openHttp } from '../load/http-connection.ts'
import { getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import { inMs, type Row } from '../report.ts'
import { type Latency, latencyOf } from '../statistics.ts'

const AGENTS = 100_000
/** Ten transactions per page. The last page shows the millionth. */
const PAGES = [1, 10, 100, 1000, 10_000, 100_000]
const REQUESTS = 60

const LIST = '/api/transactions/all-transaction'
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const FILTERED_LISTS = {
  'refunds, page 1,000': `${LIST}?page=1000&status=lead_refund`,
  'online payments of half a year, page 100': `${LIST}?page=100&method=Online&startDate=${daysAgo(270)}&endDate=${daysAgo(90)}`,
}
/** All seven figures. Counting the customers takes the longest. */
const FIGURES = {
  summary: '/api/transactions/summary',
  'summary of this year': `/api/transactions/summary?startDate=${new Date().getFullYear()}-01-01`,
}
/** Number of entries in the audit log: purchases, with an admin action for every two thousand. */
const ACTIONS = 1_000_000
const LOG = {
  'admin actions': '/api/audit-log',
  'all users, page 1': '/api/audit-log?actors=all',
  'all users, page 25,000': '/api/audit-log?actors=all&page=25000',
  'all users, one rare action': '/api/audit-log?actors=all&action=lead.edit&page=10',
}
/** Searches that check row by row. */
const SEARCHES = {
  'search, part of an id': `${LIST}?search=9c4f1`,
  'search, an amount': `${LIST}?search=1999`,
}

/** Measures the list of 1,000,000 transactions and its figures at different page depths. */
export async function benchTransactions(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  options: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('transactions')
  const token = await withClient(databaseUrl, async (client) => {
    const adminToken = await addYearOfTransactions(client, AGENTS)
    await addActions(client, ACTIONS, AGENTS)
    await settle(client)
    return adminToken
  })
  const product = await startProduct({ port: options.port + 3, databaseUrl, folder })
  const connection = await openHttp(product.port)
  try {
    const measurePath = (path: string, times = REQUESTS) =>
      latencies(connection, getRequest(path, token), times)
    const depths: Latency[] = []
    for (const page of PAGES) depths.push(await measurePath(`${LIST}?page=${page}`))
    const rows = depths.map((latency, i) =>
      within(`page ${PAGES[i]?.toLocaleString('en')}`, latency),
    )
    const [first, deepest] = [depths[0], depths.at(-1)]
    if (first && deepest) {
      rows.push({
        what: 'transactions, last page / first page',
        value: deepest.p50Ms / first.p50Ms,
        limit: { atMost: 4 },
        detail: `${inMs(deepest)} versus ${inMs(first)}`,
      })
    }
    for (const [what, path] of Object.entries(FILTERED_LISTS))
      rows.push(within(what, await measurePath(path)))
    for (const [what, path] of Object.entries(FIGURES))
      rows.push(within(what, await measurePath(path), 50))
    for (const [what, path] of Object.entries(LOG)) {
      rows.push(within(`audit log, ${what}`, await measurePath(path)))
    }
    for (const [what, path] of Object.entries(SEARCHES)) {
      rows.push({ what: `transactions, ${what}`, detail: inMs(await measurePath(path, 5)) })
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
  for (let index = 0; index <= times; index += 1) {
    const sentAt = performance.now()
    const { status } = await connection.send(request)
    if (status !== 200) throw new Error(`${request.split('\r\n')[0]} returned ${status}`)
    // The first request plans the query and fills caches.
    if (index > 0) durationsMs.push(performance.now() - sentAt)
  }
  return latencyOf(durationsMs)
}
