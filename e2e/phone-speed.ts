import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { publicPages } from '../web/src/features/site/public-pages.ts'
import { findChromium } from './support/find-chromium.ts'
import { medianOf, phoneScreen, printLine, slowDown } from './support/slow-device.ts'

/*
 * Measures the public pages of a running product on a cheap phone on a slow line, each time with an empty cache:
 * 4 times slower CPU, 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms to the server. Prints the median of several visits to each
 * page and exits 1 if one is above its limit. Run it on an otherwise idle machine:
 *   npm start   (in another terminal)
 *   npm run phone-speed -- [address] [visits]
 */
const [address = 'http://localhost:8055', visits = '3'] = process.argv.slice(2)

/** A page is idle once its main thread and the network have had no work for this long. */
const settledMs = 1500

const figures = {
  'LCP ms': { limit: 1800, digits: 0 },
  CLS: { limit: 0.02, digits: 3 },
  'TBT ms': { limit: 150, digits: 0 },
  'JS kB': { limit: 130, digits: 1 },
  'CSS kB': { limit: 20, digits: 1 },
  'all kB': { limit: 400, digits: 1 },
} as const
type Figures = Record<keyof typeof figures, number>
const names = Object.keys(figures) as (keyof Figures)[]

const browser = await chromium.launch(await findChromium())
const rows: { page: string; median: Figures }[] = []
for (const { path } of publicPages.filter(({ listed }) => listed)) {
  const measured: Figures[] = []
  for (let visit = 0; visit < Number(visits); visit += 1)
    measured.push(await visitPage(browser, path))
  const median = Object.fromEntries(
    names.map((name) => [name, medianOf(measured.map((one) => one[name]))]),
  ) as Figures
  rows.push({ page: path, median })
}
await browser.close()
printTable()

/** One first visit with an empty cache. */
async function visitPage(by: Browser, path: string): Promise<Figures> {
  const context = await by.newContext(phoneScreen)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await slowDown(client)
  const bytes = countBytes(client)
  await page.addInitScript(recordMetrics)
  await page.goto(address + path, { waitUntil: 'load', timeout: 60_000 })
  const seen = await waitUntilIdle(page)
  await context.close()
  return {
    'LCP ms': seen.lcp,
    CLS: seen.cls,
    'TBT ms': seen.tbt,
    'JS kB': bytes.script / 1000,
    'CSS kB': bytes.style / 1000,
    'all kB': bytes.all / 1000,
  }
}

/** Counts the bytes received, compressed and with headers. @returns an object that is updated */
function countBytes(client: CDPSession) {
  const bytes = { all: 0, script: 0, style: 0 }
  const kinds = new Map<string, string>()
  client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength
    if (kinds.get(requestId) === 'Script') bytes.script += encodedDataLength
    if (kinds.get(requestId) === 'Stylesheet') bytes.style += encodedDataLength
  })
  return bytes
}

interface Seen {
  lcp: number
  cls: number
  tbt: number
  /** Time of the last activity, on the page's clock. */
  last: number
}

/** Runs in the page before other scripts: records the largest paint, layout shifts and long tasks. */
function recordMetrics() {
  const seen: Seen = { lcp: 0, cls: 0, tbt: 0, last: 0 }
  Object.assign(window, { seen })
  const on = (type: string, note: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry)
      seen.last = performance.now()
    }).observe({ type, buffered: true })
  }
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    }
    if (!hadRecentInput) seen.cls += value
  })
  on('longtask', (entry) => {
    seen.tbt += Math.max(0, entry.duration - 50)
  })
  on('resource', () => undefined)
}

async function waitUntilIdle(page: Page): Promise<Seen> {
  await page.waitForFunction(
    (ms) => {
      const { seen } = window as unknown as { seen: Seen }
      return performance.now() - Math.max(seen.last, seen.lcp) > ms
    },
    settledMs,
    { timeout: 60_000 },
  )
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

function printTable() {
  printLine(['page', ...names])
  for (const { page, median } of rows) {
    printLine([page, ...names.map((name) => median[name].toFixed(figures[name].digits))])
    if (names.some((name) => !(median[name] <= figures[name].limit))) process.exitCode = 1
  }
  printLine(['limit', ...names.map((name) => `≤ ${figures[name].limit}`)])
}
