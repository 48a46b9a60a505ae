import { withProduct } from '../../server/src/testing/load/product.ts'
import type { Environment } from '../environment.ts'
import { singleFilters, textSearches } from '../filters.ts'
import { goals } from '../goals.ts'
import { drive, fresh, get, type LoadResult } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

/** Requests of each page per second of `--seconds`, one at a time. */
const requestsPerSecond = 10

/** Measures single pages of the largest list. No answer of the last second is used. */
export async function benchPages(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.large)
  const { port, seconds } = options
  return withProduct({ port, databaseUrl, folder: environment.folder }, async () => {
    const slowestOf = async (paths: readonly string[], figure: 'p50Ms' | 'p99Ms') => {
      const measured: (LoadResult & { path: string })[] = []
      for (const path of paths) {
        const requestsOf = () => [get(path, agents[0], fresh)]
        const one = { port, clients: 1, requestsOf }
        await drive({ ...one, amount: 2 }) // Plans the query and fills caches.
        const amount = Math.ceil(seconds * requestsPerSecond)
        measured.push({ path, ...(await drive({ ...one, amount })) })
      }
      const slowest = measured.toSorted((a, b) => b[figure] - a[figure])
      const detail = slowest.slice(0, 3).map((one) => `${one.path} ${one[figure]} ms`)
      return { value: slowest[0]?.[figure] ?? Number.NaN, detail: detail.join('; ') }
    }
    return [
      { ...goals.pages, ...(await slowestOf(singleFilters, 'p50Ms')) },
      { ...goals.text, ...(await slowestOf(textSearches, 'p99Ms')) },
    ]
  })
}
