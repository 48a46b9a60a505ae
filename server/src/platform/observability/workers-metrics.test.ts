import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ProductProcess, startProduct } from '../../testing/product-process.ts'
import { readScrape, type Scrape } from '../../testing/scrape.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

// The product on a machine with several cores: a primary process and two workers that share its port.

const token = 'a-token-for-prometheus-alone'
const counted =
  'raahi_http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}'

let database: TestDatabase
let folder: string
let product: ProductProcess
beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 2 })
  folder = await mkdtemp(join(tmpdir(), 'raahi-metrics-'))
  product = await startProduct({
    DATABASE_URL: database.connectionString,
    DATA_DIR: folder,
    SERVER_PROCESSES: '2',
    METRICS_TOKEN: token,
    AUDIT_EVERY_MINUTES: '0',
    LOG_LEVEL: 'fatal',
  })
})
afterAll(async () => {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
  await database.drop()
})

async function scrapeProduct(): Promise<Scrape> {
  const answer = await fetch(`${product.address}/metrics`, {
    // A new connection for each request, so that it can reach either process.
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  if (!answer.ok) throw new Error(`/metrics returned ${answer.status}`)
  return readScrape(await answer.text())
}

async function sendRequests(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const { status } = await fetch(`${product.address}/healthz`, {
      headers: { connection: 'close' },
    })
    expect(status).toBe(200)
  }
}

function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Waits until both processes serve. */
async function untilBothServe(): Promise<void> {
  const open = async () => {
    const scrapes = await Promise.all([1, 2, 3, 4].map(scrapeProduct))
    return Math.min(...scrapes.map((seen) => seen.get('raahi_server_processes') ?? 0))
  }
  await expect.poll(open, { timeout: 30_000, interval: 200 }).toBe(2)
}

it('every process reports the metrics of all processes, and no counter falls when one of them dies', async () => {
  await untilBothServe()
  const before = (await scrapeProduct()).get(counted) ?? 0
  await sendRequests(20)
  const seen = await Promise.all(Array.from({ length: 6 }, scrapeProduct))
  expect(seen.map((scrape) => (scrape.get(counted) ?? 0) - before)).toEqual(Array(6).fill(20))

  const [first] = childrenOf(product.child.pid)
  if (first === undefined) throw new Error('the product has no server process')
  process.kill(first, 'SIGKILL')
  await expect.poll(() => childrenOf(product.child.pid).includes(first)).toBe(false)
  const afterExit = await scrapeProduct()
  expect((afterExit.get(counted) ?? 0) - before).toBe(20)
  await untilBothServe()
  await sendRequests(10)
  expect(((await scrapeProduct()).get(counted) ?? 0) - before).toBe(30)
})
