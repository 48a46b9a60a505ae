import type pg from 'pg'
import { serverProcesses } from '../chaos/torture/processes.ts'
import { type AuditScope, checkInvariantsWithin } from '../server/src/integrity/check-invariants.ts'
import { connectDatabase } from '../server/src/platform/database/connect.ts'
import { cpuBetween, readCpuTimes } from './database-cpu.ts'
import { withClient } from './environment.ts'
import { type Agent, LEAD_COST_PAISE } from './fill.ts'
import { type HttpConnection, openHttp } from './load/http-connection.ts'
import { buyRequest, freshGetRequest } from './load/requests.ts'
import { memoryOf, startProduct } from './product.ts'
import { latencyOf } from './statistics.ts'

// The measurements of `scale.ts`. Each prints the elapsed time and the CPU time of the database, which other work on the machine
// affects least.

const CLIENTS = 8

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Pages, filters and searches, from those that an index answers to those that count rows. */
const LISTS = {
  'page 1': 'page=1&limit=50',
  'page 1,000': 'page=1000&limit=10',
  'page 1, filters set': 'page=1&limit=50&leadType=international&tripType=Family',
  'three travel dates': `page=1&limit=50&travelFrom=${inDays(20)}&travelTo=${inDays(22)}`,
  'travel from, for sale': `page=1&limit=50&satatus=buy&travelFrom=${inDays(30)}`,
  'travel from, latest first': `page=1&limit=50&travelFrom=${inDays(30)}&sort=-travelDate`,
  'sorted by travel date': 'page=1&limit=50&sort=travelDate',
  'search, few match': 'page=1&limit=50&search=sharma%204217',
  'search, an eighth match': 'page=1&limit=50&search=asha',
  'search, an eighth match, page 50': 'page=50&limit=50&search=asha',
}

type Product = {
  databaseUrl: string
  folder: string
  port: number
  /** Pid of the database's main process. */
  database: number
  agents: readonly Agent[]
  leads: number
  /** Requests for each list. */
  requests: number
}
type Bench = Product & { connection: HttpConnection; forSale: Iterator<string> }

/** Measures lists and purchases, one request at a time, and purchases by 8 clients. */
export async function measureProduct(of: Product): Promise<void> {
  const product = await startProduct(of)
  print('ready after', ms(product.readyAfterMs))
  const connection = await openHttp(of.port)
  const purchases = of.requests * 5
  const lists = Object.keys(LISTS).length + 1
  const needed = lists * of.requests + purchases * (1 + CLIENTS)
  const forSale = await withClient(of.databaseUrl, (client) => newestForSale(client, needed))
  const bench = { ...of, connection, forSale: forSale.values() }
  try {
    for (const [name, query] of Object.entries(LISTS)) {
      print(name, await measureList(bench, `/api/leads?${query}`))
    }
    const lastPage = Math.ceil(of.leads / 10)
    print('last page', await measureList(bench, `/api/leads?page=${lastPage}&limit=10`))
    print('purchase', await measurePurchases(bench, [connection], purchases))
    const connections = await Promise.all(Array.from({ length: CLIENTS }, () => openHttp(of.port)))
    const count = purchases * CLIENTS
    print(`purchase, ${CLIENTS} clients`, await measurePurchases(bench, connections, count))
    for (const each of connections) each.close()
    const { main, others } = await serverProcesses(product.pid)
    const memory = await Promise.all([main, ...others].map(memoryOf))
    const used = memory.map((one) => one?.nowMb.toFixed(0)).join(', ')
    print('memory of each server process', `${used} MB`)
  } finally {
    connection.close()
    await product.stop()
  }
}

/** @returns the ids of the newest leads for sale */
async function newestForSale(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from leads where deleted_at is null and status = 'buy' and not is_expired
     order by created_at desc, id desc limit $1`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Before each request, sells a lead. */
async function measureList(bench: Bench, path: string): Promise<string> {
  const { database, connection, agents, requests } = bench
  const durations: number[] = []
  let cpuMs = 0
  for (let request = 0; request < requests; request += 1) {
    await buyNext(bench, connection, request)
    const cpuBefore = await readCpuTimes(database)
    const startedAt = performance.now()
    const { status } = await connection.send(freshGetRequest(path, agents.at(-1)?.token))
    durations.push(performance.now() - startedAt)
    cpuMs += cpuBetween(cpuBefore, await readCpuTimes(database))
    if (status !== 200) throw new Error(`${path} returned ${status}`)
  }
  return `${latency(durations)}, CPU ${ms(cpuMs / requests)}`
}

async function measurePurchases(
  bench: Bench,
  connections: readonly HttpConnection[],
  count: number,
): Promise<string> {
  const cpuBefore = await readCpuTimes(bench.database)
  const startedAt = performance.now()
  const perClient = count / connections.length
  const durations = await Promise.all(
    connections.map(async (connection, client) => {
      const clientDurations: number[] = []
      for (let n = 0; n < perClient; n += 1) {
        clientDurations.push(await buyNext(bench, connection, client * perClient + n))
      }
      return clientDurations
    }),
  )
  const perSecond = (count * 1000) / (performance.now() - startedAt)
  const cpuMs = cpuBetween(cpuBefore, await readCpuTimes(bench.database)) / count
  return `${latency(durations.flat())}, CPU ${ms(cpuMs)}, ${perSecond.toFixed(0)} per second`
}

/** @returns its duration in ms */
async function buyNext(bench: Bench, connection: HttpConnection, nth: number): Promise<number> {
  const { value: lead, done } = bench.forSale.next()
  const token = bench.agents[nth % (bench.agents.length - 1)]?.token
  if (done || !token) throw new Error('no lead is left to buy')
  const request = buyRequest({ leadId: lead, costRupees: LEAD_COST_PAISE / 100, token })
  const startedAt = performance.now()
  const { status, body } = await connection.send(request, true)
  if (status !== 200) throw new Error(`a purchase failed with ${status}: ${body}`)
  return performance.now() - startedAt
}

/** Measures the audits on one core, as the product runs them. All days are sealed. */
export async function measureAudits(of: { databaseUrl: string; database: number }): Promise<void> {
  const database = connectDatabase({ connectionString: of.databaseUrl, poolSize: 2 })
  try {
    for (const scope of ['fast', 'complete'] satisfies AuditScope[]) {
      await timed(`${scope} audit`, of, async () => {
        const { findings, unchecked } = await checkInvariantsWithin(database, {
          scope,
          statementTimeoutMs: 1_800_000,
        })
        const names = [...findings.map(({ invariant }) => invariant), ...unchecked]
        if (names.length > 0) throw new Error(`not valid: ${names.join('; ')}`)
      })
    }
  } finally {
    await database.close()
  }
}

/** Measures VACUUM of the tables that sales change, after a number of sales. */
export async function measureVacuum(of: {
  databaseUrl: string
  database: number
  sales: number
}): Promise<void> {
  const tables = ['leads', 'purchases', 'postings']
  await withClient(of.databaseUrl, async (client) => {
    for (const table of tables) {
      await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
    }
    await timed(`${of.sales} sales in the database`, of, () => sell(client, of.sales))
    for (const table of tables) {
      await timed(`vacuum of ${table}`, of, () => client.query(`vacuum ${table}`))
      await client.query(`alter table ${table} reset (autovacuum_enabled)`)
    }
    await timed('vacuum of the database', of, () => client.query('vacuum'))
  })
}

/** Sells the newest leads to agents in turn. */
async function sell(client: pg.Client, sales: number): Promise<void> {
  await client.query('set synchronous_commit = off')
  const { rows: agents } = await client.query<{ id: string }>(
    `select id from users where role = 'user' order by id desc limit 500`,
  )
  for (const [n, lead] of (await newestForSale(client, sales)).entries()) {
    await client.query({
      name: 'buy',
      text: 'select buy_lead(uuidv7(), uuidv7(), $1, $2, $3, null, $4, $5, $6, $7)',
      values: [
        agents[n % agents.length]?.id,
        lead,
        LEAD_COST_PAISE,
        crypto.randomUUID(),
        Buffer.alloc(32, n),
        crypto.randomUUID(),
        '127.0.0.1',
      ],
    })
  }
}

/** Prints the size of the database and of all larger tables and indexes. */
export async function printSizes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string; bytes: number; all: number }>(
    `select c.oid::regclass::text as name, coalesce(i.indrelid, c.oid)::regclass::text as table,
       pg_table_size(c.oid) as bytes, pg_database_size(current_database()) as all
     from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
       and pg_table_size(c.oid) > pg_database_size(current_database()) / 500
     order by pg_total_relation_size(coalesce(i.indrelid, c.oid)) desc, i.indexrelid is not null, bytes desc`,
  )
  print('size of the database', mb(rows[0]?.all ?? 0))
  for (const { name, table, bytes } of rows) print(name === table ? name : `  ${name}`, mb(bytes))
}

/** Prints the elapsed time and the CPU time of the database. */
export async function timed(
  name: string,
  { database }: { database: number },
  work: () => Promise<unknown>,
): Promise<void> {
  const cpuBefore = await readCpuTimes(database)
  const startedAt = performance.now()
  await work()
  const elapsedMs = performance.now() - startedAt
  const cpuMs = cpuBetween(cpuBefore, await readCpuTimes(database))
  print(name, `${seconds(elapsedMs)}, CPU ${seconds(cpuMs)}`)
}

const print = (name: string, figure: string) => console.log(`  ${name.padEnd(40)} ${figure}`)
const ms = (duration: number) => `${duration.toFixed(duration < 20 ? 1 : 0)} ms`
const seconds = (duration: number) => `${(duration / 1000).toFixed(1)} s`
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
function latency(durations: readonly number[]): string {
  const { p50Ms, p99Ms } = latencyOf(durations)
  return `${ms(p50Ms)} (p99 ${ms(p99Ms)})`
}
