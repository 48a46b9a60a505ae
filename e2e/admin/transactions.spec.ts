import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { admin } from '../support/api.ts'
import { expect, figure, inRupees, statusError, test } from '../support/test.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })

/** Exports the list. @returns the text of the CSV file */
async function download(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/)
  return readFile(await file.path(), 'utf8')
}

test('shows a recharge at once at the top with its details, and finds it by its amount', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent({ wallet: 4321.09, name: 'Nila Journeys' })
  await page.goto('/dashboard/transactions')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Transactions')
  await search(page).fill('4321.09')
  const row = rows(page).filter({ hasText: agent.emailOrPhone })
  await expect(row).toHaveCount(1)
  for (const text of ['Nila Journeys', 'recharge by admin', 'INR', '₹4,321.09', 'Completed']) {
    await expect(row).toContainText(text)
  }
  await expect(row).toContainText(/TX-\d{6}/)
  await expect(row).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d [AP]M/)
  await row.getByRole('button', { name: /^Details of TX-/ }).click()
  const details = rows(page).filter({ has: page.getByText('Transaction ID', { exact: true }) })
  await expect(
    details.getByRole('button', { name: /^Copy transaction ID [\da-f]{8}$/ }),
  ).toBeVisible()
  await expect(details.getByText(agent.emailOrPhone)).toBeVisible()
  await expect(page).toHaveURL(/search=4321\.09/)
})

test('computes the figures for the current filters and counts a recharge as a deposit', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent({ wallet: 777.77 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  const { data } = await api.as<{ docs: { _id: string }[] }>(agent, 'get', '/api/transactions/my')
  const [bought, paidIn] = data.docs.map(({ _id }) => _id)
  await page.goto(`/dashboard/transactions?search=${paidIn}`)
  await expect(figure(page, 'Total Transactions')).toHaveText('1')
  await expect(figure(page, 'Total Earnings')).toHaveText('₹0')
  await expect(figure(page, 'Average Transaction')).toHaveText('₹0')
  await expect(figure(page, 'Success Rate')).toHaveText('—')
  await expect(figure(page, 'Unique Customers')).toHaveText('0')
  // A recharge is neither a sale nor an online payment.
  await expect(figure(page, 'Successful Payments')).toHaveText('0')

  await page.goto(`/dashboard/transactions?search=${bought}`)
  await expect(figure(page, 'Total Transactions')).toHaveText('1')
  await expect(figure(page, 'Total Earnings')).toHaveText(inRupees(lead.cost))
  await expect(figure(page, 'This Month')).toHaveText(inRupees(lead.cost))
  await expect(figure(page, 'Average Transaction')).toHaveText(inRupees(lead.cost))
  await expect(figure(page, 'Unique Customers')).toHaveText('1')
})

test('keeps each filter in the address, goes to the first page, and clears filters', async ({
  page,
}) => {
  await page.goto('/dashboard/transactions')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)

  await page.getByLabel('Status').selectOption('Refunded')
  await expect(page).toHaveURL(/status=lead_refund$/)
  await expect(rows(page).first()).toContainText('wallet refund')
  await expect(rows(page).filter({ hasText: 'Completed' })).toHaveCount(0)

  await page.getByLabel('Status').selectOption('Failed')
  await expect(rows(page).first()).toContainText('Failed')
  await expect(rows(page).first()).toContainText(/pay_\w{14}/)

  await page.getByLabel('Method').selectOption('Cash')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0)

  await page.goBack()
  await expect(page.getByLabel('Method')).toHaveValue('')
  await expect(rows(page).first()).toContainText('Failed')

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Period').selectOption('This Year')
  const [listRequest] = await Promise.all([
    page.waitForRequest(/all-transaction\?.*startDate=\d{4}-01-01/),
    page.getByRole('button', { name: 'Refresh' }).click(),
  ])
  expect(listRequest.url()).toMatch(/endDate=\d{4}-12-31/)
})

test('sets all filters that change in quick succession', async ({ page }) => {
  await page.goto('/dashboard/transactions')
  await expect(rows(page).first()).toBeVisible()
  await search(page).fill('TX-0')
  // Both changes happen before the address contains the first, as on a slow device.
  await page.evaluate(() => {
    for (const [label, value] of [
      ['Status', 'lead_refund'],
      ['Method', 'cash'],
    ]) {
      const found = [...document.querySelectorAll('label')].find((one) => one.textContent === label)
      const select = found?.control as HTMLSelectElement
      select.value = value ?? ''
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(page).toHaveURL(/search=TX-0&status=lead_refund&method=cash$/)
  await expect(page.getByText('No transactions found.')).toBeVisible()
})

test('keeps the focus on the last page', async ({ page, api }) => {
  // An amount of no other test: the list has two pages.
  const agent = await api.makeAgent()
  for (let n = 0; n < 11; n += 1) {
    const recharge = { userId: agent.id, amount: 3187.46 }
    await api.asAdmin('post', '/api/plan/adminWalletRecharge', recharge)
  }
  await page.goto('/dashboard/transactions?search=3187.46&page=999999')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).press('Enter')
  const next = page.getByRole('button', { name: 'Next' })
  await expect(next).toBeEnabled()
  await next.press('Enter')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  const address = page.url()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
})

test('offers the specified filter options, and after them the added methods', async ({ page }) => {
  await page.goto('/dashboard/transactions')
  const choices = (label: string) => page.getByLabel(label).getByRole('option').allTextContents()
  await expect(search(page)).toHaveAttribute('placeholder', 'Search by amount, transaction id')
  expect(await choices('Status')).toEqual(['All Status', 'Completed', 'Failed', 'Refunded'])
  expect(await choices('Method')).toEqual([
    'All Methods',
    'Lead Wallet',
    'Wallet Refund',
    'Cash',
    'Wallet recharge',
    'Online',
    'Plan Wallet',
    'Recharge correction',
    'Top-up refund',
    'Plan refund',
  ])
  expect(await choices('Period')).toEqual([
    'All Time',
    'Today',
    'This Week',
    'This Month',
    'This Year',
    // Beyond the specification, for reports.
    'Last Month',
    'This Quarter',
    'Financial Year',
  ])
})

test('finds missing credit in three clicks: search the agent, open the order', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent({ name: 'Lost Credit Tours' })
  const { data } = await api.as<{ orderId: string }>(
    agent,
    'post',
    '/api/razorPay/createorderWallet',
    { amount: 640 },
  )
  await page.goto('/dashboard/transactions')
  await search(page).fill(agent.emailOrPhone)
  const orders = page.getByRole('region', { name: 'Orders without a payment' })
  await orders.getByRole('button', { name: data.orderId }).click()
  const drawer = page.getByRole('dialog', { name: 'Where is this money?' })
  await expect(drawer).toContainText('Waiting for a payment')
  await expect(drawer.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveText([
    /Order created.*₹640\.00.*Lost Credit Tours \(agent\)/,
  ])
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(orders.getByRole('button', { name: data.orderId })).toBeFocused()
})

test('a failed search for orders without a payment is not shown as no such order', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent()
  const found = /\/api\/transactions\/unpaid-orders/
  await page.route(found, (route) => route.abort())
  await page.goto(`/dashboard/transactions?search=${agent.emailOrPhone}`)
  const loading = page.getByText('Searching orders without a payment…')
  await expect(loading).toHaveRole('status')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The orders without a payment could not be searched.')
  await expect(page.getByText('No order without a payment matches.')).toHaveCount(0)
  await page.unroute(found)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No order without a payment matches.')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('opens the timeline of a lead’s money from the number of the lead', async ({ page, api }) => {
  const agent = await api.makeAgent({ wallet: 5000 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await page.goto('/dashboard/transactions')
  await search(page).fill(lead.leadId)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^Details of TX-/ }).click()
  await page.getByRole('definition').getByRole('button', { name: /^TX-/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Where is this money?' })
  await expect(drawer).toContainText('Paid for a lead')
  await expect(drawer.getByRole('listitem')).toContainText([/Lead bought/])
  await expect(drawer.getByRole('listitem')).toContainText([lead.leadId])
})

test('exports the filtered rows, and a name in the file starts no formula', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent({ wallet: 1234.56, name: '=cmd|calc' })
  await page.goto('/dashboard/transactions?search=1234.56')
  await expect(rows(page).filter({ hasText: agent.emailOrPhone })).toHaveCount(1)
  const text = await download(page)
  expect(text).toMatch(
    /^\ufeff"Date \(IST\)","Time \(IST\)","Payment ID","Method","Status","Agent","Email"/,
  )
  const lines = text.trimEnd().split('\r\n').slice(1)
  for (const line of lines) expect(line).toContain(',1234.56,')
  const own = lines.filter((line) => line.includes(agent.emailOrPhone))
  expect(own).toHaveLength(1)
  expect(own[0]).toContain(`,"'=cmd|calc",`)
})

test('shows that the list failed to load, with a way to retry', async ({ page, allowConsole }) => {
  allowConsole(statusError(500))
  const failing = (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({
      status: 500,
      json: { success: false, code: 'INTERNAL_ERROR', message: 'Something went wrong.' },
    })
  await page.route('**/api/transactions/all-transaction*', failing)
  await page.goto('/dashboard/transactions')
  const alert = page.getByRole('alert').filter({ hasText: 'The transactions could not be loaded.' })
  await expect(alert).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/transactions/all-transaction*', failing)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page).first()).toBeVisible()
})

test('shows ten transactions in rows of one line on a laptop screen, and the totals in one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/transactions')
  await expect(rows(page)).toHaveCount(10)
  const last = await rows(page).last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(900)
  const tops = await page
    .getByRole('region', { name: 'Totals' })
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => term.getBoundingClientRect().top))
  expect(tops).toHaveLength(7)
  expect(new Set(tops).size).toBe(1)
})

test('shows each transaction in one line on a phone, its details on a click, without sideways scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/dashboard/transactions')
  const row = rows(page).first()
  await expect(row).toContainText('₹')
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48)
  await row.getByRole('button', { name: /^Details of / }).click()
  await expect(rows(page).nth(1).getByText('Transaction ID', { exact: true })).toBeVisible()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
