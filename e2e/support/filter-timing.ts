import type { Page } from '@playwright/test'

/** Records of the page about a list while it is filtered. Times are in ms on the page's clock. */
interface Seen {
  /** Time of the last click, selection or key. */
  acted: number
  /** Time of the last change of the list, and of the paint after it. */
  drawn: number
  painted: number
  /** Cards added since the last reading. */
  cards: number
  /** Requests of the list. */
  calls: { start: number; end: number }[]
}

/** Duration of one change of the filters, in ms. */
export interface Filtering {
  /** From the input to the request, without the deliberate delay of the product. */
  toAsk: number
  network: number
  /** From the last byte of the response to the painted list. */
  toPaint: number
  /** Number of added cards. */
  cards: number
}

/** Records the changes of the list in every later page. */
export async function recordList(page: Page): Promise<void> {
  await page.addInitScript(note)
}

/** Runs in the page before other scripts. */
function note() {
  const seen: Seen = { acted: 0, drawn: 0, painted: 0, cards: 0, calls: [] }
  Object.assign(window, { seen })
  for (const type of ['click', 'input', 'change']) {
    const act = ({ timeStamp }: Event) => {
      seen.acted = timeStamp
    }
    addEventListener(type, act, { capture: true })
  }
  new PerformanceObserver((entries) => {
    for (const { name, startTime, ...rest } of entries.getEntries().map((one) => one.toJSON())) {
      if (!new URL(name).pathname.endsWith('/api/leads')) continue
      seen.calls.push({ start: startTime, end: rest.responseEnd })
    }
  }).observe({ type: 'resource' })
  new MutationObserver((changes) => {
    const inList = changes.filter(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element?.closest('section[aria-label="Leads"]')
    })
    if (inList.length === 0) return
    const drawn = performance.now()
    seen.drawn = drawn
    for (const { addedNodes } of inList) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        seen.cards += node.matches('li') ? 1 : node.querySelectorAll('ul > li').length
      }
    }
    // The first frame draws the change; the first frame is complete once the second begins.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (seen.drawn === drawn) seen.painted = performance.now()
      }),
    )
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-stale'],
  })
}

/** The list is complete once it has not changed for this long. */
const completeMs = 500

/**
 * Changes the list and waits until it is painted.
 * @param waitMs deliberate delay of the product before its request, such as a pause in typing
 */
export async function timeFiltering(
  page: Page,
  act: () => Promise<unknown>,
  waitMs = 0,
): Promise<Filtering> {
  const before = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen }
    seen.cards = 0
    return seen.calls.length
  })
  await act()
  await page.waitForFunction(
    ([calls, ms]) => {
      const { seen } = window as unknown as { seen: Seen }
      const end = seen.calls[calls]?.end ?? Number.POSITIVE_INFINITY
      const isPainted = seen.drawn > end && seen.painted > seen.drawn
      return isPainted && performance.now() - seen.painted > ms
    },
    [before, completeMs] as const,
    // Polling at every frame would add work to the page.
    { polling: 200, timeout: 30_000 },
  )
  const { acted, painted, cards, calls } = await page.evaluate(
    () => (window as unknown as { seen: Seen }).seen,
  )
  const call = calls[before]
  if (!call || calls.length > before + 1 || call.start < acted) {
    throw new Error('A change of the filters must request the list exactly once, after the input.')
  }
  return {
    toAsk: call.start - acted - waitMs,
    network: call.end - call.start,
    toPaint: painted - call.end,
    cards,
  }
}
