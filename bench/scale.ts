import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { serverProcesses } from '../chaos/torture/processes.ts'
import { cpuBetween, cpuOf } from './database-cpu.ts'
import { discardKeptPages } from './discard-kept-pages.ts'
import {
  databasePid,
  type Environment,
  openEnvironment,
  requireAllInvariantsHold,
  withClient,
} from './environment.ts'
import { type Agent, addAgents, addManyLeads, LEAD_COST_PAISE, leadId, settle } from './fill.ts'
import { type HttpConnection, openHttp } from './load/http-connection.ts'
import { buyRequest, getRequest } from './load/requests.ts'
import { positiveInteger } from './options.ts'
import { memoryOf, startProduct } from './product.ts'
import { latencyOf } from './statistics.ts'

// Measures what grows with the number of leads, one request at a time: `node bench/scale.ts`. It measures growth, not
// speed, for which `npm run bench` exists. docs/scaling.md uses the results.

const AGENTS = 50
const SOLD_SHARE = 0.3

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Pages, filters and searches, from those that an index answers to those that count rows. */
const READS = {
  'page 1': '/api/leads?page=1&limit=50',
  'page 1,000': '/api/leads?page=1000&limit=10',
  'page 1, filters set': '/api/leads?page=1&limit=50&leadType=international&tripType=Family',
  'three travel dates': `/api/leads?page=1&limit=50&travelFrom=${inDays(20)}&travelTo=${inDays(22)}`,
  'travel from, for sale': `/api/leads?page=1&limit=50&satatus=buy&travelFrom=${inDays(30)}`,
  'travel from, latest first': `/api/leads?page=1&limit=50&travelFrom=${inDays(30)}&sort=-travelDate`,
  'sorted by travel date': '/api/leads?page=1&limit=50&sort=travelDate',
  'search, few match': '/api/leads?page=1&limit=50&search=sharma%204217',
  'search, an eighth match': '/api/leads?page=1&limit=50&search=asha',
}

type Figures = Record<string, string>

async function measure(environment: Environment, leads: number, run: Run): Promise<Figures> {
  const databaseUrl = await environment.createDatabase(`scale_${leads}`)
  const startedAt = performance.now()
  const agents = await fill(databaseUrl, leads)
  const filledMs = performance.now() - startedAt
  const product = await startProduct({ port: run.port, databaseUrl, folder: environment.folder })
  const connection = await openHttp(run.port)
  try {
    const forSale = newestForSale(leads)
    const figures: Figures = {
      filled: seconds(filledMs),
      ...(await sizes(databaseUrl, leads)),
      'ready after': ms(product.readyAfterMs),
    }
    const database = await databasePid(environment)
    for (const [name, path] of Object.entries(READS)) {
      figures[name] = await measureReads(connection, {
        databaseUrl,
        path,
        database,
        agents,
        forSale,
        asks: run.asks,
      })
    }
    const purchases = run.asks * 5
    const cpuBefore = await cpuOf(database)
    const bought = inMs(await measurePurchases(connection, agents, forSale, purchases))
    const cpuMs = cpuBetween(cpuBefore, await cpuOf(database)) / purchases
    figures['buy a lead'] = `${bought}, ${ms(cpuMs)} of the database's CPU`
    const { main, others } = await serverProcesses(product.pid)
    const each = await Promise.all([main, ...others].map(memoryOf))
    figures['memory of each server process'] =
      `${each.map((one) => one?.nowMb.toFixed(0)).join(', ')} MB`
    const auditedAt = performance.now()
    await requireAllInvariantsHold(databaseUrl)
    figures['audit of all invariants'] = ms(performance.now() - auditedAt)
    return figures
  } finally {
    connection.close()
    await product.stop()
    await withClient(environmentDatabase(databaseUrl), (client) =>
      client.query(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`),
    )
  }
}

async function fill(databaseUrl: string, leads: number): Promise<Agent[]> {
  return withClient(databaseUrl, async (client) => {
    const agents = await addAgents(client, AGENTS)
    await addManyLeads(client, { count: leads, soldShare: SOLD_SHARE })
    await settle(client)
    return agents
  })
}

/** The same share that `addLeads` marks as sold, by the same rule. */
function* newestForSale(leads: number): Generator<string> {
  for (let n = leads - 1; n >= 0; n -= 1) {
    if ((n * 7919) % 1000 >= 1000 * SOLD_SHARE) yield leadId(n)
  }
}

async function sizes(databaseUrl: string, leads: number): Promise<Figures> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ total: number; rows: number; indexes: number; search: number }>(
      `select pg_database_size(current_database()) as total, pg_table_size('leads') as rows,
         pg_indexes_size('leads') as indexes, pg_total_relation_size('lead_search') as search`,
    ),
  )
  const [size] = rows
  if (!size) throw new Error('the query for the database size returned nothing')
  const bytesPerLead = [size.rows, size.indexes, size.search].map((bytes) =>
    Math.round(bytes / leads),
  )
  return {
    'size of the database': `${(size.total / 1e9).toFixed(2)} GB`,
    'bytes per lead: row, indexes, text search': bytesPerLead.join(', '),
  }
}

type Reading = {
  path: string
  /** Pid of the database's main process. */
  database: number
  databaseUrl: string
  agents: readonly Agent[]
  forSale: Iterator<string>
  asks: number
}

/** Sells a lead before each request, and no kept page is returned. */
async function measureReads(connection: HttpConnection, reading: Reading): Promise<string> {
  const { path, database, databaseUrl, agents, forSale, asks } = reading
  const readerToken = agents.at(-1)?.token
  const durations: number[] = []
  let cpuMs = 0
  for (let ask = 0; ask < asks; ask += 1) {
    await measurePurchases(connection, agents, forSale, 1)
    await discardKeptPages(databaseUrl)
    const cpuBefore = await cpuOf(database)
    const startedAt = performance.now()
    const { status } = await connection.send(getRequest(path, readerToken))
    durations.push(performance.now() - startedAt)
    cpuMs += cpuBetween(cpuBefore, await cpuOf(database))
    if (status !== 200) throw new Error(`${path} returned ${status}`)
  }
  return `${inMs(durations)}, ${ms(cpuMs / asks)} of the database's CPU`
}

async function measurePurchases(
  connection: HttpConnection,
  agents: readonly Agent[],
  forSale: Iterator<string>,
  times: number,
): Promise<number[]> {
  const durations: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const { value: lead, done } = forSale.next()
    const token = agents[turn % (agents.length - 1)]?.token
    if (done || !token) throw new Error('no lead is left to buy')
    const request = buyRequest({ leadId: lead, costRupees: LEAD_COST_PAISE / 100, token })
    const startedAt = performance.now()
    const { status, body } = await connection.send(request, true)
    durations.push(performance.now() - startedAt)
    if (status !== 200) throw new Error(`a purchase failed with ${status}: ${body}`)
  }
  return durations
}

function environmentDatabase(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  return url.href
}

const ms = (duration: number) => `${duration.toFixed(duration < 20 ? 1 : 0)} ms`
const seconds = (duration: number) => `${(duration / 1000).toFixed(0)} s`
function inMs(durations: readonly number[]): string {
  const { p50Ms, p99Ms } = latencyOf(durations)
  return `${ms(p50Ms)} (p99 ${ms(p99Ms)})`
}

type Run = { sizes: number[]; asks: number; port: number; folder: string | undefined }

function readRun(): Run {
  const { values } = parseArgs({
    options: {
      leads: { type: 'string', default: '10000,1000000' },
      asks: { type: 'string', default: '40' },
      port: { type: 'string', default: '8078' },
      folder: { type: 'string' },
    },
  })
  return {
    sizes: values.leads.split(',').map((text) => positiveInteger('--leads', text)),
    asks: positiveInteger('--asks', values.asks),
    port: positiveInteger('--port', values.port),
    folder: values.folder,
  }
}

const run = readRun()
const environment = await openEnvironment({ folder: run.folder, databaseUrl: undefined })
try {
  for (const leads of run.sizes) {
    console.log(`\n${leads.toLocaleString('en-IN')} leads`)
    const figures = await measure(environment, leads, run)
    for (const [name, figure] of Object.entries(figures)) {
      console.log(`  ${name.padEnd(50)} ${figure}`)
    }
  }
} finally {
  await environment.close()
  await rm(environment.folder, { recursive: true, force: true })
}
