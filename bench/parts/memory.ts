import { memoryOf, serverProcesses } from '../../server/src/testing/load/processes.ts'
import { smallHeap, withProduct } from '../../server/src/testing/load/product.ts'
import type { Environment } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { goals } from '../goals.ts'
import { buy, drive, get } from '../load.ts'
import type { Options } from '../options.ts'
import { perSecond, type Row } from '../report.ts'

const clientCount = 32
const purchasesPerSecond = 800
/** Pages that differ, so that none is shared. */
const pages = 300

/** Measures the resident memory of each server process after purchases and lists, with the small heap. */
export async function benchMemory(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.medium)
  const { port, seconds } = options
  const leads = await readLeadsForSale(databaseUrl)
  const env = { NODE_OPTIONS: smallHeap }
  const start = { port, databaseUrl, folder: environment.folder, env }
  await withProduct(start, async () => {}) // Fills the compile cache, which saves 45 MB per process.
  return withProduct(start, async ({ pid }) => {
    const perClient = Math.ceil((purchasesPerSecond * seconds) / clientCount)
    await drive({
      port,
      clients: clientCount,
      amount: clientCount * perClient,
      requestsOf: (client) =>
        leads.slice(client * perClient, (client + 1) * perClient).flatMap((id, at) => {
          const agent = agents[(client + at * clientCount) % agents.length]
          return agent ? [buy(id, agent)] : []
        }),
    })
    const lists = await drive({
      port,
      clients: clientCount,
      seconds: seconds * 2,
      requestsOf: (client) =>
        Array.from({ length: pages }, (_, at) =>
          get(`/api/leads?page=${at + 1}&limit=50`, agents[client % agents.length]),
        ),
    })
    const { main, others } = await serverProcesses(pid)
    const all = await Promise.all([main, ...others].map(memoryOf))
    const each = all.filter((one) => one !== undefined)
    if (each.length === 0) return [{ what: goals.memoryAll.what, why: 'there is no /proc' }]
    const sizes = each.map(({ nowMb }) => nowMb)
    return [
      {
        ...goals.memoryLargest,
        value: Math.max(...sizes),
        detail: `each ${sizes.map(Math.round).join(', ')} MB, with the pages that they share; ${clientCount * perClient} purchases, lists at ${perSecond(lists.perSecond)}`,
      },
      {
        ...goals.memoryAll,
        value: each.reduce((sum, { shareMb }) => sum + shareMb, 0),
        detail: 'shared pages counted once',
      },
    ]
  })
}
