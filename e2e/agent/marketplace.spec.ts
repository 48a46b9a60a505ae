import { randomUUID } from 'node:crypto'
import { demoAgent } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

const list = /\/api\/leads\?/

test.beforeEach(async ({ signIn }) => signIn(demoAgent))

test('a search takes effect once typing has paused for 300 ms, never letter by letter', async ({
  page,
  api,
}) => {
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
  // From here on time stands still but where the test lets it run.
  await page.clock.pauseAt(start + 60_000)
  await page.getByLabel('Search by name').pressSequentially(lead.name)
  await page.clock.runFor(299)
  await expect(page).toHaveURL('/dashboard/my-leads')
  await page.clock.runFor(1)
  await expect(page).toHaveURL(`/dashboard/my-leads?search=${lead.name.replace(' ', '+')}`)
  await page.clock.resume()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  expect(searches).toEqual([lead.name])
})

test('a search, whatever its case, stands in the address and survives reload and Back', async ({
  page,
  api,
}) => {
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

test('each choice filters, stands in the address, and Clear filters takes all back', async ({
  page,
  api,
}) => {
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
  // A date that does not exist is no filter, and is cleared all the same.
  const from = page.getByLabel('Travel from')
  await from.fill('31-02-2031')
  await from.blur()
  await expect(from).toHaveAccessibleDescription(/31-02-2031 is not a date/)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/dashboard/my-leads')
  await expect(from).toHaveValue('')
  await expect(page.getByLabel('Search by name')).toHaveValue('')
  await expect(page.getByLabel('Status')).toHaveValue('')
})

test('a date is typed as DD-MM-YYYY in any browser, and one that does not exist is refused', async ({
  page,
}) => {
  await page.goto('/dashboard/my-leads')
  const from = page.getByLabel('Travel from')
  await from.pressSequentially('14032031')
  await expect(from).toHaveValue('14-03-2031')
  await expect(page).toHaveURL(/travelFrom=2031-03-14/)
  await page.reload()
  await expect(from).toHaveValue('14-03-2031')
  await from.fill('31-02-2031')
  await from.press('Tab')
  await expect(from).toHaveAccessibleDescription(/31-02-2031 is not a date/)
  await expect(page).toHaveURL('/dashboard/my-leads')
})

test('the filters offer what the specification names', async ({ page }) => {
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
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('fifty leads a page, with numbers, Previous, Next and where one is', async ({ page, api }) => {
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
  // A page beyond the end, as an old address may name, leads to the last one.
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(person)}&page=9`)
  await expect(page.getByText('Showing 51 to 53 of 53 entries')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
})

test('at most five page numbers are offered', async ({ page }) => {
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5)
})

test('a lead for sale shows the trip and its price, and **** for phone and email', async ({
  page,
  api,
}) => {
  const lead = await api.makeLead({ phone: '9123456780', email: 'hidden@example.com' })
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem').first()
  await expect(card).toContainText(lead.name)
  await expect(card.getByRole('heading', { name: 'Goa' })).toBeVisible()
  for (const text of [
    'Family · Domestic',
    '14-03-2097',
    '5 days, 4 nights',
    'Mumbai',
    lead.leadId,
  ]) {
    await expect(card).toContainText(text)
  }
  await expect(card).toContainText('3 (2 adults, 1 child)')
  await expect(card.getByText('****')).toHaveCount(2)
  expect(await page.content()).not.toContain('9123456780')
  expect(await page.content()).not.toContain('hidden@example.com')
})

test('while the leads are on their way it says so', async ({ page }) => {
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

test('leads that cannot be read are told, with Retry', async ({ page, consoleMaySay }) => {
  consoleMaySay(/ERR_FAILED/)
  await page.route(list, (route) => route.abort())
  await page.goto('/dashboard/my-leads')
  await expect(page.getByRole('alert')).toContainText('The leads could not be loaded.')
  await page.unroute(list)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
