import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEnvironment, requireAllInvariantsHold, withClient } from './environment.ts'
import { addAgents, addLeads, LEAD_COST_PAISE, settle } from './fill.ts'
import { startGenerator } from './load/start-generator.ts'
import { positiveInteger } from './options.ts'
import { startProduct } from './product.ts'

// Where a server process spends its time on the two hot paths, a purchase and a page of the list: the CPU profile of the
// process while it is loaded, by part. `node bench/server-profile.ts --clients 32 --seconds 5`

const AGENTS = 200
/** Different pages, more than are kept, so that most are read from the database. */
const PAGES = 300

type CallFrame = { functionName: string; url: string; lineNumber: number }
/** The parts of V8's format that are read here. */
type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame }[]
  samples: number[]
  /** Microseconds. */
  timeDeltas: number[]
}

const SYSTEM_CALLS = /^(writev?|writeBuffer|write\w+String|shutdown|open|fstat|close)$/

/** What a function belongs to: a package, a module of Node, a folder of ours. */
function partOf({ functionName, url }: CallFrame): string {
  if (url === '' && SYSTEM_CALLS.test(functionName)) return 'system calls: answers, statements, log'
  if (url === '') return functionName.startsWith('(') ? functionName : 'engine'
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (library) return library
  if (url.startsWith('node:')) return `node:${url.slice(5).split('/').slice(0, 2).join('/')}`
  return /\/((?:server\/src|contract\/src)\/[^/]+)/.exec(url)?.[1] ?? url
}

/** Shares of the busy time of the last `seconds` of a profile, largest first. */
function sharesOf(profile: CpuProfile, seconds: number): [part: string, share: number][] {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
  const spent = new Map<string, number>()
  let left = seconds * 1e6
  let busy = 0
  for (let at = profile.samples.length - 1; at >= 0 && left > 0; at -= 1) {
    const took = profile.timeDeltas[at] ?? 0
    left -= took
    const frame = frames.get(profile.samples[at] ?? 0)
    if (!frame || frame.functionName === '(idle)') continue
    busy += took
    spent.set(partOf(frame), (spent.get(partOf(frame)) ?? 0) + took)
  }
  return [...spent]
    .map(([part, took]): [string, number] => [part, took / busy])
    .sort(([, a], [, b]) => b - a)
}

async function readProfile(folder: string): Promise<CpuProfile> {
  const [name] = await readdir(folder)
  if (!name) throw new Error('the server wrote no profile')
  return JSON.parse(await readFile(join(folder, name), 'utf8'))
}

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '5' },
    port: { type: 'string', default: '8070' },
    folder: { type: 'string' },
  },
})
const clients = positiveInteger('--clients', values.clients)
const seconds = positiveInteger('--seconds', values.seconds)
const port = positiveInteger('--port', values.port)
/** As many as a fast machine makes in that time. */
const perClient = Math.ceil((seconds * 3000) / clients)

const environment = await openEnvironment({ folder: values.folder, databaseUrl: undefined })
const generator = startGenerator()
const databaseUrl = await environment.createDatabase('profile')
const agents = await withClient(databaseUrl, async (client) => {
  const made = await addAgents(client, AGENTS)
  await addLeads(client, { first: 0, count: perClient * clients })
  await settle(client)
  return made
})
const tokens = agents.map(({ token }) => token)
const paths = Array.from({ length: PAGES }, (_, at) => `/api/leads?page=${at + 1}&limit=50`)
const costRupees = LEAD_COST_PAISE / 100
const loads = {
  purchase: () =>
    generator.run({ kind: 'buy', port, clients, perClient, firstLead: 0, costRupees, tokens }),
  list: () => generator.run({ kind: 'read', port, clients, seconds, paths, tokens }),
}

try {
  // The list first: a bought lead is no longer there to be bought.
  for (const path of ['list', 'purchase'] as const) {
    const folder = join(environment.folder, path)
    await mkdir(folder)
    const product = await startProduct({
      port,
      databaseUrl,
      folder: environment.folder,
      env: { SERVER_PROCESSES: '1', NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    })
    const { perSecond, elapsedSeconds } = await loads[path]().finally(() => product.stop())
    const shares = sharesOf(await readProfile(folder), elapsedSeconds)
    console.log(`\n${path}: ${Math.round(perSecond)} a second with ${clients} clients, profiled`)
    for (const [part, share] of shares.filter(([, share]) => share >= 0.01)) {
      console.log(`${(share * 100).toFixed(1).padStart(6)} %  ${part}`)
    }
  }
  await requireAllInvariantsHold(databaseUrl)
} finally {
  generator.close()
  await environment.close()
}
