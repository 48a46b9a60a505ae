import type { Locator, Page } from '@playwright/test'
import { type Account, type Agent, type Api, demoAgent } from '../support/api.ts'
import { onDatabase } from '../support/database.ts'
import { endSessionBefore } from '../support/end-session.ts'
import { expect, statusError, storeSession, storeSessionText, test } from '../support/test.ts'

const loginDialog = (page: Page) => page.getByRole('dialog', { name: 'You were logged out' })

async function logIn(form: Page | Locator, { emailOrPhone, password }: Account) {
  await form.getByLabel('Email or phone').fill(emailOrPhone)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Login' }).click()
}

/** A draft of a quote for a lead that the agent has bought. @returns its id */
async function makeQuote(api: Api, agent: Agent): Promise<string> {
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  const { data } = await api.as<{ docs: { _id: string }[] }>(agent, 'get', '/api/purchases')
  const path = `/api/purchases/${data.docs[0]?._id}/quote`
  return (await api.as<{ _id: string }>(agent, 'post', path)).data._id
}

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

test('logging out in one tab covers the other tabs with the login', async ({
  page,
  context,
  api,
  signIn,
  allowConsole,
}) => {
  // A request of the other tab that is on its way when the session ends is answered 401.
  allowConsole(/401/)
  // Other tests change the filters that the demo agent used last.
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/my-leads')
  const otherTab = await context.newPage()
  await otherTab.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'All Travel Leads' })).toBeVisible()
  await otherTab.getByRole('button', { name: 'Logout' }).click()
  await expect(otherTab).toHaveURL('/auth/login')
  await expect(loginDialog(page)).toBeVisible()
  await expect(loginDialog(page).getByLabel('Password', { exact: true })).toBeFocused()
  // A login in any tab opens the page again.
  await logIn(otherTab, agent)
  await expect(loginDialog(page)).toBeHidden()
  await otherTab.getByRole('button', { name: 'Logout' }).click()
  await loginDialog(page).getByRole('button', { name: 'Leave this page' }).click()
  await expect(page).toHaveURL('/auth/login?next=%2Fdashboard%2Fmy-leads%3Fstatus%3Dbuy')
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
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(/₹321/).first()).toBeVisible()
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
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
})

test('a session that ends during work opens the login above the page, which keeps its address', async ({
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
  await endSessionBefore(page, /\/api\/leads.*leadType=international/)
  await page.getByLabel('Lead type').selectOption('International')
  await expect(loginDialog(page)).toBeVisible()
  await expect(loginDialog(page).getByLabel('Email or phone')).toHaveValue(agent.emailOrPhone)
  await logIn(loginDialog(page), agent)
  await expect(loginDialog(page)).toBeHidden()
  await expect(page).toHaveURL('/dashboard/my-leads?leadType=international&status=buy')
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
})

test('a session that ends keeps a form with its text and sends it after the next login', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await api.as(agent, 'put', '/api/leadPreferences', { purchaseLayout: 'cards' })
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('button', { name: 'Request Replacement' }).click()
  const form = page.getByRole('dialog', { name: 'Request Replacement' })
  await form.getByLabel('Reason').selectOption('Wrong number')
  await form.getByLabel('What happened?').fill('The number belongs to a bakery.')
  await endSessionBefore(page, '**/requestLeadReplacement')
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(loginDialog(page)).toBeVisible()
  await expect(loginDialog(page).getByLabel('Password', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await logIn(loginDialog(page), { ...agent, password: 'Wrong@12345' })
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await logIn(loginDialog(page), agent)
  await expect(loginDialog(page)).toBeHidden()
  await expect(form.getByLabel('What happened?')).toHaveValue('The number belongs to a bakery.')
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(page.getByText('Replacement request submitted successfully!')).toBeVisible()
})

test('the last field of a quote is saved by the login after the session has ended', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const agent = await api.makeAgent({ wallet: 500 })
  await signIn(agent)
  await page.goto(`/dashboard/quotes/${await makeQuote(api, agent)}`)
  await expect(page.getByLabel('Trip title')).toBeVisible()
  await endSessionBefore(page, '**/api/quotes/*/draft')
  await page.getByLabel('Trip title').fill('Five days in Kerala')
  await logIn(loginDialog(page), agent)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Trip title')).toHaveValue('Five days in Kerala')
})

test('another user who logs in above a page gets a dashboard, and nothing of the former user is shown or sent', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const first = await api.makeAgent({ wallet: 500 })
  const second = await api.makeAgent({ name: 'Farhan Sheikh', wallet: 321 })
  const quoteId = await makeQuote(api, first)
  await signIn(first)
  await page.goto(`/dashboard/quotes/${quoteId}`)
  await expect(page.getByLabel('Trip title')).toBeVisible()
  await endSessionBefore(page, '**/api/quotes/*/draft')
  await page.getByLabel('Trip title').fill('Written by the first agent')
  await expect(loginDialog(page)).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await logIn(loginDialog(page), second)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('complementary').getByText('Farhan Sheikh')).toBeVisible()
  await expect(loginDialog(page)).toBeHidden()
  await page.goto('/dashboard/wallet')
  await expect(page.getByText(/₹321/).first()).toBeVisible()
  expect(sent.filter((text) => /quotes\/|first agent/.test(text))).toEqual([])
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(
    /first agent/,
  )
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
