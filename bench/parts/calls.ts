import { alignColumns } from '../../server/src/testing/load/align-columns.ts'
import { requireAllInvariantsHold, withClient } from '../../server/src/testing/load/database.ts'
import { startProduct } from '../../server/src/testing/load/product.ts'
import { median } from '../../server/src/testing/load/statistics.ts'
import { type Call, metaVerifyToken, readCalls, writeCalls } from '../calls.ts'
import type { BusinessDatabase, Environment } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { goals } from '../goals.ts'
import { drive, ratioOf, runPairs } from '../load.ts'
import type { Options } from '../options.ts'
import { perSecond, type Row } from '../report.ts'

const clientCount = 2
/** Requests of each call on each side of a round, per second of `--seconds`. */
const requestsPerSecond = 10

/** Sends every GET request of the OpenAPI document, and some writes, to a small and to a large database. */
export async function benchCalls(environment: Environment, options: Options): Promise<Row[]> {
  const { folder, openBusiness } = environment
  const small = await openBusiness(options.small)
  const large = await openBusiness(options.large)
  const env = {
    // All requests come from this machine, so its address is exempt from the limits per address.
    RATE_LIMIT_ALLOW: '127.0.0.1,::1',
    META_APP_SECRET: 'secret',
    META_VERIFY_TOKEN: metaVerifyToken,
    META_PAGE_TOKEN: 'token',
  }
  const start = async ({ databaseUrl }: BusinessDatabase, port: number) =>
    startProduct({ port, databaseUrl, folder, env })
  const servers = [await start(small, options.port), await start(large, options.port + 1)]
  try {
    return await compareCalls(small, large, options)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function compareCalls(
  small: BusinessDatabase,
  large: BusinessDatabase,
  options: Options,
): Promise<Row[]> {
  const { port, rounds } = options
  const count = clientCount * Math.ceil((options.seconds * requestsPerSecond) / clientCount)
  const onSmall = await callsOf(small, port, { count, rounds })
  const onLarge = await callsOf(large, port + 1, { count, rounds })
  const figures: { name: string; ratio: number; a: number; b: number }[] = []
  const failures: Row[] = []
  for (const call of onLarge.calls) {
    const other = onSmall.calls.find(({ name }) => name === call.name)
    if (!other) continue
    const side = (at: number, { requests }: Call) => {
      let next = 0
      return () => {
        // Each run of a write takes new requests. The first run warms up.
        const some = requests.slice(next, next + count)
        if (requests.length > count) next += count
        return drive({
          port: at,
          clients: clientCount,
          amount: count,
          requestsOf: (client) => some.filter((_, index) => index % clientCount === client),
        })
      }
    }
    const [a, b] = [side(port + 1, call), side(port, other)]
    try {
      await runPairs(1, a, b)
      figures.push({ name: call.name, ...ratioOf(await runPairs(rounds, a, b)) })
    } catch (error) {
      failures.push({ what: call.name, why: String(error) })
    }
  }
  figures.sort((one, other) => one.ratio - other.ratio)
  const table = figures.map(({ name, ratio, a, b }) => [
    name,
    perSecond(b),
    perSecond(a),
    ratio.toFixed(2),
  ])
  console.log(`\n${alignColumns([['call', 'small', 'large', 'ratio'], ...table], true)}\n`)
  for (const { databaseUrl } of [small, large]) await requireAllInvariantsHold(databaseUrl)
  const grows = figures.filter(({ ratio }) => ratio < goals.calls.limit.atLeast)
  return [
    {
      ...goals.calls,
      value: median(figures.map(({ ratio }) => ratio)),
      detail: `${figures.length} calls; below the goal: ${grows.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', ')}`,
    },
    { what: 'calls without a record to request', detail: onLarge.skipped.join(', ') },
    ...failures,
  ]
}

async function callsOf(
  business: BusinessDatabase,
  port: number,
  { count, rounds }: { count: number; rounds: number },
) {
  const leads = (await readLeadsForSale(business.databaseUrl)).values()
  const { calls, skipped } = await withClient(business.databaseUrl, (client) =>
    readCalls(port, { business, client, count }),
  )
  return { calls: [...calls, ...writeCalls(business, leads, count * (rounds + 1))], skipped }
}
