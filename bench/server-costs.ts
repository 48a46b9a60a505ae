import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEnvironment, withClient, withSetting } from './environment.ts'
import { type Agent, addAgents, addLeads, LEAD_COST_PAISE, settle } from './fill.ts'
import type { LoadResult } from './load/jobs.ts'
import { startGenerator } from './load/start-generator.ts'
import { positiveInteger } from './options.ts'
import { type Product, startProduct } from './product.ts'
import { median } from './statistics.ts'

// What each part of the server costs a request: loads the server as it is and with one thing changed, in turns, and
// compares the CPU time of its process and the requests a second. CPU time is the steadier one; Linux alone tells it.
// `node bench/server-costs.ts --rounds 5 --purchases 3000 --lists 6000`

type Variant = {
  env?: Record<string, string>
  changes?: { file: string; find: string; instead: string }[]
}

const ROOT = join(import.meta.dirname, '..')
const CLIENTS = 32
const AGENTS = 200
const LEADS_PER_LIST = 50
/** Different pages that are read; housekeeping puts the kept ones out of date now and then. */
const PAGES = 40

const VARIANTS: Record<string, Variant> = {
  'as it is': {},
  'a look-up of the session for each request': {
    changes: [
      {
        file: 'http/caller.ts',
        find: 'if (waiting.size === 0) setImmediate(flush)',
        instead: 'queueMicrotask(() => void flush())',
      },
    ],
  },
  'statements not prepared': {
    changes: [
      { file: 'http/caller.ts', find: `name: 'find-callers',`, instead: '' },
      { file: 'purchases/purchases.queries.ts', find: `name: 'buy-leads',`, instead: '' },
    ],
  },
  '4 connections': { env: { DATABASE_POOL_SIZE: '4' } },
  '20 connections': { env: { DATABASE_POOL_SIZE: '20' } },
  'no log': { env: { LOG_LEVEL: 'silent' } },
  'log written behind': {
    changes: [
      {
        file: 'src/app.ts',
        find: '...(logStream && { stream: logStream })',
        instead:
          'stream: (await import("pino")).destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 100 })',
      },
    ],
  },
  'no security headers': {
    changes: [
      {
        file: 'http/security-headers.ts',
        find: 'reply.headers(headers)',
        instead: 'void headers',
      },
    ],
  },
  'no CORS': {
    changes: [
      {
        file: 'http/security-headers.ts',
        find: 'await app.register(cors,',
        instead: 'void (cors,',
      },
    ],
  },
  'request ids without random UUIDs': {
    changes: [
      {
        file: 'watching/request-ids.ts',
        find: 'randomUUID()',
        instead: 'String(process.hrtime.bigint())',
      },
    ],
  },
  'nothing counted': {
    changes: [
      { file: 'src/app.ts', find: 'measureRequests(app)', instead: 'void measureRequests' },
      {
        file: 'purchases/buy-lead.ts',
        find: 'if (!bought.replayed) purchases.inc({ funding: bought.paid_with })',
        instead: '',
      },
    ],
  },
  'young generation of at most 8 MB': { env: { NODE_OPTIONS: '--max-semi-space-size=8' } },
}

type Cost = { cpuMicroseconds: number; perSecond: number }

/** CPU time of a process, all its threads, in microseconds. */
async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
      return Number(text.split(' ')[0]) / 1000
    }),
  )
  return times.reduce((sum, time) => sum + time, 0)
}

async function costOf(product: Product, load: () => Promise<LoadResult>): Promise<Cost> {
  const before = await cpuOf(product.pid)
  const { answered, perSecond } = await load()
  return { cpuMicroseconds: ((await cpuOf(product.pid)) - before) / answered, perSecond }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    purchases: { type: 'string', default: '3000' },
    'list-seconds': { type: 'string', default: '2' },
    folder: { type: 'string' },
    port: { type: 'string', default: '8070' },
    only: { type: 'string' },
  },
})
const rounds = positiveInteger('--rounds', values.rounds)
const perClient = Math.ceil(positiveInteger('--purchases', values.purchases) / CLIENTS)
const listSeconds = positiveInteger('--list-seconds', values['list-seconds'])
const port = positiveInteger('--port', values.port)
const environment = await openEnvironment({ folder: values.folder, databaseUrl: undefined })
const generator = startGenerator()
const databaseUrl = withSetting(
  await environment.createDatabase('server_costs'),
  'synchronous_commit=off',
)
const agents: Agent[] = await withClient(databaseUrl, (client) => addAgents(client, AGENTS))
const tokens = agents.map(({ token }) => token)
let nextLead = 0

async function measure({ env, changes = [] }: Variant): Promise<{ buy: Cost; list: Cost }> {
  const perRun = perClient * CLIENTS
  const warmUp = CLIENTS * 20
  await withClient(databaseUrl, async (client) => {
    await addLeads(client, { first: nextLead, count: perRun + warmUp })
    await settle(client)
  })
  const hook = `--import=${join(ROOT, 'bench/load/change-source.ts')}`
  const product = await startProduct({
    port,
    databaseUrl,
    folder: environment.folder,
    env: {
      SERVER_PROCESSES: '1', // The one whose CPU time is told.
      ...env,
      NODE_OPTIONS: [env?.NODE_OPTIONS, changes.length > 0 && hook].filter(Boolean).join(' '),
      BENCH_CHANGES: JSON.stringify(changes),
    },
  })
  const common = { port, clients: CLIENTS, tokens }
  const buy = (each: number) => {
    const firstLead = nextLead
    nextLead += each * CLIENTS
    const costRupees = LEAD_COST_PAISE / 100
    return generator.run({ kind: 'buy', ...common, perClient: each, firstLead, costRupees })
  }
  const paths = Array.from(
    { length: PAGES },
    (_, at) => `/api/leads?page=${at + 1}&limit=${LEADS_PER_LIST}`,
  )
  const list = (seconds: number) => generator.run({ kind: 'read', ...common, seconds, paths })
  try {
    await buy(20)
    const buying = await costOf(product, () => buy(perClient))
    await list(listSeconds / 2)
    return { buy: buying, list: await costOf(product, () => list(listSeconds)) }
  } finally {
    await product.stop()
  }
}

const wanted = Object.entries(VARIANTS).filter(
  ([name]) => !values.only || name === 'as it is' || name.includes(values.only),
)
const costs = new Map<string, { buy: Cost; list: Cost }[]>()
for (let round = 0; round < rounds; round += 1) {
  // Each begins a round once: what comes first or follows something heavy is measured differently.
  const turn = round % wanted.length
  for (const [name, variant] of [...wanted.slice(turn), ...wanted.slice(0, turn)]) {
    costs.set(name, [...(costs.get(name) ?? []), await measure(variant)])
  }
}
generator.close()
await environment.close()

const mid = (name: string, of: 'buy' | 'list', figure: keyof Cost) =>
  Math.round(median((costs.get(name) ?? []).map((cost) => cost[of][figure])))
console.table(
  [...costs.keys()].map((name) => ({
    variant: name,
    'CPU µs a purchase': mid(name, 'buy', 'cpuMicroseconds'),
    'purchases/s': mid(name, 'buy', 'perSecond'),
    'CPU µs a list': mid(name, 'list', 'cpuMicroseconds'),
    'lists/s': mid(name, 'list', 'perSecond'),
  })),
)
