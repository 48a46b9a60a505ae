import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireAllInvariantsHold } from '../../server/src/testing/load/database.ts'
import type { Agent } from '../../server/src/testing/load/fill.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import type { Environment } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { goals } from '../goals.ts'
import { drive, get, ratioOf, runPairs, send, whileSelling } from '../load.ts'
import type { Options } from '../options.ts'
import { perSecond, type Row } from '../report.ts'

const clientCount = 32
/** Pages that agents view: the marketplace without and with filters. */
const pages = [
  '/api/leads?page=1&limit=50',
  '/api/leads?page=1&limit=50&satatus=buy',
  '/api/leads?page=2&limit=50&satatus=buy&leadType=domestic',
  '/api/leads?page=1&limit=50&leadType=international&tripType=Family',
]

/** Compares an agent's list with the same page from memory, without and with sales. */
export async function benchList(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.small)
  const { port, rounds, seconds } = options
  const page = join(environment.folder, 'static-page.json')
  // Buys the newest leads, which are on the pages that are read.
  const leads = (await readLeadsForSale(databaseUrl)).values()
  const half = agents.length / 2
  const [buyers, readers] = [agents.slice(0, half), agents.slice(half)]
  const start = {
    entry: 'bench/parts/server-with-static-page.ts',
    port,
    databaseUrl,
    folder: environment.folder,
    env: { BENCH_STATIC_PAGE: page },
  }
  return withProduct(start, async () => {
    await writeFile(page, await send(port, get(pages[0] ?? '', readers[0])))
    const read = (paths: readonly string[], user?: (client: number) => Agent | undefined) =>
      drive({
        port,
        clients: clientCount,
        seconds,
        requestsOf: (client) => paths.map((path) => get(path, user?.(client))),
      })
    const list = () => read(pages, (client) => readers[client % readers.length])
    const staticPage = () => read(['/bench/static-page'])
    const sellingList = () => whileSelling(port, { leads, buyers }, list)
    await runPairs(1, list, staticPage) // Warms up.
    const rows: Row[] = []
    for (const [goal, work] of [
      [goals.listQuiet, list],
      [goals.listSelling, sellingList],
    ] as const) {
      const { ratio, a, b } = ratioOf(await runPairs(rounds, work, staticPage))
      rows.push({ ...goal, value: ratio, detail: `${perSecond(a)} of ${perSecond(b)}` })
    }
    await requireAllInvariantsHold(databaseUrl)
    return rows
  })
}
