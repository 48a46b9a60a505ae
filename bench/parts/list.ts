import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '../environment.ts'
import { requireAllInvariantsHold, withClient } from '../environment.ts'
import { type Agent, addAgents, addManyLeads, settle } from '../fill.ts'
import { openHttp } from '../load/http-connection.ts'
import type { LoadResult } from '../load/jobs.ts'
import { freshGetRequest, getRequest } from '../load/requests.ts'
import type { Generator } from '../load/start-generator.ts'
import { openSteadyBuyer, type SteadyBuyer } from '../load/steady-buyer.ts'
import type { Options } from '../options.ts'
import { type Product, startProduct } from '../product.ts'
import { inMs, perSecond, type Row } from '../report.ts'
import { searchCombinations } from '../search-combinations.ts'
import { latencyOf, median, medianLatency } from '../statistics.ts'

const CLIENTS = 32
const AGENTS = 200
const SMALL = 10_000
const SOLD_SHARE = 0.3
const VERIFIED_SHARE = 0.15
/** Interval at which leads are sold. */
const SALE_EVERY_MS = 20
const DEEP_PAGE = 1000
const DEEP_REQUESTS_PER_ROUND = 20

const STATIC_PAGE = '/bench/static/listLeads/first-page'
/** Pages that agents view: the marketplace without and with filters. */
const PAGES = [
  '/api/leads?page=1&limit=50',
  '/api/leads?page=1&limit=50&satatus=buy',
  '/api/leads?page=2&limit=50&satatus=buy&leadType=domestic',
  '/api/leads?page=1&limit=50&leadType=international&tripType=Family',
]

const SEARCH_CLIENTS = 8
/** Combinations of filters that are requested once. The slowest are then measured. */
const SEARCHES_TRIED = 2000
const SEARCHES_MEASURED = 10
const SEARCH_P99_MS = 150

/** A product on a database with `leads` leads, and a buyer. */
type ListTarget = {
  leads: number
  databaseUrl: string
  product: Product
  agents: Agent[]
  buyer: SteadyBuyer
}

/** Compares the list of leads with a static page, a large database with a small one, and a deep page with the first. */
export async function benchList(
  environment: Environment,
  generator: Generator,
  options: Options,
): Promise<Row[]> {
  const staticPages = join(environment.folder, 'static-list')
  await mkdir(staticPages)
  const small = await openTarget(environment, SMALL, { port: options.port + 1, staticPages })
  try {
    await writeFile(join(staticPages, 'first-page.json'), await readPage(small, PAGES[0] ?? ''))
    const large = await openTarget(environment, options.leads, {
      port: options.port + 2,
      staticPages,
    })
    try {
      const bench = { generator, small, large, options }
      const rows = [
        await compareWithStaticPage(bench, { selling: false }),
        await compareWithStaticPage(bench, { selling: true }),
        await compareLargeWithSmall(bench, { selling: false }),
        await compareLargeWithSmall(bench, { selling: true }),
        await compareDeepPageWithFirst(bench),
        await measureSearches(bench),
      ]
      for (const target of [small, large]) await requireAllInvariantsHold(target.databaseUrl)
      return rows
    } finally {
      await closeTarget(large)
    }
  } finally {
    await closeTarget(small)
  }
}

type Bench = { generator: Generator; small: ListTarget; large: ListTarget; options: Options }

async function openTarget(
  { createDatabase, folder }: Environment,
  leads: number,
  { port, staticPages }: { port: number; staticPages: string },
): Promise<ListTarget> {
  const databaseUrl = await createDatabase(`list_${leads}`)
  const agents = await withClient(databaseUrl, async (client) => {
    const added = await addAgents(client, AGENTS)
    await addManyLeads(client, {
      count: leads,
      soldShare: SOLD_SHARE,
      verifiedShare: VERIFIED_SHARE,
    })
    await settle(client)
    return added
  })
  const product = await startProduct({
    entry: 'bench/server-with-static-page.ts',
    port,
    databaseUrl,
    folder,
    env: { BENCH_STATIC_PAGES: staticPages },
  })
  // Buys the newest leads, which are on the pages that are read.
  const buyer = await openSteadyBuyer(port, agents, await leadsForSale(databaseUrl))
  return { leads, databaseUrl, product, agents, buyer }
}

async function closeTarget({ buyer, product }: ListTarget): Promise<void> {
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

/** The response that the static page returns. */
async function readPage({ product, agents }: ListTarget, path: string): Promise<Buffer> {
  const connection = await openHttp(product.port)
  const { status, body } = await connection.send(getRequest(path, agents[0]?.token), true)
  connection.close()
  if (status !== 200 || !body) throw new Error(`${path} returned ${status}`)
  return body
}

function read(
  { generator, options }: Bench,
  target: ListTarget,
  paths: string[],
): Promise<LoadResult> {
  // Agents who buy get pages with their contacts, which cannot be shared. These agents only read.
  const readerTokens = target.agents.slice(AGENTS / 2).map(({ token }) => token)
  return generator.run({
    kind: 'read',
    port: target.product.port,
    clients: CLIENTS,
    seconds: options.seconds,
    paths,
    tokens: paths[0] === STATIC_PAGE ? [] : readerTokens,
  })
}

/** Reads the list with or without a sale every few milliseconds. */
async function readLeadList(
  bench: Bench,
  target: ListTarget,
  { selling, paths = PAGES }: { selling: boolean; paths?: string[] },
): Promise<LoadResult> {
  if (!selling) return read(bench, target, paths)
  target.buyer.start(SALE_EVERY_MS)
  try {
    return await read(bench, target, paths)
  } finally {
    await target.buyer.stop()
  }
}

const whenSelling = (selling: boolean) =>
  selling ? `a sale every ${SALE_EVERY_MS} ms` : 'no sales'

async function compareWithStaticPage(
  bench: Bench,
  { selling }: { selling: boolean },
): Promise<Row> {
  const { small, options } = bench
  const list = () => readLeadList(bench, small, { selling })
  const staticPage = () => read(bench, small, [STATIC_PAGE])
  const pairs = await runPairs(options.rounds, list, staticPage)
  return ratioRow(pairs, {
    what: `lead list / static page, ${whenSelling(selling)}`,
    atLeast: 0.6,
  })
}

async function compareLargeWithSmall(
  bench: Bench,
  { selling }: { selling: boolean },
): Promise<Row> {
  const { small, large, options } = bench
  const pairs = await runPairs(
    options.rounds,
    () => readLeadList(bench, large, { selling }),
    () => readLeadList(bench, small, { selling }),
  )
  return ratioRow(pairs, {
    what: `lead list, ${large.leads.toLocaleString('en')} / ${small.leads.toLocaleString('en')} leads, ${whenSelling(selling)}`,
    atLeast: 0.9,
  })
}

/**
 * Requests combinations of filters while leads are sold, and then measures the slowest ones. No page is shared.
 */
async function measureSearches(bench: Bench): Promise<Row> {
  const { large, generator, options } = bench
  const tokens = large.agents.slice(AGENTS / 2).map(({ token }) => token)
  large.buyer.start(SALE_EVERY_MS)
  try {
    const tried = await trySearches(large, tokens)
    const slowest = tried.toSorted((a, b) => b.ms - a.ms).slice(0, SEARCHES_MEASURED)
    const measured: { path: string; latency: LoadResult['latency'] }[] = []
    for (const { path } of slowest) {
      const { latency } = await generator.run({
        kind: 'read',
        port: large.product.port,
        clients: SEARCH_CLIENTS,
        seconds: options.seconds,
        paths: Array.from(
          { length: SEARCH_CLIENTS },
          (_, client) => `${path}&limit=${50 - client}`,
        ),
        tokens,
        isFresh: true,
      })
      measured.push({ path, latency })
      console.error(`${inMs(latency)} ${path}`)
    }
    const [worst] = measured.toSorted((a, b) => b.latency.p99Ms - a.latency.p99Ms)
    if (!worst) throw new Error('no search was measured')
    return {
      what: `lead list, p99 of the slowest search, ${large.leads.toLocaleString('en')} leads, ${SEARCH_CLIENTS} clients`,
      value: worst.latency.p99Ms,
      unit: 'ms',
      limit: { atMost: SEARCH_P99_MS },
      detail: `${inMs(worst.latency)} of ${worst.path}; ${SEARCHES_TRIED.toLocaleString('en')} combinations: ${inMs(latencyOf(tried.map(({ ms }) => ms)))}`,
    }
  } finally {
    await large.buyer.stop()
  }
}

/** Requests each combination once over as many connections as there are clients. */
async function trySearches(
  { product }: ListTarget,
  tokens: readonly string[],
): Promise<{ path: string; ms: number }[]> {
  const paths = searchCombinations(SEARCHES_TRIED)
    .map((query) => `/api/leads?${new URLSearchParams(query)}`)
    .values()
  const tried: { path: string; ms: number }[] = []
  const runClient = async (client: number) => {
    const connection = await openHttp(product.port)
    for (const path of paths) {
      const sentAt = performance.now()
      const { status } = await connection.send(freshGetRequest(path, tokens[client]))
      tried.push({ path, ms: performance.now() - sentAt })
      if (status !== 200) throw new Error(`${path} returned ${status}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: SEARCH_CLIENTS }, (_, client) => runClient(client)))
  return tried
}

async function compareDeepPageWithFirst({ large, options }: Bench): Promise<Row> {
  const connection = await openHttp(large.product.port)
  const token = large.agents.at(-1)?.token
  const measurePage = async (page: number) => {
    const durationsMs: number[] = []
    for (let turn = 0; turn < DEEP_REQUESTS_PER_ROUND; turn += 1) {
      const sentAt = performance.now()
      const { status } = await connection.send(
        freshGetRequest(`/api/leads?page=${page}&limit=50`, token),
      )
      durationsMs.push(performance.now() - sentAt)
      if (status !== 200) throw new Error(`page ${page} returned ${status}`)
    }
    return latencyOf(durationsMs)
  }
  const pairs = await runPairs(
    options.rounds,
    () => measurePage(DEEP_PAGE),
    () => measurePage(1),
  )
  connection.close()
  const sides = (['a', 'b'] as const).map((side) => medianLatency(pairs.map((pair) => pair[side])))
  const [deep, first] = sides
  return {
    what: `time of page ${DEEP_PAGE.toLocaleString('en')} / page 1, ${large.leads.toLocaleString('en')} leads`,
    value: median(pairs.map(({ a, b }) => a.p50Ms / b.p50Ms)),
    limit: { atMost: 1.5 },
    detail: deep && first ? `${inMs(deep)} versus ${inMs(first)}` : '',
  }
}

/** Runs both sides in every round and alternates the order. */
async function runPairs<T>(
  rounds: number,
  a: () => Promise<T>,
  b: () => Promise<T>,
): Promise<{ a: T; b: T }[]> {
  const pairs: { a: T; b: T }[] = []
  await a()
  await b() // Warms up both sides.
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
