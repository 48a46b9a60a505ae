import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { type Account, Api } from './api.ts'

interface WorkerFixtures {
  api: Api
}

interface Fixtures {
  /** Signs the browser in and leaves it as the login screen would. The screen itself is tested in auth/. */
  signIn: (account: Account) => Promise<void>
  /** Announces what the browser's console may say as error or warning; anything else fails the test. */
  consoleMaySay: (...patterns: RegExp[]) => void
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  // The API of the tests has a context of its own, so that its cookies never sign a page in.
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
    const unroute = page.unroute.bind(page)
    // A request that begins while the browser takes its interception away may never be answered: once begun, it stays.
    page.unroute = async (...route) => {
      await page.route('**/intercepted-to-the-end', (rest) => rest.continue())
      await unroute(...route)
    }
    await use(page)
  },
  signIn: async ({ page }, use) => use((account) => keepSession(page, account)),
  consoleMaySay: [
    async ({ context }, use) => {
      const allowed: RegExp[] = []
      const said: string[] = []
      context.on('console', (message) => {
        const isFault = message.type() === 'error' || message.type() === 'warning'
        if (isFault) said.push(message.text())
      })
      context.on('weberror', (error) => said.push(String(error.error())))
      await use((...patterns) => allowed.push(...patterns))
      const unexpected = said.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      expect(unexpected, 'the browser console is empty').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What the browser says of its own accord where the server answers with this status. */
export function failedWith(status: number): RegExp {
  return new RegExp(`the server responded with a status of ${status}`)
}

/** What the web app keeps of a session. */
interface KeptSession {
  state: Record<string, unknown>
  version: number
}

/** Signs in over HTTP and keeps the session where the web app keeps it, changed as told. */
export async function keepSession(
  page: Page,
  { emailOrPhone, password }: Account,
  change: (session: KeptSession) => KeptSession = (session) => session,
): Promise<void> {
  const data = { emailOrPhone, password }
  const answer = await page.request.post('/api/auth/login', { data })
  expect(answer.status(), 'the login').toBe(200)
  const state = (await answer.json()).data
  const renewAt = Date.parse(state.accessTokenExpiresAt) - 60_000
  await keepText(page, JSON.stringify(change({ state: { ...state, renewAt }, version: 1 })))
}

/** Puts a text where the web app keeps the session, before the next page is drawn, once. */
export async function keepText(page: Page, text: string): Promise<void> {
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

/** The figure that stands under this name on a card of figures. */
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

/** The same in statements and lists of transactions: 1250 → '₹1,250.00'. */
export function inExactRupees(amount: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(amount)
}

/** Presses Tab until this has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, limit = 60) {
  for (let pressed = 0; pressed < limit; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Not reached with ${limit} presses of Tab`)
}
