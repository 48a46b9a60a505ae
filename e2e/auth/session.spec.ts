import type { Route } from '@playwright/test'
import { demoAgent } from '../support/api.ts'
import { onDatabase } from '../support/database.ts'
import { expect, statusError, storeSession, storeSessionText, test } from '../support/test.ts'

test('logging out leads to the login and ends the session for good', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard')
  const tokenOf = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('raahi-auth') ?? '{}').state.accessToken)
  const token = await tokenOf()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/auth/login')
  expect(await tokenOf()).toBeNull()
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/api/auth/me', { headers })).status()).toBe(401)
  expect((await page.request.post('/api/auth/refresh')).status()).toBe(401)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth/login')
})

test('logging out in one tab signs out the others', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  // A request of the other tab that is on its way when the session ends is answered 401.
  allowConsole(/401/)
  await signIn(demoAgent)
  await page.goto('/dashboard/my-leads')
  const otherTab = await context.newPage()
  await otherTab.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'All Travel Leads' })).toBeVisible()
  await otherTab.getByRole('button', { name: 'Logout' }).click()
  await expect(otherTab).toHaveURL('/auth/login')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('a login of another user in one tab applies to the other tabs', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const other = await api.makeAgent({ name: 'Farhan Sheikh', wallet: 321 })
  await signIn(demoAgent)
  await page.goto('/dashboard/my-leads')
  await expect(page.getByText('Kabir Anand')).toBeVisible()
  const otherTab = await context.newPage()
  await storeSession(otherTab, other)
  await otherTab.goto('/dashboard')
  await expect(page.getByRole('complementary').getByText('Farhan Sheikh')).toBeVisible()
  await expect(page.getByText('Kabir Anand')).toHaveCount(0)
  await expect(page.getByText('Wallet balance ₹321')).toBeVisible()
})

const storedTexts: Record<string, string> = {
  'broken JSON': '{"state":{"user":',
  'a foreign shape': JSON.stringify({ state: { user: 'Kabir', accessToken: 7 }, version: 1 }),
  'nothing but null': 'null',
  'another version': JSON.stringify({ state: {}, version: 999 }),
}

test('deletes an invalid stored session and still shows the page', async ({ page }) => {
  for (const [what, value] of Object.entries(storedTexts)) {
    await storeSessionText(page, value)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Login' }), what).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('raahi-auth')), what).not.toBe(value)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Register', exact: true }), what).toBeVisible()
  }
})

test('deletes a stored session of another version', async ({ page }) => {
  await storeSession(page, demoAgent, (session) => ({ ...session, version: 0 }))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})

test('renews an expired access token without a message', async ({ page, api, allowConsole }) => {
  allowConsole(statusError(401))
  await storeSession(page, await api.makeAgent(), ({ state, version }) => ({
    state: { ...state, accessToken: 'ended' },
    version,
  }))
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/refresh'))
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  expect((await renewed).status()).toBe(200)
  await expect(page).toHaveURL('/dashboard/my-leads')
})

test('a session that ends during work leads to the login and back to the same address', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  // The session ends when the filtered list is requested. No earlier call can lead to the login.
  const endSession = async (route: Route) => {
    await page.request.post('/api/auth/logout')
    await route.continue()
  }
  await page.route(/\/api\/leads.*leadType=international/, endSession, { times: 1 })
  await page.getByLabel('Lead type').selectOption('International')
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await page.getByLabel('Email or phone').fill(agent.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard/my-leads?leadType=international')
})

test('logs a suspended agent out at the next call and refuses another login', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await onDatabase(({ kysely }) =>
    kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', agent.id).execute(),
  )
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.getByLabel('Email or phone').fill(agent.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
})

test('the dashboard asks for a login if the browser stores nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Denied', 'SecurityError')
      },
    })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
