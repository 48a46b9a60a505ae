import type { Browser, CDPSession, Page } from '@playwright/test'

/** A fast flick, in CSS pixels per second. */
const speed = 3000

/** Measurements of a scroll from top to bottom. */
export interface Scrolling {
  /** Frames that the screen could have shown. */
  frames: number
  /** Frames in which the page should have moved but did not. */
  dropped: number
  /** Frames shown with a part of the page still blank. */
  blank: number
  /** Time beyond 50 ms of each task of the page. */
  blockedMs: number
}

/** The fields of the compositor's report of a frame that are used here. */
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
 * Scrolls with the events of a mouse wheel. Touch events use the same path through the compositor, but a headless browser
 * does not scroll on them.
 * @throws Error if the page does not reach its end
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
    // The page may grow while it scrolls, because it lays out cards then.
    yDistance: -Math.round(distance * 1.05),
    speed,
    gestureSourceType: 'mouse',
  })
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const { blockedMs, left } = await page.evaluate(() => ({
    blockedMs: (window as unknown as { tasks: { blockedMs: number } }).tasks.blockedMs,
    left: document.documentElement.scrollHeight - innerHeight - scrollY,
  }))
  if (left > 1) throw new Error(`The page was not scrolled to its end: ${left} px remain.`)
  return { ...countFrames(trace.traceEvents), blockedMs }
}

/** Scrolls an empty page, to measure the frames that the machine drops without work. */
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

/** Counts frames. A frame may have several reports: by the compositor alone, and with the page. */
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
  const onTime = new Set(
    reports
      .filter(({ state }) => state !== 'STATE_DROPPED')
      .map(({ frame_sequence }) => frame_sequence),
  )
  const blank = reports.filter(
    (report) => report.has_missing_content && report.state.startsWith('STATE_PRESENTED'),
  )
  const all = reports.map(({ frame_sequence }) => frame_sequence)
  if (all.length === 0) throw new Error('The browser reported no frames.')
  // Numbers without a report are dropped frames.
  const frames = Math.max(...all) - Math.min(...all) + 1
  return {
    frames,
    dropped: frames - onTime.size,
    blank: new Set(blank.map(({ frame_sequence }) => frame_sequence)).size,
  }
}
