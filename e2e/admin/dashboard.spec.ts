import { cityNotGiven } from '@raahi/contract/lead-texts'
import { admin } from '../support/api.ts'
import { expect, figure, inRupees, test } from '../support/test.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

const figures = {
  totalLeads: 'Total Leads',
  totalInternational: 'Total International',
  totalDomestic: 'Total Domestic',
  totalUser: 'Total Users',
  totalAvailableLeads: 'Total Available Leads',
  totalSoldLeads: 'Total Sold Leads',
}

test('shows the six figures and the top destinations of the server with today’s date', async ({
  page,
}) => {
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/dashboard'))
  await page.goto('/dashboard')
  const { data } = await (await answered).json()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('Welcome, Asha Rao')).toBeVisible()
  for (const [field, name] of Object.entries(figures)) {
    expect(data[field], field).toBeGreaterThan(0)
    await expect(figure(page, name)).toHaveText(data[field].toLocaleString('en-IN'))
  }
  const top = page.getByRole('region', { name: 'Top Destinations' })
  const today = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Kolkata',
    month: 'long',
    day: '2-digit',
    year: 'numeric',
  }).format(new Date())
  await expect(top.getByText(`As of ${today}`)).toBeVisible()
  const places: { destination: string; leads: number }[] = data.topDestinations
  expect(places.length).toBeGreaterThan(1)
  await expect(top.getByRole('listitem')).toHaveText(
    places.map(
      ({ destination, leads }) => `${destination}${leads} ${leads === 1 ? 'lead' : 'leads'}`,
    ),
  )
})

test('lists the four newest leads with name, email and city', async ({ page }) => {
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/leads?'))
  await page.goto('/dashboard')
  const { data } = await (await answered).json()
  expect(data.leads).toHaveLength(4)
  const recent = page.getByRole('region', { name: 'Recent Leads' })
  const items = recent.getByRole('listitem')
  await expect(items).toHaveCount(4)
  for (const [at, lead] of data.leads.entries()) {
    for (const text of [lead.name, lead.email ?? '', lead.city ?? cityNotGiven]) {
      await expect(items.nth(at)).toContainText(text)
    }
  }
  await recent.getByRole('link', { name: 'View all leads' }).click()
  await expect(page).toHaveURL('/dashboard/add-leads')
})

test('shows that the figures failed to load, with Retry', async ({ page, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await page.route('**/api/auth/dashboard', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText(/The figures could not be loaded\./)).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Recent Leads' }).getByRole('listitem'),
  ).toHaveCount(4)
  await page.unroute('**/api/auth/dashboard')
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(figure(page, 'Total Leads')).toHaveText(/^[\d,]+$/)
})

test('open work is first, and each link opens a list with as many entries', async ({ page }) => {
  const openDashboard = async () => {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/dashboard/overview'))
    await page.goto('/dashboard')
    return (await (await answered).json()).data
  }
  const { totals } = await openDashboard()
  await expect(page.getByRole('region').first()).toHaveAccessibleName('Needs you')
  await expect(figure(page, 'Leads sold')).toHaveText(totals.leadsSold.toLocaleString('en-IN'))
  const table = page.getByRole('region', { name: 'Table: Revenue and refunds by day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  const names = {
    enquiries: 'Enquiries to handle',
    replacements: 'Replacements to decide',
    messages: 'Messages to answer',
    kyc: 'KYC to check',
    failedPayments: 'Failed payments',
  }
  for (const [kind, name] of Object.entries(names)) {
    // Other tests add and finish work between the count and the list.
    await expect(async () => {
      const { openWork } = await openDashboard()
      const { count } = openWork.find((item: { kind: string }) => item.kind === kind)
      if (count === 0) return
      await page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name }).click()
      // The hidden button of the filters has a count too.
      const total = page.getByText(new RegExp(`(\\(| of )${count}\\b`)).filter({ visible: true })
      await expect(total.first()).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
  }
})

test('groups the revenue, and keeps the choice in the address', async ({ page }) => {
  await page.goto('/dashboard')
  const report = page.getByRole('region', { name: 'Revenue, refunds and net' })
  const row = (name: string) =>
    report.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  await expect(row('Total')).toContainText('₹')
  await expect(row('All plans')).toContainText('₹')
  await report.getByRole('button', { name: 'Plan' }).click()
  await expect(page).toHaveURL(/\?by=plan$/)
  await expect(row('Single leads')).toContainText('₹')
})

test('one period counts for all figures of the page, and totals keep their meaning', async ({
  page,
}) => {
  // Other tests sell leads meanwhile, so amounts of two calls cannot be compared.
  const daysOf = (call: string) =>
    page
      .waitForRequest((request) => request.url().includes(`/api/dashboard/${call}?`))
      .then((request) => {
        const { searchParams } = new URL(request.url())
        return [searchParams.get('from'), searchParams.get('to')]
      })
  const thirtyDays = daysOf('revenue')
  await page.goto('/dashboard?by=plan')
  const [from, to] = await thirtyDays
  expect(Date.parse(`${to}`) - Date.parse(`${from}`), 'thirty days').toBe(29 * 86_400_000)
  const picker = page.getByRole('region', { name: 'Period of the figures' })
  await expect(picker.getByLabel('Period')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Last 30 days' })).toContainText('Net')
  await expect(figure(page, 'Total Leads')).toHaveText(/^[\d,]+$/)
  const totalLeads = await figure(page, 'Total Leads').textContent()

  const asked = Promise.all([daysOf('overview'), daysOf('revenue')])
  const answered = page.waitForResponse((answer) => answer.url().includes('/dashboard/overview?'))
  await picker.getByLabel('Period').selectOption('Financial Year')
  await expect(page).toHaveURL(/by=plan&from=\d{4}-04-01&to=\d{4}-03-31$/)
  await expect(picker.getByLabel('From')).toHaveValue(/^01-04-\d{4}$/)
  for (const [first] of await asked) expect(first).toMatch(/-04-01$/)
  const { totals } = (await (await answered).json()).data
  const figures = page.getByRole('region', { name: 'In the period' })
  await expect(figures.getByRole('definition').first()).toHaveText(inRupees(totals.revenue))
  await expect(figure(page, 'Total Leads')).toHaveText(totalLeads ?? '')
  const added = totals.leadsAdded.toLocaleString('en-IN')
  await expect(page.getByText(`${added} added in the period`).first()).toBeVisible()
  await page.reload()
  await expect(picker.getByLabel('Period')).toHaveValue('financial-year')

  // A period sets both dates in one step of the history.
  await picker.getByLabel('Period').selectOption('Last Month')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d$/)
  await page.goBack()
  await expect(page).toHaveURL(/by=plan&from=\d{4}-04-01&to=\d{4}-03-31$/)
  await expect(picker.getByLabel('Period')).toHaveValue('financial-year')
  await expect(picker.getByLabel('From')).toHaveValue(/^01-04-\d{4}$/)
  await expect(picker.getByLabel('To')).toHaveValue(/^31-03-\d{4}$/)
  await picker.getByLabel('Period').selectOption('Last 30 Days')
  await expect(page).toHaveURL(/\?by=plan$/)
})
