import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// Consecutive tests of a worker share a browser context. The second test must find no data of the first.
test.describe.configure({ mode: 'serial' })

const address = '/about'

test('a test stores data and changes every setting of its context', async ({ page, context }) => {
  await context.addInitScript(() => Object.assign(window, { left: true }))
  await context.grantPermissions(['clipboard-read'])
  await context.route('**/robots.txt', (route) => route.fulfill({ body: 'left' }))
  await page.route('**/sitemap.xml', (route) => route.fulfill({ body: 'left' }))
  await page.exposeFunction('leftFunction', () => 'left')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 700 })
  await page.goto(address)
  await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
    document.cookie = 'left=yes; path=/'
    localStorage.setItem('left', 'yes')
    sessionStorage.setItem('left', 'yes')
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve
    })
  })
  await page.evaluate(() => {
    for (let entry = 0; entry < 50; entry += 1) history.pushState(null, '')
  })
  const other = await context.newPage()
  await other.goto(address)
  expect(await readState(page)).toEqual({
    left: true,
    function: 'function',
    cookie: 'left=yes',
    localStorage: { left: 'yes' },
    sessionStorage: { left: 'yes' },
    databases: ['left'],
    clipboard: 'granted',
    isDark: true,
    width: 360,
    entries: 50,
    pages: 2,
    robots: 'left',
    sitemap: 'left',
  })
  await context.setExtraHTTPHeaders({ 'x-left': 'yes' })
  await context.setOffline(true)
})

test('the next test finds an empty context with its own settings', async ({ page }) => {
  const request = page.waitForRequest('**/about')
  await page.goto(address)
  expect(await (await request).headerValue('x-left')).toBeNull()
  const state = await readState(page)
  expect(state).toMatchObject({
    left: false,
    function: 'undefined',
    cookie: '',
    localStorage: {},
    sessionStorage: {},
    databases: [],
    isDark: false,
    width: 1280,
    entries: 2,
    pages: 1,
  })
  expect(state.clipboard).not.toBe('granted')
  expect(state.robots).not.toBe('left')
  expect(state.sitemap).not.toBe('left')
})

async function readState(page: Page) {
  const inPage = await page.evaluate(async () => ({
    left: 'left' in window,
    function: typeof (window as { leftFunction?: unknown }).leftFunction,
    cookie: document.cookie,
    localStorage: { ...localStorage },
    sessionStorage: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }))
      .state,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
    entries: history.length,
    robots: await (await fetch('/robots.txt')).text(),
    sitemap: await (await fetch('/sitemap.xml')).text(),
  }))
  return { ...inPage, pages: page.context().pages().length }
}
