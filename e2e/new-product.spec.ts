import { admin } from './support/api.ts'
import { onDatabase } from './support/database.ts'
import { newProduct } from './support/products.ts'
import {
  expect,
  figure,
  statusError,
  storeSession,
  test,
  withoutLiveUpdates,
} from './support/test.ts'

// A new product up to its first sale. Each test continues from the previous one, and prices apply to all leads, so the
// tests run in order on a separate database.
test.describe.configure({ mode: 'serial' })

test('an empty product shows on every screen that it is empty and what to do next', async ({
  page,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/dashboard')
  for (const name of ['Total Leads', 'Total Users', 'Total Available Leads', 'Total Sold Leads']) {
    await expect(figure(page, name)).toHaveText('0')
  }
  await expect(page.getByText('No leads yet. The four newest will appear here.')).toBeVisible()
  await page.goto('/dashboard/add-leads')
  await expect(page.getByRole('heading', { name: 'Travel Leads (0)' })).toBeVisible()
  await expect(
    page.getByText('No leads available. Add your first lead to get started!'),
  ).toBeVisible()
  await page.goto('/dashboard/lead-cost')
  await expect(page.getByText(/^No lead costs yet\./)).toBeVisible()
  for (const type of ['Domestic', 'International', 'Both']) {
    await expect(figure(page, type)).toHaveText('No price set')
  }
})

test('an agent of an empty product sees an empty marketplace, wallet and statement', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/my-leads')
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  await page.goto('/dashboard/wallet')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByText('No purchased leads found.')).toBeVisible()
  await page.getByRole('link', { name: 'Browse leads' }).click()
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
})

test('a lead without a price can be seen but not bought', async ({ page, api, signIn }) => {
  await api.makeLead({ name: 'First Traveller' })
  await signIn(await api.makeAgent({ wallet: 100 }))
  // Another search than before, because agents share pages of leads for a second.
  await page.goto('/dashboard/my-leads?search=First')
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card.getByText('No price is set for this lead type')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
})

test('creates prices: requires a price, and shows one row and card for each type', async ({
  page,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/dashboard/lead-cost')
  const form = page.getByRole('form', { name: 'Add New Lead Cost' })
  await expect(form.getByLabel('Lead type')).toHaveValue('international')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('alert')).toHaveText('Fill the form.')
  await form.getByLabel('Price').fill('40')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText(/^Lead cost saved: International ₹40/)).toBeVisible()
  await expect(figure(page, 'International')).toHaveText('₹40')
  await form.getByLabel('Lead type').selectOption('Domestic')
  await form.getByLabel('Price').fill('50.5')
  await form.getByRole('button', { name: 'Create' }).dblclick()
  await expect(figure(page, 'Domestic')).toHaveText('₹50.50')
  const rows = page.getByRole('table', { name: 'Lead costs' }).getByRole('row')
  await expect(rows).toHaveCount(1 + 2)
  await expect(rows.filter({ hasText: 'Domestic' })).toContainText('₹50.50')
})

test('a price is edited', async ({ page, signIn }) => {
  await signIn(admin)
  await page.goto('/dashboard/lead-cost')
  const table = page.getByRole('table', { name: 'Lead costs' })
  const row = table.getByRole('row').filter({ hasText: 'Domestic' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = row.getByRole('form', { name: 'Edit Lead Cost: Domestic' })
  await expect(form.getByLabel('Price')).toHaveValue('50.5')
  await expect(form.getByLabel('Price')).toBeFocused()
  await form.getByLabel('Price').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Fill the form.')).toBeVisible()
  // The page has another form with a field of the same name.
  await expect(form.getByLabel('Price')).toBeFocused()
  await form.getByLabel('Price').fill('50')
  await expect(form).toContainText('1 available lead changes its price.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Successfully updated lead cost.')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(row).toContainText('₹50')
  await expect(figure(page, 'Domestic')).toHaveText('₹50')
})

test('asks again before it charges a price that changed meanwhile', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent({ wallet: 200 })
  await withoutLiveUpdates(page)
  await signIn(agent)
  await page.goto('/dashboard/my-leads')
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy this lead?' })
  await expect(dialog).toContainText('₹50 will be charged to your wallet')
  await api.asAdmin('post', '/api/leadCost', { type: 'domestic', price: 60 })
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has changed from ₹50 to ₹60')
  await expect(dialog).toContainText('₹60 will be charged to your wallet')
  const wallet = async () => (await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')).data
  expect((await wallet()).wallet).toBe(200)
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  expect((await wallet()).wallet).toBe(140)
})

test('the figures of the admin include the first sale', async ({ page, signIn }) => {
  await signIn(admin)
  await page.goto('/dashboard')
  await expect(figure(page, 'Total Leads')).toHaveText('1')
  await expect(figure(page, 'Total Domestic')).toHaveText('1')
  await expect(figure(page, 'Total International')).toHaveText('0')
  await expect(figure(page, 'Total Available Leads')).toHaveText('0')
  await expect(figure(page, 'Total Sold Leads')).toHaveText('1')
  await expect(figure(page, 'Total Users')).toHaveText('3')
  await expect(page.getByRole('region', { name: 'Top Destinations' })).toContainText('Goa1 lead')
})

test('deletes a price after a confirmation that states the effect, and stops purchases', async ({
  page,
  browser,
  api,
  signIn,
}) => {
  await api.makeLead({ name: 'Second Traveller' })
  await signIn(admin)
  await page.goto('/dashboard/lead-cost')
  const table = page.getByRole('table', { name: 'Lead costs' })
  const row = table.getByRole('row').filter({ hasText: 'Domestic' })
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete lead cost' })
  await expect(question).toContainText('Are you sure you want to delete the price of Domestic?')
  await expect(question).toContainText('Agents will not be able to buy domestic leads')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Lead cost deleted: Domestic.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(figure(page, 'Domestic')).toHaveText('No price set')

  const agentPage = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await storeSession(agentPage, await api.makeAgent({ wallet: 100 }))
  await agentPage.goto('/dashboard/my-leads?search=Second')
  await expect(agentPage.getByRole('button', { name: 'Buy Now' })).toBeDisabled()
  await agentPage.close()
})

test('sets the same prices from the plans screen', async ({ page, signIn, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await signIn(admin)
  await page.goto('/dashboard/add-new-plans')
  await page.getByRole('button', { name: 'Leads Cost' }).click()
  const form = page.getByRole('dialog', { name: 'Set Leads Cost' })
  const save = form.getByRole('button', { name: 'Save Leads Cost' })
  await expect(form.getByRole('region', { name: 'Existing lead costs' })).toContainText(
    'International₹40',
  )
  await expect(save).toBeDisabled()
  await form.getByLabel('Plan type').selectOption({ label: 'Domestic' })
  await form.getByLabel('Price').fill('1000001')
  await save.click()
  await expect(form.getByText('Enter an amount up to ₹10,00,000.')).toBeVisible()
  await expect(form.getByLabel('Price')).toBeFocused()
  await form.getByLabel('Price').fill('75.5')
  await page.route('**/api/leadCost', async (route) => {
    if (route.request().method() === 'POST') await route.abort()
    else await route.continue()
  })
  await save.click()
  await expect(form.getByRole('alert')).toContainText('Failed to create lead cost.')
  await expect(form.getByLabel('Price')).toHaveValue('75.5')
  await page.unroute('**/api/leadCost')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/leadCost', async (route) => {
    if (route.request().method() === 'POST') await answered.promise
    await route.continue()
  })
  await save.click()
  await expect(form.getByRole('button', { name: 'Processing..' })).toBeVisible()
  answered.resolve()
  await expect(page.getByText('Lead cost saved: Domestic ₹75.50.')).toBeVisible()
  await expect(form).toBeHidden()
  await page.goto('/dashboard/lead-cost')
  await expect(figure(page, 'Domestic')).toHaveText('₹75.50')
})

test('shows an empty catalogue, and more than ten plans on two pages', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/dashboard/add-new-plans')
  await expect(page.getByText('No plans available for the selected filter.')).toBeVisible()
  for (let number = 1; number <= 11; number += 1) {
    await api.asAdmin('post', '/api/plan', {
      planId: `P-${number}`,
      planName: `Plan ${number}`,
      price: 100 * number,
      description: 'One of many.',
      validity: 30,
      planType: number === 11 ? 'international' : 'domestic',
      numberOfLeads: 5,
    })
    // Ten plans fill one page.
    if (number === 10) {
      await page.reload()
      await expect(page.getByRole('row')).toHaveCount(1 + 10)
      await expect(page.getByText(/^Page \d/)).toHaveCount(0)
    }
  }
  await page.reload()
  const rows = page.getByRole('table', { name: /^Plans/ }).getByRole('row')
  await expect(rows).toHaveCount(1 + 10)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/dashboard/add-new-plans?page=2')
  await expect(rows).toHaveCount(1 + 1)
  await expect(rows.nth(1)).toContainText('Plan 11')
  await page.reload()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  // A changed filter opens the first page. Eleven plans without the deleted one are ten.
  await page.getByRole('button', { name: 'Domestic' }).click()
  await expect(page).toHaveURL('/dashboard/add-new-plans?planType=domestic')
  await expect(rows).toHaveCount(1 + 10)
  await expect(page.getByText(/^Page \d/)).toHaveCount(0)
  // After the only plan of the last page is deleted, the previous page is shown.
  await page.goto('/dashboard/add-new-plans?page=2')
  await rows.filter({ hasText: 'Plan 11' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveCount(1 + 10)
  await page.getByRole('button', { name: 'International' }).click()
  await expect(page.getByText('No plans available for the selected filter.')).toBeVisible()
})

test('shows a price that changes in the open dialog, and cannot confirm it at once', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 200 })
  const lead = await api.makeLead()
  await api.asAdmin('post', '/api/leadCost', { type: 'domestic', price: 60 })
  await signIn(agent)
  await page.clock.install()
  const stream = page.waitForResponse('**/api/leads/events*')
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await stream
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy this lead?' })
  await expect(dialog).toContainText('₹60 will be charged to your wallet')
  let purchases = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/leads/buyLead')) purchases += 1
  })
  const clicked = page.evaluate(clickWhenAlerted, 'Yes, Buy!')
  await api.asAdmin('post', '/api/leadCost', { type: 'domestic', price: 70 })
  await clicked
  await expect(dialog.getByRole('alert')).toContainText('has changed from ₹60 to ₹70')
  expect(purchases).toBe(0)
  await page.clock.fastForward(1000)
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  const account = await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')
  expect(account.data.wallet).toBe(130)
})

test('prices fall with the age of a lead: steps with a preview, the former price, and only the confirmed price', async ({
  page,
  browser,
  api,
  signIn,
}) => {
  const lead = await api.makeLead()
  await onDatabase(
    ({ pool }) =>
      pool.query(`update leads set created_at = created_at - interval '30 days' where id = $1`, [
        lead._id,
      ]),
    newProduct,
  )
  await signIn(admin)
  await page.goto('/dashboard/lead-cost')
  const form = page.getByRole('form', { name: 'Prices by Age' })
  await expect(form.getByText('No steps: leads keep their price.')).toHaveCount(2)
  await form.getByRole('button', { name: 'Add a step for Domestic' }).click()
  await form.getByRole('button', { name: 'Save as version 2' }).click()
  await expect(form.getByText('After days: enter a whole number from 1 to 365.')).toBeVisible()
  await expect(form.getByLabel('After days, step 1 of Domestic')).toBeFocused()
  await form.getByLabel('After days, step 1 of Domestic').fill('30')
  await form.getByLabel('Per cent less, step 1 of Domestic').fill('20')
  const row = form.getByRole('row', { name: 'Domestic, from 30 days' })
  await expect(row.getByRole('cell')).toHaveText(['₹56', '1', '1'])
  await form.getByRole('button', { name: 'Save as version 2' }).click()
  const question = page.getByRole('dialog', { name: 'Save version 2?' })
  await expect(question).toContainText('Domestic: 20% less after 30 days. International: no steps.')
  await question.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Prices by age saved.')).toBeVisible()
  await expect(page.getByText('Version 2, in force')).toBeVisible()

  const context = await browser.newContext({ baseURL: newProduct.address })
  const shop = await context.newPage()
  const agent = await api.makeAgent({ wallet: 200 })
  await storeSession(shop, agent)
  await withoutLiveUpdates(shop)
  await shop.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = shop.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card).toContainText('₹56 was ₹70')
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = shop.getByRole('dialog', { name: 'Buy this lead?' })
  await expect(dialog).toContainText('₹56 will be charged to your wallet')
  await expect(dialog).toContainText('was ₹70 ₹56')
  // The next step makes the lead cheaper after the agent has seen the price.
  await api.asAdmin('put', '/api/priceAgeing', {
    version: 2,
    domestic: [{ afterDays: 30, percent: 30 }],
    international: [],
  })
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has changed from ₹56 to ₹49')
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(shop.getByText('Lead Buy successfully...')).toBeVisible()
  const account = await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')
  expect(account.data.wallet).toBe(151)
  await context.close()
})

/** Clicks a button of the dialog as soon as the dialog has an alert. Runs in the page. */
function clickWhenAlerted(name: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=dialog] [role=alert]')) return
      observer.disconnect()
      const buttons = document.querySelectorAll<HTMLElement>('[role=dialog] button')
      for (const button of buttons) if (button.textContent === name) button.click()
      resolve()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

test('an admin enters the email of the accountant, and sends the statement of the last month', async ({
  page,
  signIn,
}) => {
  await signIn(admin)
  await page.goto('/dashboard/settings')
  const panel = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Accountant' }) })
  const email = panel.getByRole('textbox', { name: 'Email of the accountant' })
  await expect(panel.getByText(/ was not sent yet\.$/)).toBeVisible()
  await email.fill('accounts@')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('Invalid email format')).toBeVisible()
  await email.fill('accounts@example.com')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByRole('button', { name: 'Send last month’s now' }).click()
  await expect(panel.getByText(/^Sent last: .* to accounts@example\.com/)).toBeVisible()
  await email.fill('')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('button', { name: 'Send last month’s now' })).toBeHidden()
})
