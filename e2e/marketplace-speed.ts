import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { demoAgent } from './support/api.ts'
import { type Filtering, recordList, timeFiltering } from './support/filter-timing.ts'
import { findChromium } from './support/find-chromium.ts'
import { type Scrolling, scrollDown, scrollNothing } from './support/scroll-frames.ts'
import { medianOf, phoneScreen, printLine, slowCpu, slowDown } from './support/slow-device.ts'
import { storeSession } from './support/test.ts'

/*
 * Measures the marketplace of a running product with demo data on a cheap phone and on a cheap laptop, each on a slow
 * line: the time from a change of the filters to the painted list, without the network, and the frames dropped while
 * fifty cards are scrolled from top to bottom. Prints both and exits 1 if a figure is above its limit.
 * Run it on an otherwise idle machine:
 *   npm start   (in another terminal)
 *   npm run marketplace-speed -- [address] [rounds] [times slower CPU]
 */
const [address = 'http://localhost:8055', rounds = '5', slower = String(slowCpu)] =
  process.argv.slice(2)

const limits = { beyondMs: 200 }

const screens: Record<string, BrowserContextOptions> = {
  phone: phoneScreen,
  laptop: { viewport: { width: 1440, height: 900 }, locale: 'en-IN' },
}

/**
 * Steps of an agent in order. No step returns to a cached list. `waitMs` is the time that the product waits for more
 * typing.
 */
const steps: Record<string, { waitMs?: number; act: (page: Page) => Promise<unknown> }> = {
  'lead type (choice)': {
    act: (page) => page.getByLabel('Lead type').selectOption('international'),
  },
  'travel from (date)': {
    waitMs: 300,
    act: (page) => page.getByLabel('Travel from').fill(daysFromNow(-60)),
  },
  'sort (choice)': { act: (page) => page.getByLabel('Sort by').selectOption('createdAt') },
  'clear all': { act: (page) => page.getByRole('button', { name: 'Clear all' }).click() },
  'next page': { act: (page) => page.getByRole('button', { name: 'Next' }).click() },
  'name (text)': {
    waitMs: 300,
    act: (page) => page.getByLabel('Search by name').fill('an'),
  },
}

const browser = await chromium.launch(await findChromium())
for (const [name, options] of Object.entries(screens)) {
  const context = await browser.newContext({ ...options, baseURL: address })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await storeSession(page, demoAgent)
  await recordList(page)
  await slowDown(client, Number(slower))
  const filterings: Filtering[][] = []
  const scrollings: { cards: Scrolling; nothing: Scrolling }[] = []
  for (let round = 0; round < Number(rounds); round += 1) {
    await openMarketplace(page)
    const cards = await scrollDown(browser, page, client)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.evaluate(() => scrollTo(0, 0))
    filterings.push(await runSteps(page))
    scrollings.push({ cards, nothing: await scrollNothing(browser, page, client, height) })
  }
  printFilterings(name, filterings)
  printScrollings(name, scrollings)
  await context.close()
}
await browser.close()

/** Starts without cached lists: each round requests every list. */
async function openMarketplace(page: Page) {
  await page.goto('/dashboard/my-leads', { timeout: 60_000 })
  await page.getByRole('list', { name: 'Travel leads' }).waitFor()
  const filters = page.getByRole('button', { name: /^Filters/ })
  if (await filters.isVisible()) await filters.click()
  await page.getByRole('button', { name: 'Travel dates' }).click()
  await page.getByLabel('Travel from').waitFor()
  const cards = await page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem').count()
  if (cards < 50) throw new Error(`The marketplace shows ${cards} leads; fifty are needed.`)
}

async function runSteps(page: Page): Promise<Filtering[]> {
  const measured: Filtering[] = []
  for (const { act, waitMs } of Object.values(steps)) {
    measured.push(await timeFiltering(page, () => act(page), waitMs))
  }
  return measured
}

function printFilterings(screen: string, measured: Filtering[][]) {
  console.log(`${screen}: from a filter to the painted list, ms (median of ${measured.length})`)
  printLine(['', 'new cards', 'to ask', 'network', 'to paint', 'beyond', 'worst'])
  for (const [index, [step, { waitMs }]] of Object.entries(steps).entries()) {
    const rows = measured.flatMap((round) => round[index] ?? [])
    const median = (of: (row: Filtering) => number) => medianOf(rows.map(of)).toFixed(0)
    const beyond = rows.map(({ toAsk, toPaint }) => toAsk + toPaint)
    const figures = [medianOf(beyond), Math.max(...beyond)]
    if (!figures.every((ms) => ms <= limits.beyondMs)) process.exitCode = 1
    printLine([
      waitMs ? `${step} + ${waitMs}` : step,
      median(({ cards }) => cards),
      median(({ toAsk }) => toAsk),
      median(({ network }) => network),
      median(({ toPaint }) => toPaint),
      ...figures.map((ms) => ms.toFixed(0)),
    ])
  }
  printLine(['limit', '', '', '', '', ...Array(2).fill(`≤ ${limits.beyondMs}`)])
}

function printScrollings(screen: string, measured: { cards: Scrolling; nothing: Scrolling }[]) {
  console.log(`${screen}: fifty cards scrolled from top to bottom (median of ${measured.length})`)
  printLine(['', 'frames', 'dropped', 'worst', 'blank', 'blocked ms'])
  const row = (name: string, rows: Scrolling[]) => {
    const median = (of: (row: Scrolling) => number) => medianOf(rows.map(of))
    const dropped = median((one) => one.dropped)
    printLine([
      name,
      ...[median((one) => one.frames), dropped, Math.max(...rows.map((one) => one.dropped))].map(
        String,
      ),
      String(median((one) => one.blank)),
      median((one) => one.blockedMs).toFixed(0),
    ])
    return dropped
  }
  const dropped = row(
    'cards',
    measured.map(({ cards }) => cards),
  )
  const byMachine = row(
    'nothing, just as high',
    measured.map(({ nothing }) => nothing),
  )
  if (dropped > byMachine) process.exitCode = 1
}

/** 'YYYY-MM-DD'. */
function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
}
