import type { Page } from '@playwright/test'

/** What the page notes of a list while it is filtered; times in ms on the page's clock. */
interface Seen {
  /** When the last click, choice or letter came in. */
  acted: number
  /** When the list was last drawn differently, and when what was drawn then had been painted. */
  drawn: number
  painted: number
  /** Cards that were drawn anew since it was last asked. */
  cards: number
  /** Calls for the list. */
  calls: { start: number; end: number }[]
}

/** What one change of the filters took, in ms. */
export interface Filtering {
  /** From the act to the call, without what the product waits for on purpose. */
  toAsk: number
  network: number
  /** From the last byte of the answer to the painted list. */
  toPaint: number
  /** Cards that were not there before. */
  cards: number
}

/** Notes in every page from here on what becomes of the list. */
export async function watchList(page: Page): Promise<void> {
  await page.addInitScript(note)
}

/** Runs in the page before anything else. */
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
    // The first frame draws it; that the second one begins means that the first is done with.
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

/** The list must have stayed as it is for so long before it counts as complete. */
const completeMs = 500

/**
 * Does what changes the list and waits until it has been painted.
 * @param waitMs how long the product waits after the act before it asks, such as for a pause in typing
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
    // Looking at every frame would be work for the page.
    { polling: 200, timeout: 30_000 },
  )
  const { acted, painted, cards, calls } = await page.evaluate(
    () => (window as unknown as { seen: Seen }).seen,
  )
  const call = calls[before]
  if (!call || calls.length > before + 1 || call.start < acted) {
    throw new Error('A change of the filters asks for the list once, and after it.')
  }
  return {
    toAsk: call.start - acted - waitMs,
    network: call.end - call.start,
    toPaint: painted - call.end,
    cards,
  }
}
