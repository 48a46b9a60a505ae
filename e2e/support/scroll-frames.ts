import type { Browser, CDPSession, Page } from '@playwright/test'

/** A brisk flick, in CSS pixels a second. */
const speed = 3000

/** What scrolling a page from top to bottom was like. */
export interface Scrolling {
  /** Frames that the screen had room for meanwhile. */
  frames: number
  /** Frames in which the page should have moved and did not. */
  dropped: number
  /** Frames shown with a part of the page still blank. */
  blank: number
  /** Time that tasks of the page took beyond 50 ms each. */
  blockedMs: number
}

/** What the compositor says of a frame, as far as it is read here. */
interface FrameReport {
  state: string
  frame_sequence: number
  scroll_state: string
  has_missing_content: boolean
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  args: { name?: string; frame_reporter?: FrameReport }
}

/**
 * Scrolls as a person with a wheel does: the browser is given the events of one. A finger would take the same way
 * through the compositor, but a browser without a window scrolls for no finger.
 * @throws Error where the page does not come to its end
 */
export async function scrollDown(
  browser: Browser,
  page: Page,
  client: CDPSession,
): Promise<Scrolling> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    const tasks = { blockedMs: 0 }
    Object.assign(window, { tasks })
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) tasks.blockedMs += duration - 50
    }).observe({ type: 'longtask' })
  })
  const { width, height, distance } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    distance: document.documentElement.scrollHeight - innerHeight,
  }))
  await browser.startTracing(page, { categories: ['cc,benchmark', '__metadata'] })
  await client.send('Input.synthesizeScrollGesture', {
    x: Math.round(width / 2),
    y: Math.round(height / 2),
    // A page whose cards are laid out as they come may grow on the way.
    yDistance: -Math.round(distance * 1.05),
    speed,
    gestureSourceType: 'mouse',
  })
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const { blockedMs, left } = await page.evaluate(() => ({
    blockedMs: (window as unknown as { tasks: { blockedMs: number } }).tasks.blockedMs,
    left: document.documentElement.scrollHeight - innerHeight - scrollY,
  }))
  if (left > 1) throw new Error(`The page was not scrolled to its end: ${left} px are left.`)
  return { ...countFrames(trace.traceEvents), blockedMs }
}

/** The same with nothing on the page: what the machine itself cannot keep up with. */
export async function scrollNothing(
  browser: Browser,
  page: Page,
  client: CDPSession,
  height: number,
): Promise<Scrolling> {
  await page.goto('about:blank')
  const asWideAsTheScreen = '<meta name="viewport" content="width=device-width, initial-scale=1">'
  await page.setContent(`${asWideAsTheScreen}<div style="height: ${height}px"></div>`)
  return scrollDown(browser, page, client)
}

/** A frame may have several reports: of what the compositor drew by itself, and of what the page drew for it. */
function countFrames(events: TraceEvent[]): Omit<Scrolling, 'blockedMs'> {
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'process_name' && args.name === 'Renderer')
      .map(({ pid }) => pid),
  )
  const reports = events
    .filter(({ name, ph, pid }) => name === 'PipelineReporter' && ph === 'b' && pages.has(pid))
    .flatMap(({ args }) => args.frame_reporter ?? [])
    .filter(({ scroll_state }) => scroll_state !== 'SCROLL_NONE')
  const kept = new Set(
    reports
      .filter(({ state }) => state !== 'STATE_DROPPED')
      .map(({ frame_sequence }) => frame_sequence),
  )
  const blank = reports.filter(
    (report) => report.has_missing_content && report.state.startsWith('STATE_PRESENTED'),
  )
  const all = reports.map(({ frame_sequence }) => frame_sequence)
  if (all.length === 0) throw new Error('The browser tells nothing of its frames.')
  // Numbers that nothing is reported of went by unseen.
  const frames = Math.max(...all) - Math.min(...all) + 1
  return {
    frames,
    dropped: frames - kept.size,
    blank: new Set(blank.map(({ frame_sequence }) => frame_sequence)).size,
  }
}
