import { randomUUID } from 'node:crypto'
import {
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { type Account, Api } from './api.ts'

interface WorkerFixtures {
  api: Api
}

interface Fixtures {
  /** Signs the browser in, with the same result as the login screen, which auth/ tests. */
  signIn: (account: Account) => Promise<void>
  /** Allows these errors and warnings of the browser console. Any other fails the test. */
  allowConsole: (...patterns: RegExp[]) => void
}

/** Blocks the stream of live changes, so that the page stays as it was loaded. Call it before the page is opened. */
export async function withoutLiveUpdates(page: Page): Promise<void> {
  await page.route('**/api/leads/events*', () => {})
}

/** Opens a page of the public site, and waits until React handles its input. Before that, its prerendered HTML is shown. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document).some((key) => key.startsWith('_reactListening')),
  )
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // The API of the tests has a separate context, so that its cookies never sign a page in.
  api: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use
      const request = await playwright.request.newContext({ baseURL })
      await use(new Api(request))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const { route, unroute } = page
    // A request that begins while the browser stops intercepting may never be answered, so interception continues.
    page.route = async (url, handler, options) => {
      if (options?.times)
        await route.call(page, '**/intercepted-to-the-end', (rest) => rest.continue())
      return route.call(page, url, handler, options)
    }
    page.unroute = async (...routes) => {
      await route.call(page, '**/intercepted-to-the-end', (rest) => rest.continue())
      await unroute.apply(page, routes)
    }
    await use(page)
  },
  signIn: async ({ page }, use) => use((account) => storeSession(page, account)),
  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const messages: string[] = []
      const noteMessage = (message: ConsoleMessage) => {
        const isProblem = message.type() === 'error' || message.type() === 'warning'
        if (isProblem) messages.push(message.text())
      }
      const noteError = (error: WebError) => messages.push(String(error.error()))
      context.on('console', noteMessage)
      context.on('weberror', noteError)
      await use((...patterns) => allowed.push(...patterns))
      context.off('console', noteMessage)
      context.off('weberror', noteError)
      const unexpected = messages.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      expect(unexpected, 'unexpected errors and warnings in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The browser's own console error for a response with this status. */
export function statusError(status: number): RegExp {
  return new RegExp(`the server responded with a status of ${status}`)
}

/** The session as the web app stores it. */
interface StoredSession {
  state: Record<string, unknown>
  version: number
}

/** Signs in over HTTP and stores the session as the web app does, after an optional change. */
export async function storeSession(
  page: Page,
  { emailOrPhone, password }: Account,
  change: (session: StoredSession) => StoredSession = (session) => session,
): Promise<void> {
  const data = { emailOrPhone, password }
  const answer = await page.request.post('/api/auth/login', { data })
  expect(answer.status(), 'the login').toBe(200)
  const state = (await answer.json()).data
  const renewAt = Date.parse(state.accessTokenExpiresAt) - 60_000
  await storeSessionText(page, JSON.stringify(change({ state: { ...state, renewAt }, version: 1 })))
}

/** Writes a text to the web app's storage of the session, once, before the next page is drawn. */
export async function storeSessionText(page: Page, text: string): Promise<void> {
  await page.addInitScript(
    ([mark = '', kept = '']) => {
      // A blank page has no storage.
      if (location.protocol === 'about:' || sessionStorage.getItem(mark)) return
      sessionStorage.setItem(mark, 'done')
      localStorage.setItem('raahi-auth', kept)
    },
    [`e2e-${randomUUID()}`, text],
  )
}

/** The value of the figure with this name on a card of figures. */
export function figure(page: Page, name: string) {
  return page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole('definition')
    .first()
}

/** An amount as the screens write it: 1250.5 → '₹1,250.50', 1250 → '₹1,250'. */
export function inRupees(amount: number): string {
  return inExactRupees(amount).replace(/\.00$/, '')
}

/** An amount as statements and lists of transactions write it: 1250 → '₹1,250.00'. */
export function inExactRupees(amount: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)
}

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, limit = 60) {
  for (let pressed = 0; pressed < limit; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Not reached with ${limit} presses of Tab`)
}
