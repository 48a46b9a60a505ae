import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { budgetCodes, type Lead, priorityCodes } from '../../contract/src/leads.ts'
import { expect, storeSession, test } from '../support/test.ts'

const list = /\/api\/leads\?/

test('searches after a pause of 300 ms in typing, and ages follow the clock', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const lead = await api.makeLead()
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  const searches: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/leads') searches.push(url.searchParams.get('search'))
  })
  // From here on the clock of the page is stopped unless the test advances it.
  await page.clock.pauseAt(start + 60_000)
  await page.getByLabel('Search by name').pressSequentially(lead.name)
  await page.clock.runFor(299)
  await expect(page).toHaveURL('/dashboard/my-leads')
  await page.clock.runFor(1)
  await expect(page).toHaveURL(`/dashboard/my-leads?search=${lead.name.replace(' ', '+')}`)
  await page.clock.resume()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  expect(searches).toEqual([lead.name])
  const rows = page.getByRole('list', { name: 'Travel leads' })
  await expect(rows).toContainText(/posted (just now|[1-4] min ago)/)
  await page.clock.fastForward('10:00')
  await expect(rows).toContainText(/posted 1\d min ago/)
})

test('searches without regard to case, and keeps the search over a reload and Back', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const lead = await api.makeLead()
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('heading', { name: 'All Travel Leads', level: 1 })).toBeVisible()
  await page.getByLabel('Search by name').fill(lead.name.toUpperCase())
  await expect(page).toHaveURL(/search=TRAVELLER/)
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Travel leads' })).toContainText(lead.name)

  await page.reload()
  await expect(page.getByLabel('Search by name')).toHaveValue(lead.name.toUpperCase())
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/my-leads')
  await expect(page.getByLabel('Search by name')).toHaveValue('')
  await expect(page.getByText(/^Showing 1 to 50 of \d+ entries$/)).toBeVisible()
})

test('each filter applies and is in the address, and Clear all removes all', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const person = `Traveller ${randomUUID()}`
  const trips = [
    { leadType: 'domestic', tripType: 'Family', destination: 'Munnar', city: 'Kochi' },
    { leadType: 'international', tripType: 'Senior_Citizen', destination: 'Bali', city: 'Pune' },
    { leadType: 'international', tripType: 'Group', destination: 'Bali', city: 'Surat' },
  ]
  for (const trip of trips) await api.makeLead({ ...trip, name: person })
  await page.goto(`/dashboard/my-leads?search=${person}`)
  const shown = (count: number) =>
    expect(page.getByText(`Showing 1 to ${count} of ${count} entries`)).toBeVisible()
  await shown(3)
  await page.getByLabel('Lead type').selectOption('International')
  await shown(2)
  await expect(page).toHaveURL(/leadType=international/)
  await page.getByLabel('Trip type').selectOption('Senior Citizen')
  await shown(1)
  await expect(page).toHaveURL(/tripType=Senior_Citizen/)
  await page.getByLabel('Trip type').selectOption('All Trip Types')
  await page.getByLabel("Traveller's city").fill('surat')
  await shown(1)
  await expect(page).toHaveURL(/city=surat/)
  await page.getByLabel('Status').selectOption('Sold')
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  // A date that does not exist does not filter, and Clear all removes it.
  await page.getByRole('button', { name: 'Travel dates' }).click()
  const from = page.getByLabel('Travel from')
  await from.fill('31-02-2031')
  await from.blur()
  await expect(from).toHaveAccessibleDescription(/31-02-2031 is not a date/)
  await expect(page).not.toHaveURL(/travelFrom/)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/dashboard/my-leads')
  await expect(from).toHaveValue('')
  await expect(page.getByLabel('Search by name')).toHaveValue('')
  await expect(page.getByLabel('Status')).toHaveValue('')
})

test('accepts dates as DD-MM-YYYY in any browser', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/my-leads')
  await page.getByRole('button', { name: 'Travel dates' }).click()
  const from = page.getByLabel('Travel from')
  await from.pressSequentially('14032031')
  await expect(from).toHaveValue('14-03-2031')
  await expect(page).toHaveURL(/travelFrom=2031-03-14/)
  await page.reload()
  await expect(from).toHaveValue('14-03-2031')
})

test('the filters offer the options of the specification, and five page numbers at most', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/my-leads')
  const optionsOf = (label: string) => page.getByLabel(label).getByRole('option').allTextContents()
  await expect(page.getByLabel('Lead type')).toBeVisible()
  expect(await optionsOf('Lead type')).toEqual(['All Lead Types', 'Domestic', 'International'])
  expect(await optionsOf('Trip type')).toEqual([
    'All Trip Types',
    'Business',
    'Family',
    'Friends',
    'Couples',
    'Senior Citizen',
    'Others',
    'Group',
  ])
  expect(await optionsOf('Status')).toEqual(['All Status', 'Available', 'Sold', 'Expired'])
  await expect(page.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5)
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('shows fifty leads per page, page numbers, Previous, Next and the position', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const person = `Traveller ${randomUUID()}`
  await Promise.all(Array.from({ length: 53 }, () => api.makeLead({ name: person })))
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(person)}`)
  await expect(page.getByText('Showing 1 to 50 of 53 entries')).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 51 to 53 of 53 entries')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await expect(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')).toHaveCount(
    3,
  )
  await pages.getByRole('button', { name: 'Page 1' }).click()
  await expect(page.getByText('Showing 1 to 50 of 53 entries')).toBeVisible()
  // A page number beyond the end, for example of an old link, opens the last page.
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(person)}&page=9`)
  await expect(page.getByText('Showing 51 to 53 of 53 entries')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
})

test('a lead for sale shows the trip and its price, and **** for phone and email', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const lead = await api.makeLead({ phone: '9123456780', email: 'hidden@example.com' })
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem').first()
  await expect(card).toContainText(lead.name)
  await expect(card.getByRole('heading', { name: 'Goa' })).toBeVisible()
  for (const text of [
    '14–18 Mar 2097 · family of 3 · from Mumbai',
    'posted just now · 5 days, 4 nights',
    'Family · Domestic',
    lead.leadId,
  ]) {
    await expect(card).toContainText(text)
  }
  await expect(card.getByTitle('14-03-2097')).toBeVisible()
  await expect(card).toContainText('2 adults, 1 child')
  await expect(card.getByText('****')).toHaveCount(2)
  expect(await page.content()).not.toContain('9123456780')
  expect(await page.content()).not.toContain('hidden@example.com')
})

/** How many leads can be read without scrolling. */
function countVisibleLeads(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll('ul[aria-label="Travel leads"] > li')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }).length,
  )
}

test('6 leads are visible on a phone and 15 on a desktop before scrolling, also with all their facts', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  // The first visit of a browser has a line above the list for this text.
  await page.goto('/dashboard/my-leads')
  await expect(page.getByText('Save a search to be alerted to new leads.')).toBeVisible()
  for (const [width, height, leads] of [
    [1440, 900, 15],
    [390, 844, 6],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Leads of the demo data: those of other tests have names of forty letters.
    await page.goto('/dashboard/my-leads?city=Delhi')
    await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get a plan' })).toBeVisible()
    expect(await countVisibleLeads(page), `${width} × ${height}`).toBeGreaterThanOrEqual(leads)
    const unroute = await fillAllFacts(page)
    await page.reload()
    await expect(page.getByText('Phone and email verified').nth(2)).toBeVisible()
    expect(await countVisibleLeads(page), `${width} × ${height}, all facts`).toBeGreaterThanOrEqual(
      leads,
    )
    await unroute()
  }
  const search = { name: 'Hampi', destination: 'Hampi' }
  await api.as(agent, 'post', '/api/savedSearches', search)
  await page.goto('/dashboard/my-leads?city=Delhi')
  await expect(page.getByRole('group', { name: 'Saved searches' })).toBeVisible()
  expect(await countVisibleLeads(page), 'with saved searches').toBeGreaterThanOrEqual(6)
})

/** Gives each lead of the list a budget, a wish and verified contacts. */
async function fillAllFacts(page: Page): Promise<() => Promise<void>> {
  const url = '**/api/leads?*'
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.leads.forEach((lead: Lead, at: number) => {
      lead.budgetPerPerson = budgetCodes[at % budgetCodes.length] ?? null
      lead.priority = priorityCodes[at % priorityCodes.length] ?? null
      lead.hasEmail = true
      lead.phoneVerifiedAt = lead.emailVerifiedAt = lead.createdAt
    })
    await route.fulfill({ response, json })
  })
  return () => page.unroute(url)
}

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
  await expect(chip('Available')).toHaveAttribute('aria-pressed', 'false')
  await chip('Available').click()
  await expect(page).toHaveURL(/satatus=buy/)
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
  await expect(page).toHaveURL(/my-leads\?leadType=international&satatus=buy$/)

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const otherPage = await other.newPage()
  await storeSession(otherPage, agent)
  await otherPage.goto('/dashboard/my-leads')
  await expect(otherPage).toHaveURL(/my-leads\?leadType=international&satatus=buy$/)
  await otherPage.close()
  await other.close()

  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/leads') asked.push(url.search)
  })
  await page.goto('/dashboard/my-leads')
  await expect(page).toHaveURL(/leadType=international/)
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  expect(asked.filter((search) => !search.includes('international'))).toEqual([])
  // A field that turns a quick filter off counts too.
  await page.getByLabel('Lead type').selectOption('All Lead Types')
  await expect(page).toHaveURL('/dashboard/my-leads?satatus=buy')
  await page.goto('/dashboard/my-leads')
  await expect(page).toHaveURL('/dashboard/my-leads?satatus=buy')
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
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/leadPreferences', async (route) => {
    await held
    await route.continue()
  })
  await page.route(/own-lead-actions-.*\.js/, (route) => route.abort())
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
  await expect(page).toHaveURL('/dashboard/my-leads')
})

test('my destinations are those of the own purchases until the agent chooses others', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const place = `Place${randomUUID().slice(0, 8)}`
  const [bought] = [
    await api.makeLead({ destination: place }),
    await api.makeLead({ destination: place }),
  ]
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: bought._id })
  await signIn(agent)
  await page.goto('/dashboard/my-leads')
  const chip = page.getByRole('button', { name: 'My destinations', exact: true })
  await chip.click()
  await expect(page).toHaveURL(`/dashboard/my-leads?destinations=${place}`)
  await expect(page.getByText('2 leads', { exact: true })).toBeVisible()
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
  await expect(page).toHaveURL(`/dashboard/my-leads?destinations=${place}%2CGoa`)
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
  // The first one: before the answer to the last letter, other places are listed too.
  await expect(page.getByRole('option').first()).toHaveText(/^Kashmir.*\d+ leads$/)
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Kashmir')
  await expect(page).toHaveURL(/destination=Kashmir$/)
})

test('j and k move, b buys, / searches and ? helps; in a field they are letters', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const person = `Traveller ${randomUUID()}`
  for (const _ of [1, 2]) await api.makeLead({ name: person })
  await signIn(agent)
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(person)}`)
  const rows = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  // The script of the keys loads after the rows. `k` goes to the first row, and stays there if it is pressed again.
  await expect(async () => {
    await page.keyboard.press('k')
    await expect(rows.nth(0)).toBeFocused({ timeout: 500 })
  }).toPass()
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
  await page.keyboard.press('/')
  const search = page.getByLabel('Search by name')
  await expect(search).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('?')
  await expect(search).toHaveValue(`${person}?`)
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
  const place = `Place${randomUUID().slice(0, 8)}`
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
  for (const name of ['Available', 'Domestic', 'My destinations']) {
    await page.getByRole('button', { name, exact: true }).click()
  }
  await expect(page.getByText('3 leads', { exact: true })).toBeVisible()
  expect(await count(), 'clicks of the first visit before buying').toBe(4)

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

test('shows that the leads load', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(list, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/dashboard/my-leads')
  await expect(page.getByText('Loading leads...')).toBeVisible()
  release()
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  await expect(page.getByText('Loading leads...')).toHaveCount(0)
})

test('shows that the leads failed to load, with Retry', async ({
  page,
  allowConsole,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  allowConsole(/ERR_FAILED/)
  await page.route(list, (route) => route.abort())
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('alert')).toContainText('The leads could not be loaded.')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
