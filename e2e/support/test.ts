import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Account, Api } from './api.ts'

interface Fixtures {
  api: Api
  /** Signs in through the login screen. */
  signIn: (account: Account) => Promise<void>
  /** Whatever the browser's console says as error or warning; the test fails unless it is expected. */
  expectedConsole: RegExp[]
}

export const test = base.extend<Fixtures>({
  // The API of a test has a browser context of its own, so that its cookies never sign the page in.
  api: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext(baseURL ? { baseURL } : {})
    await use(new Api(request))
    await request.dispose()
  },
  signIn: async ({ page }, use) => {
    await use(async (account) => {
      await page.goto('/auth/login')
      await page.getByLabel(/email or phone/i).fill(account.emailOrPhone)
      await page.getByLabel('Password', { exact: true }).fill(account.password)
      await page.getByRole('button', { name: /log in|sign in/i }).click()
      await expect(page).not.toHaveURL(/\/auth\/login/)
    })
  },
  expectedConsole: [[], { option: true }],
  page: async ({ page, expectedConsole }, use) => {
    const said: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
    })
    page.on('pageerror', (error) => said.push(String(error)))
    await use(page)
    const unexpected = said.filter((text) => !expectedConsole.some((pattern) => pattern.test(text)))
    expect(unexpected, 'the browser console is empty').toEqual([])
  },
})

export { expect }

/** Fails on any breach of WCAG 2.2 A and AA that axe can see on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.html).slice(0, 5),
  }))
  expect(found).toEqual([])
}

/** Nothing on the page is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}
