import { randomUUID } from 'node:crypto'
import { expect, storeSession, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test('quick filters set and remove filters, and are on again in another browser', async ({
  page,
  api,
  signIn,
  browser,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/my-leads')
  const chips = page.getByRole('group', { name: 'Quick filters' })
  const chip = (name: string) => chips.getByRole('button', { name, exact: true })
  // An agent who has chosen nothing yet sees the leads for sale.
  await expect(chip('Available')).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
  await chip('Domestic').click()
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/leadPreferences') &&
      response.request().postDataJSON()?.quickFilters?.includes('international'),
  )
  await chip('International').click()
  await saved
  await expect(chip('Domestic')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByLabel('Lead type')).toHaveValue('international')
  await page.getByLabel('Trip type').selectOption('Family')
  await chips.getByRole('button', { name: 'Remove filter Family' }).click()
  await expect(page).toHaveURL(/my-leads\?leadType=international&status=buy$/)

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const otherPage = await other.newPage()
  await storeSession(otherPage, agent)
  await otherPage.goto('/dashboard/my-leads')
  await expect(otherPage).toHaveURL(/my-leads\?leadType=international&status=buy$/)
  await otherPage.close()
  await other.close()

  const searches: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/leads') searches.push(url.search)
  })
  await page.goto('/dashboard/my-leads')
  await expect(page).toHaveURL(/leadType=international/)
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  expect(searches.filter((search) => !search.includes('international'))).toEqual([])
  // A field that turns a quick filter off counts too.
  await page.getByLabel('Lead type').selectOption('All Lead Types')
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
  await page.goto('/dashboard/my-leads')
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
  await page.getByLabel('Search by name').fill(randomUUID())
  await page.getByRole('button', { name: 'Show all leads' }).click()
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Leads' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-leads')
})

test('a purchase outlives preferences that arrive late and a script that is missing', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent({ wallet: 500 })
  await api.as(agent, 'put', '/api/leadPreferences', { quickFilters: ['international'] })
  const lead = await api.makeLead({ phone: '9123456781' })
  await signIn(agent)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/leadPreferences', async (route) => {
    await released
    await route.continue()
  })
  await page.route(/own-lead-actions-.*\.js/, (route) => route.abort())
  // Other tests add leads, so this one may not be on the first page.
  await page.route('**/api/leads?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('search', lead.name)
    return route.continue({ url: url.href })
  })
  await page.goto('/dashboard/my-leads')
  const row = page.locator(`[data-lead="${lead._id}"]`)
  await row.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy this lead?' })
  await expect(dialog).toBeVisible()
  release()
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('raahi-market-')),
  )
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(row).toContainText('+91 91234 56781')
  await expect(row.getByRole('button', { name: 'Sold' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
})

test('my destinations are those of the own purchases until the agent chooses others', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const place = `Place${uniqueText()}`
  const [bought] = [
    await api.makeLead({ destination: place }),
    await api.makeLead({ destination: place }),
  ]
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: bought._id })
  await signIn(agent)
  await page.goto('/dashboard/my-leads')
  const chip = page.getByRole('button', { name: 'My destinations', exact: true })
  await chip.click()
  await expect(page).toHaveURL(`/dashboard/my-leads?status=buy&destinations=${place}`)
  await expect(page.getByText('1 lead', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit my places' }).click()
  const dialog = page.getByRole('dialog', { name: 'My places' })
  await expect(dialog).toContainText('from your latest purchases')
  const cities = dialog.getByLabel('Cities your customers travel from')
  await cities.fill('x'.repeat(41))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(cities).toHaveAccessibleDescription(/At most 40 characters/)
  await cities.press('Backspace')
  await dialog.getByLabel('Destinations you sell').fill('Goa')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/dashboard/my-leads?status=buy&destinations=${place}%2CGoa`)
})

test('typing a destination suggests places with their leads, by keyboard alone', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  // A destination of the demo data, because the counts are read at most every 15 s.
  await page.goto('/dashboard/my-leads')
  const field = page.getByPlaceholder('Destination')
  await field.pressSequentially('KASHM')
  // The first option: until the response to the last letter arrives, other places are listed too.
  await expect(page.getByRole('option').first()).toHaveText(/^Jammu and Kashmir.*\d+ leads$/)
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Jammu and Kashmir')
  await expect(page).toHaveURL(/destination=Jammu\+and\+Kashmir$/)
})

test('j and k move, b buys, / searches and ? helps; in a field they are letters', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const person = `Traveller ${uniqueText()}`
  for (const _ of [1, 2]) await api.makeLead({ name: person })
  await signIn(agent)
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(person)}`)
  const rows = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Buy this lead?' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('j')
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(rows.nth(0).getByText('Bought by you')).toBeVisible()
  await expect(rows.nth(0).getByRole('link', { name: /^Open lead LD-/ })).toHaveText('Open')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('/')
  const search = page.getByPlaceholder('Destination')
  await expect(search).toBeFocused()
  await page.keyboard.press('?')
  await expect(search).toHaveValue('?')
  await search.blur()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Next lead')
  await help.getByRole('switch', { name: 'Use keyboard shortcuts' }).press('Space')
  await help.getByRole('button', { name: 'Close' }).click()
  await expect(help).toBeHidden()
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
})

test('buying three leads of the own places takes seven clicks on a later visit', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 1000 })
  const place = `Place${uniqueText()}`
  const leads = [1, 2, 3, 4].map(() => api.makeLead({ destination: place }))
  const [bought] = await Promise.all(leads)
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: bought?._id })
  await signIn(agent)
  const count = () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0))
  await page.addInitScript(() =>
    addEventListener(
      'click',
      () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
      { capture: true },
    ),
  )
  const openMarketplace = async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'My Leads', exact: true }).first().click()
    await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  }
  await openMarketplace()
  for (const name of ['Domestic', 'My destinations']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect(page.getByText('3 leads', { exact: true })).toBeVisible()
  expect(await count(), 'clicks of the first visit before buying').toBe(3)

  await page.evaluate(() => sessionStorage.setItem('clicks', '0'))
  await openMarketplace()
  const rows = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  for (const at of [0, 1, 2]) {
    await rows.nth(at).getByRole('button', { name: 'Buy Now' }).click()
    await page
      .getByRole('dialog', { name: 'Buy this lead?' })
      .getByRole('button', { name: 'Yes, Buy!' })
      .click()
    await expect(rows.nth(at).getByRole('link', { name: /^Call / })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(await count()).toBe(7)
})
