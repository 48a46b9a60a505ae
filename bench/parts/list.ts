import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { requireAllInvariantsHold, withClient } from '../environment.ts'
import { type Agent, addAgents, addLeads, settle } from '../fill.ts'
import { openHttp } from '../load/http-connection.ts'
import type { LoadResult } from '../load/jobs.ts'
import { getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import { openSteadyBuyer, type SteadyBuyer } from '../load/steady-buyer.ts'
import type { Options } from '../options.ts'
import { type Product, startProduct } from '../product.ts'
import { inMs, perSecond, type Row } from '../report.ts'
import { latencyOf, median, medianLatency } from '../statistics.ts'

const CLIENTS = 32
const AGENTS = 200
const SMALL = 10_000
const SOLD_SHARE = 0.3
/** A sale as often as this makes every kept page out of date all the time. */
const SALE_EVERY_MS = 20
const DEEP_PAGE = 1000
const DEEP_ASKS_PER_ROUND = 20

const STATIC_PAGE = '/bench/static/listLeads/first-page'
/** What agents look at: the marketplace as it opens, and with its filters set. */
const PAGES = [
  '/api/leads?page=1&limit=50',
  '/api/leads?page=1&limit=50&satatus=buy',
  '/api/leads?page=2&limit=50&satatus=buy&leadType=domestic',
  '/api/leads?page=1&limit=50&leadType=international&tripType=Family',
]
const SEARCHES = [
  '/api/leads?page=1&limit=50&search=asha',
  '/api/leads?page=1&limit=50&destination=goa&city=mumbai',
]

/** A product on a database with so many leads, and someone who buys from it. */
type Market = {
  leads: number
  databaseUrl: string
  product: Product
  agents: Agent[]
  buyer: SteadyBuyer
}

/** The list of leads against a static page, a large database against a small one, a deep page against the first. */
export async function benchList(
  environment: Environment,
  generator: Generator,
  options: Options,
): Promise<Row[]> {
  const staticPages = join(environment.folder, 'static-list')
  await mkdir(staticPages)
  const small = await openMarket(environment, SMALL, { port: options.port + 1, staticPages })
  try {
    await writeFile(join(staticPages, 'first-page.json'), await readPage(small, PAGES[0] ?? ''))
    const large = await openMarket(environment, options.leads, {
      port: options.port + 2,
      staticPages,
    })
    try {
      const bench = { generator, small, large, options }
      const rows = [
        await againstStatic(bench, { selling: false }),
        await againstStatic(bench, { selling: true }),
        await largeAgainstSmall(bench, { selling: false }),
        await largeAgainstSmall(bench, { selling: true }),
        await deepAgainstFirst(bench),
        await searching(bench),
      ]
      for (const market of [small, large]) await requireAllInvariantsHold(market.databaseUrl)
      return rows
    } finally {
      await closeMarket(large)
    }
  } finally {
    await closeMarket(small)
  }
}

type Bench = { generator: Generator; small: Market; large: Market; options: Options }

async function openMarket(
  { createDatabase, folder }: Environment,
  leads: number,
  { port, staticPages }: { port: number; staticPages: string },
): Promise<Market> {
  const databaseUrl = await createDatabase(`list_${leads}`)
  const agents = await withClient(databaseUrl, async (client) => {
    const made = await addAgents(client, AGENTS)
    await addLeads(client, { first: 0, count: leads, soldShare: SOLD_SHARE })
    await settle(client)
    return made
  })
  const product = await startProduct({
    entry: 'bench/server-with-static-page.ts',
    port,
    databaseUrl,
    folder,
    env: { BENCH_STATIC_PAGES: staticPages },
  })
  // The newest first, which stand on the pages that are read.
  const buyer = await openSteadyBuyer(port, agents, await leadsForSale(databaseUrl))
  return { leads, databaseUrl, product, agents, buyer }
}

async function closeMarket({ buyer, product }: Market): Promise<void> {
  buyer.close()
  await product.stop()
}

async function leadsForSale(databaseUrl: string): Promise<Iterator<string>> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ id: string }>(
      `select id from leads where status = 'buy' order by created_at desc, id desc limit 100000`,
    ),
  )
  return rows.map(({ id }) => id).values()
}

/** The whole answer, as the static page answers it again. */
async function readPage({ product, agents }: Market, path: string): Promise<Buffer> {
  const connection = await openHttp(product.port)
  const { status, body } = await connection.send(getRequest(path, agents[0]?.token), true)
  connection.close()
  if (status !== 200 || !body) throw new Error(`${path} answered ${status}`)
  return body
}

function read({ generator, options }: Bench, market: Market, paths: string[]): Promise<LoadResult> {
  // Agents who buy see their own contacts, which takes a page of their own; these here only look.
  const onlookers = market.agents.slice(AGENTS / 2).map(({ token }) => token)
  return generator.run({
    kind: 'read',
    port: market.product.port,
    clients: CLIENTS,
    seconds: options.seconds,
    paths,
    tokens: paths[0] === STATIC_PAGE ? [] : onlookers,
  })
}

/** Reads the marketplace, with or without a sale every few milliseconds in the database that is read. */
async function readMarket(
  bench: Bench,
  market: Market,
  { selling, paths = PAGES }: { selling: boolean; paths?: string[] },
): Promise<LoadResult> {
  if (!selling) return read(bench, market, paths)
  market.buyer.start(SALE_EVERY_MS)
  try {
    return await read(bench, market, paths)
  } finally {
    await market.buyer.stop()
  }
}

const whenSelling = (selling: boolean) =>
  selling ? `a sale every ${SALE_EVERY_MS} ms` : 'nothing sold meanwhile'

async function againstStatic(bench: Bench, { selling }: { selling: boolean }): Promise<Row> {
  const { small, options } = bench
  const list = () => readMarket(bench, small, { selling })
  const still = () => read(bench, small, [STATIC_PAGE])
  const pairs = await inPairs(options.rounds, list, still)
  return ratioRow(pairs, {
    what: `lead list / static page, ${whenSelling(selling)}`,
    atLeast: 0.6,
  })
}

async function largeAgainstSmall(bench: Bench, { selling }: { selling: boolean }): Promise<Row> {
  const { small, large, options } = bench
  const pairs = await inPairs(
    options.rounds,
    () => readMarket(bench, large, { selling }),
    () => readMarket(bench, small, { selling }),
  )
  return ratioRow(pairs, {
    what: `lead list, ${large.leads.toLocaleString('en')} / ${small.leads.toLocaleString('en')} leads, ${whenSelling(selling)}`,
    atLeast: 0.9,
  })
}

/** What text search does on both databases; no limit is set for it. */
async function searching(bench: Bench): Promise<Row> {
  const rate = async (market: Market) => {
    const { perSecond: rated, latency } = await readMarket(bench, market, {
      selling: true,
      paths: SEARCHES,
    })
    return `${perSecond(rated)} (${inMs(latency)}) at ${market.leads.toLocaleString('en')} leads`
  }
  return {
    what: `lead list searched by text, ${whenSelling(true)}`,
    detail: `${await rate(bench.small)}, ${await rate(bench.large)}`,
  }
}

/** A lead is sold before each request, so that no page can have been kept. */
async function deepAgainstFirst({ large, options }: Bench): Promise<Row> {
  const connection = await openHttp(large.product.port)
  const token = large.agents.at(-1)?.token
  const ask = async (page: number) => {
    const durationsMs: number[] = []
    for (let turn = 0; turn < DEEP_ASKS_PER_ROUND; turn += 1) {
      await large.buyer.buy()
      const sentAt = performance.now()
      const { status } = await connection.send(
        getRequest(`/api/leads?page=${page}&limit=50`, token),
      )
      durationsMs.push(performance.now() - sentAt)
      if (status !== 200) throw new Error(`page ${page} answered ${status}`)
    }
    return latencyOf(durationsMs)
  }
  const pairs = await inPairs(
    options.rounds,
    () => ask(DEEP_PAGE),
    () => ask(1),
  )
  connection.close()
  const sides = (['a', 'b'] as const).map((side) => medianLatency(pairs.map((pair) => pair[side])))
  const [deep, first] = sides
  return {
    what: `time of page ${DEEP_PAGE.toLocaleString('en')} / page 1, ${large.leads.toLocaleString('en')} leads`,
    value: median(pairs.map(({ a, b }) => a.p50Ms / b.p50Ms)),
    limit: { atMost: 1.5 },
    detail: deep && first ? `${inMs(deep)} against ${inMs(first)}` : '',
  }
}

/** Runs both sides in every round, in turns first. */
async function inPairs<T>(
  rounds: number,
  a: () => Promise<T>,
  b: () => Promise<T>,
): Promise<{ a: T; b: T }[]> {
  const pairs: { a: T; b: T }[] = []
  await a()
  await b() // Both are warm before the first that counts.
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await a()
      pairs.push({ a: first, b: await b() })
    } else {
      const first = await b()
      pairs.push({ b: first, a: await a() })
    }
  }
  return pairs
}

function ratioRow(
  pairs: { a: LoadResult; b: LoadResult }[],
  { what, atLeast }: { what: string; atLeast: number },
): Row {
  const rate = (runs: LoadResult[]) =>
    `${perSecond(median(runs.map((run) => run.perSecond)))} (${inMs(medianLatency(runs.map((run) => run.latency)))})`
  return {
    what,
    value: median(pairs.map(({ a, b }) => a.perSecond / b.perSecond)),
    limit: { atLeast },
    detail: `${rate(pairs.map(({ a }) => a))} of ${rate(pairs.map(({ b }) => b))}`,
  }
}
