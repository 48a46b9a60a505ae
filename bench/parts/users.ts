import type { Environment } from '../environment.ts'
import { requireAllInvariantsHold, withClient } from '../environment.ts'
import { settle } from '../fill.ts'
import { addUsers } from '../fill-users.ts'
import { type HttpConnection, openHttp } from '../load/http-connection.ts'
import { getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { startProduct } from '../product.ts'
import { inMs, type Row } from '../report.ts'
import { type Latency, latencyOf, medianLatency } from '../statistics.ts'

const USERS = 100_000
/** Ten users per page. The last page shows the hundred-thousandth. */
const PAGES = [1, 10, 100, 1000, 5000, 10_000]
const REQUESTS_PER_ROUND = 20

/** Searches by admins, with the number of matches. */
const SEARCHES = {
  'by email, 20 match': 'email=agency4217',
  'by company, 27 match': 'companyName=snowline%20tours%2017',
  'by name, 1,514 match': 'name=meera%20s',
  'by city and company, 4,166 match': 'city=pune&companyName=saffron',
  'by city, 8,334 match': 'city=mumbai',
  'by any field, 12 match': 'search=agent4217@',
  'by any field, phone': 'search=71%200004%202170',
  'by any field, 8,334 match': 'search=mumbai',
}
/** Lists sorted by stored figures, and filtered lists, alone and with a search. */
const SORTS = {
  'by spending': 'sort=-spent',
  'by spending, page 10,000': 'sort=-spent&page=10000',
  'by last activity, page 5,000': 'sort=-lastActive&page=5000',
  'by return rate': 'sort=-returnRate',
  'suspended, 1,000 match': 'status=suspended&page=50',
  'KYC to check, 33,333 match': 'kycStatus=submitted&page=1500',
  'active with a plan, by spending': 'status=active&plan=active&sort=-spent',
  'without a plan, by last activity, page 3,000': 'plan=none&sort=-lastActive&page=3000',
  'of a city, by spending, 8,334 match': 'city=mumbai&sort=-spent',
  'of a search, by last activity, 1,514 match': 'search=meera%20s&sort=-lastActive',
}
/** Almost every name contains this letter, so no index helps. */
const BROAD = 'name=a&page=5000'

/** Measures the list of 100,000 users at different page depths and with filters. */
export async function benchUsers(
  { createDatabase, folder }: Environment,
  _generator: Generator,
  options: Options,
): Promise<Row[]> {
  const databaseUrl = await createDatabase('users')
  const token = await withClient(databaseUrl, async (client) => {
    const admin = await addUsers(client, USERS)
    await settle(client)
    return admin
  })
  const product = await startProduct({ port: options.port + 4, databaseUrl, folder })
  const connection = await openHttp(product.port)
  try {
    const queries = [
      ...PAGES.map((page) => `page=${page}`),
      ...Object.values(SEARCHES),
      ...Object.values(SORTS),
      BROAD,
    ]
    const latencies = await inRounds(connection, token, queries, options.rounds)
    const of = (query: string) => latencies.get(query) ?? { p50Ms: Number.NaN, p99Ms: Number.NaN }
    const [first, last] = [of('page=1'), of(`page=${PAGES.at(-1)}`)]
    return [
      ...PAGES.map((page) => within(`page ${page.toLocaleString('en')}`, of(`page=${page}`))),
      {
        what: 'users, time of page 10,000 / page 1',
        value: last.p50Ms / first.p50Ms,
        limit: { atMost: 2 },
        detail: `${inMs(last)} versus ${inMs(first)}`,
      },
      ...Object.entries({ ...SEARCHES, ...SORTS }).map(([what, query]) => within(what, of(query))),
      { what: 'users, by one letter, 96,212 match, page 5,000', detail: inMs(of(BROAD)) },
    ]
  } finally {
    connection.close()
    await product.stop()
    await requireAllInvariantsHold(databaseUrl)
  }
}

const within = (what: string, latency: Latency): Row => ({
  what: `users, ${what}`,
  value: latency.p50Ms,
  unit: 'ms',
  limit: { atMost: 20 },
  detail: inMs(latency),
})

/** Requests each page in every round, so that other load on the machine affects all pages equally. */
async function inRounds(
  connection: HttpConnection,
  token: string,
  queries: readonly string[],
  rounds: number,
): Promise<Map<string, Latency>> {
  const latenciesByQuery = new Map<string, Latency[]>(queries.map((query) => [query, []]))
  // The first round plans the queries and fills caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const query of queries) {
      const latency = await measureRequest(
        connection,
        getRequest(`/api/auth/users?${query}`, token),
      )
      if (round > 0) latenciesByQuery.get(query)?.push(latency)
    }
  }
  return new Map(
    [...latenciesByQuery].map(([query, latencies]) => [query, medianLatency(latencies)]),
  )
}

async function measureRequest(connection: HttpConnection, request: string): Promise<Latency> {
  const durationsMs: number[] = []
  for (let turn = 0; turn < REQUESTS_PER_ROUND; turn += 1) {
    const sentAt = performance.now()
    const { status } = await connection.send(request)
    durationsMs.push(performance.now() - sentAt)
    if (status !== 200) throw new Error(`${request.split('\r\n')[0]} returned ${status}`)
  }
  return latencyOf(durationsMs)
}
