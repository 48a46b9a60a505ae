import { memoryOf, serverProcesses } from '../../server/src/testing/load/processes.ts'
import { withProduct } from '../../server/src/testing/load/product.ts'
import type { Environment } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { GOALS } from '../goals.ts'
import { buy, drive, get } from '../load.ts'
import type { Options } from '../options.ts'
import { perSecond, type Row } from '../report.ts'

const CLIENTS = 32
const PURCHASES_PER_SECOND = 800
/** Pages that differ, so that none is shared. */
const PAGES = 300

/** Measures the resident memory of each server process after purchases and lists. */
export async function benchMemory(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.medium)
  const { port, seconds } = options
  const leads = await readLeadsForSale(databaseUrl)
  const start = { port, databaseUrl, folder: environment.folder }
  await withProduct(start, async () => {}) // Fills the compile cache, which saves 45 MB per process.
  return withProduct(start, async ({ pid }) => {
    const perClient = Math.ceil((PURCHASES_PER_SECOND * seconds) / CLIENTS)
    await drive({
      port,
      clients: CLIENTS,
      amount: CLIENTS * perClient,
      requestsOf: (client) =>
        leads.slice(client * perClient, (client + 1) * perClient).flatMap((id, at) => {
          const agent = agents[(client + at * CLIENTS) % agents.length]
          return agent ? [buy(id, agent)] : []
        }),
    })
    const lists = await drive({
      port,
      clients: CLIENTS,
      seconds: seconds * 2,
      requestsOf: (client) =>
        Array.from({ length: PAGES }, (_, at) =>
          get(`/api/leads?page=${at + 1}&limit=50`, agents[client % agents.length]),
        ),
    })
    const { main, others } = await serverProcesses(pid)
    const all = await Promise.all([main, ...others].map(memoryOf))
    const each = all.filter((one) => one !== undefined)
    if (each.length === 0) return [{ what: GOALS.memoryAll.what, why: 'there is no /proc' }]
    const sizes = each.map(({ nowMb }) => nowMb)
    return [
      {
        ...GOALS.memoryLargest,
        value: Math.max(...sizes),
        detail: `each ${sizes.map(Math.round).join(', ')} MB, with the pages that they share; ${CLIENTS * perClient} purchases, lists at ${perSecond(lists.perSecond)}`,
      },
      {
        ...GOALS.memoryAll,
        value: each.reduce((sum, { shareMb }) => sum + shareMb, 0),
        detail: 'shared pages counted once',
      },
    ]
  })
}
