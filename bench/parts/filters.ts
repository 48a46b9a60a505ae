import { withProduct } from '../../server/src/testing/load/product.ts'
import { quantile } from '../../server/src/testing/load/statistics.ts'
import type { Environment } from '../environment.ts'
import { combineFilters } from '../filters.ts'
import { goals } from '../goals.ts'
import { drive, fresh, get, send } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

const clientCount = 8
/** Combinations that are requested once per second of `--seconds`, of which the slowest are then measured. */
const triedPerSecond = 500
const measuredRounds = 5

/**
 * Requests combinations of all filters, each once, with 8 requests in flight. The slowest are then measured with 8
 * clients. No answer of the last second is used, and each client has another page size.
 */
export async function benchFilters(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.medium)
  const { port, seconds } = options
  return withProduct({ port, databaseUrl, folder: environment.folder }, async () => {
    const paths = combineFilters(seconds * triedPerSecond)
    const tried: { path: string; ms: number }[] = []
    const rest = paths.values()
    const tryAll = async (client: number) => {
      for (const path of rest) {
        const sentAt = performance.now()
        await send(port, get(path, agents[client], fresh))
        tried.push({ path, ms: performance.now() - sentAt })
      }
    }
    await Promise.all(Array.from({ length: clientCount }, (_, client) => tryAll(client)))
    const slowest = tried.toSorted((a, b) => b.ms - a.ms).slice(0, measuredRounds)
    const measured: { path: string; p99Ms: number }[] = []
    for (const { path } of slowest) {
      const { p99Ms } = await drive({
        port,
        clients: clientCount,
        seconds,
        requestsOf: (client) => [get(`${path}&limit=${50 - client}`, agents[client], fresh)],
      })
      measured.push({ path, p99Ms })
    }
    const worst = measured.toSorted((a, b) => b.p99Ms - a.p99Ms)[0]
    if (!worst) throw new Error('no combination was measured')
    const p99 = quantile(
      tried.map(({ ms }) => ms),
      0.99,
    )
    const detail = `${worst.path}; p99 of ${paths.length} combinations once each ${p99.toFixed(0)} ms`
    return [{ ...goals.filters, value: worst.p99Ms, detail }]
  })
}
