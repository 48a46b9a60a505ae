import { serverProcesses } from '../../chaos/torture/processes.ts'
import type { Environment } from '../environment.ts'
import { withClient } from '../environment.ts'
import { addAgents, insertLeads, LEAD_COST_PAISE, settle } from '../fill.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { memoryOf, startProduct } from '../product.ts'
import { perSecond, type Row } from '../report.ts'

const LEADS = 20_000
const PURCHASES_PER_CLIENT = 300
const CLIENTS = 32
/** More different pages than the server caches. */
const PAGES = 300

/** Measures the resident memory of each server process after a load of purchases and lists. */
export async function benchMemory(
  { createDatabase, folder }: Environment,
  generator: Generator,
  { port, seconds }: Options,
): Promise<Row[]> {
  const what = 'memory of the largest server process after load'
  const ofAll = 'memory of all server processes after load, shared pages counted once'
  const databaseUrl = await createDatabase('memory')
  const agents = await withClient(databaseUrl, async (client) => {
    const added = await addAgents(client, 200)
    await insertLeads(client, { first: 0, count: LEADS })
    await settle(client)
    return added
  })
  const start = () =>
    startProduct({ entry: 'scripts/start.js', port: port + 3, databaseUrl, folder })
  // Without a filled compile cache the processes need about 45 MB more.
  await (await start()).stop()
  const product = await start()
  try {
    const tokens = agents.map(({ token }) => token)
    const common = { port: product.port, clients: CLIENTS, tokens }
    await generator.run({
      kind: 'buy',
      ...common,
      perClient: PURCHASES_PER_CLIENT,
      firstLead: 0,
      costRupees: LEAD_COST_PAISE / 100,
    })
    const paths = Array.from({ length: PAGES }, (_, at) => `/api/leads?page=${at + 1}&limit=50`)
    const lists = await generator.run({ kind: 'read', ...common, seconds: seconds * 2, paths })
    const { main, others } = await serverProcesses(product.pid)
    const each = (await Promise.all([main, ...others].map(memoryOf))).filter((one) => !!one)
    const memory = each.toSorted((a, b) => b.nowMb - a.nowMb)[0]
    const why = 'This system has no /proc to read it from.'
    if (!memory) return [what, ofAll].map((row) => ({ what: row, why }))
    return [
      {
        what,
        value: memory.nowMb,
        limit: { atMost: 200 },
        unit: 'MB',
        detail: `each, the first one too: ${each.map(({ nowMb }) => Math.round(nowMb)).join(', ')} MB, what they share counted each time; peak ${Math.round(memory.peakMb)} MB; ${PURCHASES_PER_CLIENT * CLIENTS} purchases, then ${lists.answered} lists (${perSecond(lists.perSecond)})`,
      },
      {
        what: ofAll,
        value: each.reduce((sum, { shareMb }) => sum + shareMb, 0),
        limit: { atMost: 300 },
        unit: 'MB',
      },
    ]
  } finally {
    await product.stop()
  }
}
