import type { Page } from '@playwright/test'
import { budgetCodes, type Lead, priorityCodes } from '../../contract/src/leads.ts'
import { expect, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const list = /\/api\/leads\?/

test('searches after a pause of 300 ms in typing, and shows the age of a lead', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const lead = await api.makeLead()
  await page.clock.install({ time: Date.now() })
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  const searches: (string | null)[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/leads') searches.push(url.searchParams.get('search'))
  })
  // From here on the clock of the page moves only when the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Search by name').pressSequentially(lead.name)
  await page.clock.runFor(299)
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
  await page.clock.runFor(1)
  await expect(page).toHaveURL(
    `/dashboard/my-leads?search=${lead.name.replace(' ', '+')}&status=buy`,
  )
  await page.clock.resume()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  expect(searches).toEqual([lead.name])
  const rows = page.getByRole('list', { name: 'Travel leads' })
  await expect(rows).toContainText(/posted (just now|[1-4] min ago)/)
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
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
  await expect(page.getByLabel('Search by name')).toHaveValue('')
  await expect(page.getByText(/^Showing 1 to 50 of \d+ entries$/)).toBeVisible()
})

test('each filter applies and is in the address, and Clear all removes all', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const person = `Traveller ${uniqueText()}`
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

test('one field filters by several destinations and suggests the next one, another by the highest price, and Escape clears nothing', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  const city = `City${uniqueText()}`
  const trips = [
    { destination: 'Goa', leadType: 'domestic' },
    { destination: 'Kerala', leadType: 'domestic' },
    { destination: 'Bali', leadType: 'international' },
  ]
  for (const trip of trips) await api.makeLead({ ...trip, city })
  await page.goto(`/dashboard/my-leads?city=${city}`)
  const shown = (count: number) =>
    expect(page.getByText(`Showing 1 to ${count} of ${count} entries`)).toBeVisible()
  await shown(3)
  const destination = page.getByPlaceholder('Destination')
  await destination.pressSequentially('Goa, Kera')
  await expect(page.getByRole('option', { name: /^Kerala/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(destination).toHaveValue('Goa, Kerala')
  await shown(2)
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  await expect(destination).toHaveValue('Goa, Kerala')
  await destination.fill('')
  await shown(3)
  // The prices of the demo data: domestic ₹50, international ₹40.
  await page.getByLabel('Highest price').fill('45')
  await shown(1)
  await page.getByLabel('Highest price').press('Escape')
  await expect(page).toHaveURL(/maxPrice=45$/)
  await page.getByRole('button', { name: 'Remove filter Up to ₹45' }).click()
  await shown(3)
  await page.getByRole('link', { name: '₹0' }).click()
  await expect(page).toHaveURL('/dashboard/wallet')
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
  await page.goto('/dashboard/my-leads?sort=createdAt')
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
  const person = `Traveller ${uniqueText()}`
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

test('6 leads are visible on a phone, 11 on a laptop and 15 on a desktop before scrolling, also with all their facts', async ({
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
    [1366, 768, 11],
    [390, 844, 6],
  ] as const) {
    await page.setViewportSize({ width, height })
    // Shows leads of the demo data, because leads of other tests have names of forty letters.
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

test('between a tablet and a desktop, no filter and no bought lead is cut', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 1000 })
  await signIn(agent)
  const lead = await api.makeLead({ tripType: 'Family', destination: 'Thiruvananthapuram' })
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  for (const [width, filters] of [
    [768, 0],
    [1024, 5],
    [1280, 5],
    [1407, 5],
    [1408, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
    await expect(page.getByText('Bought by you')).toBeVisible()
    const { measured, cut, overflowPx } = await page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d')
      // Space for the arrow of the field.
      const arrowPx = 20
      const isCut = (select: HTMLSelectElement) => {
        const { font, paddingLeft } = getComputedStyle(select)
        if (!canvas) throw new Error('no canvas')
        canvas.font = font
        const text = canvas.measureText(select.selectedOptions[0]?.text ?? '').width
        return text + Number.parseFloat(paddingLeft) + arrowPx > select.clientWidth
      }
      const visible = [...document.querySelectorAll('select')].filter((one) => one.clientWidth > 0)
      const parts = [document.documentElement, ...document.querySelectorAll('[data-lead]')]
      return {
        measured: visible.length,
        cut: visible.filter(isCut).map(({ ariaLabel }) => ariaLabel),
        overflowPx: parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      }
    })
    expect(measured, `filters at ${width} px`).toBe(filters)
    expect(cut, `cut at ${width} px`).toEqual([])
    expect(Math.max(...overflowPx), `over ${width} px`).toBeLessThanOrEqual(0)
  }
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

test('shows that the leads load', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(list, async (route) => {
    await released
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

test('offline, says that the leads could not be loaded, and loads them when the connection returns', async ({
  page,
  context,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await signIn(await api.makeAgent())
  const lead = await api.makeLead({ leadType: 'international' })
  await page.goto(`/dashboard/my-leads?leadType=domestic&search=${encodeURIComponent(lead.name)}`)
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Lead type').selectOption('International')
  await expect(page.getByRole('alert')).toContainText('Could not reach Raahi')
  await context.setOffline(false)
  await expect(page.locator(`[data-lead="${lead._id}"]`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
