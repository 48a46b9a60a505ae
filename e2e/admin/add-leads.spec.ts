import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatPhone } from '@raahi/contract/formats'
import { admin } from '../support/api.ts'
import { expect, statusError, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Travel Lead' })

async function openForm(page: Page) {
  await page.goto('/dashboard/add-leads')
  await page.getByRole('button', { name: 'Add New Travel Lead' }).click()
  await expect(addDialog(page)).toBeVisible()
  return addDialog(page)
}

/** Opens the list filtered to this lead. @returns its row */
async function openLead(page: Page, name: string) {
  await page.goto(`/dashboard/add-leads?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  return row
}

test('adds a lead with every field, in three sections', async ({ page, api }) => {
  const name = `Rohan Gupta ${uniqueText()}`
  const digits = `98${randomInt(10_000_000, 99_999_999)}`
  const form = await openForm(page)
  await expect(form.getByLabel('Name')).toBeFocused()
  const personal = form.getByRole('group', { name: 'Personal Information' })
  await personal.getByLabel('Name').fill(`  ${name} `)
  await personal.getByLabel('Phone number').fill(`0${digits.slice(0, 5)}-${digits.slice(5)}`)
  await personal.getByLabel('Email').fill(`rohan${digits}@example.com`)
  await personal.getByLabel('City').fill('Nagpur')
  const travel = form.getByRole('group', { name: 'Travel Details' })
  await travel.getByLabel('Destination').fill('Paris')
  await travel.getByLabel('Travel date').fill('2097-05-20')
  await travel.getByLabel('Days').fill('7')
  await travel.getByLabel('Nights').fill('6')
  await travel.getByLabel('Lead type').selectOption('International')
  await travel.getByLabel('Trip type').selectOption('Couples')
  const group = form.getByRole('group', { name: 'Group Size' })
  await group.getByLabel('Adults').fill('2')
  await group.getByLabel('Children').fill('1')
  await form.getByRole('button', { name: 'Save Lead' }).click()
  await expect(page.getByText('Lead saved successfully!')).toBeVisible()
  await expect(form).toBeHidden()

  const row = await openLead(page, name)
  for (const text of [
    'Paris',
    'Nagpur',
    formatPhone(`+91${digits}`),
    `rohan${digits}@example.com`,
    '7 (days) - 6 (nights)',
    '20-05-2097',
    'Available',
  ]) {
    await expect(row).toContainText(text)
  }
  await expect(page.getByRole('heading', { name: 'Travel Leads (1)' })).toBeVisible()
  const found = await api.asAdmin<{ leads: Record<string, unknown>[] }>(
    'get',
    `/api/leads?search=${encodeURIComponent(name)}`,
  )
  expect(found.data.leads).toMatchObject([
    { name, tripType: 'Couples', adult: 2, children: 1, infant: 0, leadType: 'international' },
  ])
})

test('names each missing field with the exact message, which disappears while typing', async ({
  page,
}) => {
  const form = await openForm(page)
  await form.getByLabel('Name').fill('   ')
  await form.getByRole('button', { name: 'Save Lead' }).click()
  for (const [label, text] of [
    ['Name', 'Name is required'],
    ['Phone number', 'Phone number is required'],
    ['Email', 'Email is required'],
    ['City', 'City is required'],
    ['Destination', 'Destination is required'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text))
  }
  await expect(form.getByText(/ is required$/)).toHaveCount(5)
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('City').fill('Agra')
  await expect(form.getByText('City is required')).toHaveCount(0)
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Email').fill('not an email')
  await form.getByRole('button', { name: 'Save Lead' }).click()
  await expect(form.getByText('Invalid email format')).toBeVisible()
  await form.getByLabel('Email').fill('an@email.example')
  await expect(form.getByText('Invalid email format')).toHaveCount(0)
})

test('warns of a known contact while it is typed, and asks again before saving', async ({
  page,
  api,
}) => {
  const known = await api.makeLead()
  const form = await openForm(page)
  await form.getByLabel('Name').fill('Known Contact')
  await form.getByLabel('Phone number').fill(known.phone)
  const warning = form.getByRole('status')
  await expect(warning).toContainText('This contact is known')
  await expect(warning).toContainText(/for sale: .+ \(same phone\)/)
  await expect(warning.getByRole('link', { name: known.leadId })).toHaveAttribute(
    'target',
    '_blank',
  )
  await form.getByLabel('Email').fill(`${randomUUID()}@example.com`)
  await form.getByLabel('City').fill('Pune')
  await form.getByLabel('Destination').fill('Goa')
  await form.getByRole('button', { name: 'Save Lead' }).click()
  const question = page.getByRole('dialog', { name: 'Save a known contact again?' })
  await expect(question).toContainText(known.leadId)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('City')).toHaveValue('Pune')
  await form.getByRole('button', { name: 'Save Lead' }).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('Lead saved successfully!')).toBeVisible()
})

test('Edit opens the same form with the values of the lead, and saves a change', async ({
  page,
  api,
}) => {
  const lead = await api.makeLead({ tripType: 'Senior_Citizen' })
  const row = await openLead(page, lead.name)
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Travel Lead' })
  for (const [label, value] of [
    ['Name', lead.name],
    ['Phone number', formatPhone(lead.phone)],
    ['Email', lead.email],
    ['City', 'Mumbai'],
    ['Destination', 'Goa'],
    ['Travel date', '14-03-2097'],
    ['Days', '5'],
    ['Nights', '4'],
    ['Lead type', 'domestic'],
    ['Trip type', 'Senior_Citizen'],
    ['Adults', '2'],
    ['Children', '1'],
    ['Infants', '0'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveValue(value)
  }
  await form.getByLabel('Destination').fill('Gokarna')
  await form.getByRole('button', { name: 'Update Lead' }).click()
  await expect(page.getByText('Lead updated successfully!')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(row).toContainText('Mumbai to Gokarna')
})

test('marks an expired lead, filters by it, and sells it again with a later date', async ({
  page,
  api,
}) => {
  const lead = await api.makeLead({ travelDate: '2024-03-14' })
  const row = await openLead(page, lead.name)
  await expect(row).toContainText('Expired')
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.getByLabel('Status').selectOption('Available')
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Expired')
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Travel Lead' })
  const date = form.getByLabel('Travel date')
  const hint = 'This date has passed. The lead will not be for sale.'
  await expect(date).toHaveAccessibleDescription(hint)
  await date.fill('2097-03-14')
  await expect(form.getByText(hint)).toBeHidden()
  await form.getByRole('button', { name: 'Update Lead' }).click()
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Available')
  await expect(row).toContainText('Available')
})

test('a lead marked as sold can no longer be edited or marked, only deleted', async ({
  page,
  api,
}) => {
  const lead = await api.makeLead()
  const row = await openLead(page, lead.name)
  await row.getByRole('button', { name: 'Mark as sold' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as sold' })
  await expect(question).toContainText(lead.name)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText('Available')
  await row.getByRole('button', { name: 'Mark as sold' }).click()
  await question.getByRole('button', { name: 'Mark as sold' }).click()
  await expect(page.getByText('Lead marked as sold', { exact: true })).toBeVisible()
  await expect(row.getByText('Sold', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(row.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await expect(row.getByRole('button', { name: 'Mark as sold' })).toBeDisabled()
  await expect(row.getByRole('button', { name: 'Delete' })).toBeEnabled()
})

test('Delete asks first, with Cancel in focus, and the lead leaves every list', async ({
  page,
  api,
}) => {
  const lead = await api.makeLead()
  const row = await openLead(page, lead.name)
  await row.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete lead' })
  await expect(question.getByText('Are you sure you want to delete this lead?')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Lead deleted.', { exact: true })).toBeVisible()
  await expect(page.getByText('1 lead deleted.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Travel Leads (0)' })).toBeFocused()
})

test('shows why the server refused to save and keeps the input', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const lead = await api.makeLead()
  const row = await openLead(page, lead.name)
  await row.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Travel Lead' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('City').fill('Bhopal')
  await api.asAdmin('put', `/api/leads/${lead._id}`, { satatus: 'sold' })
  await form.getByRole('button', { name: 'Update Lead' }).click()
  await expect(form.getByRole('alert')).toContainText('An error occurred while saving the lead.')
  await expect(form.getByRole('alert')).toContainText('Lead already sold')
  await expect(form.getByLabel('City')).toHaveValue('Bhopal')
})

test('asks before it discards input', async ({ page }) => {
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Add Leads', exact: true }).click()
  await page.getByRole('button', { name: 'Add New Travel Lead' }).click()
  const form = addDialog(page)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add New Travel Lead' }).click()
  await form.getByLabel('Name').fill('Half a lead')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Half a lead')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('creates one lead if Save is pressed twice', async ({ page, api }) => {
  const name = `Once Only ${uniqueText()}`
  const form = await openForm(page)
  for (const [label, value] of [
    ['Name', name],
    ['Phone number', `98${String(Date.now()).slice(-8)}`],
    ['Email', `${uniqueText()}@example.com`],
    ['City', 'Patna'],
    ['Destination', 'Gaya'],
  ] as const) {
    await form.getByLabel(label).fill(value)
  }
  await form.getByRole('button', { name: 'Save Lead' }).dblclick()
  await expect(page.getByText('Lead saved successfully!')).toBeVisible()
  const found = await api.asAdmin<{ totalLeads: number }>(
    'get',
    `/api/leads?search=${encodeURIComponent(name)}`,
  )
  expect(found.data.totalLeads).toBe(1)
})

test('changes the price type of the selected leads, marks them as sold, deletes them and undoes it', async ({
  page,
  api,
}) => {
  const name = `Bulk ${uniqueText()}`
  for (let count = 0; count < 3; count += 1) await api.makeLead({ name })
  await page.goto(`/dashboard/add-leads?search=${encodeURIComponent(name)}`)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Price type' }).click()
  await page.getByRole('menuitem', { name: 'International' }).click()
  await expect(page.getByText('3 leads set to International.')).toBeVisible()
  await expect(rows.filter({ hasText: 'International' })).toHaveCount(3)

  await page.getByRole('button', { name: 'Delete selected' }).click()
  await expect(page.getByText('3 leads deleted.')).toBeVisible()
  await expect(page.getByText('No leads match the current filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 leads restored.')).toBeVisible()
  await expect(rows).toHaveCount(3)

  await page.getByRole('button', { name: 'Clear selection' }).click()
  await rows.first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark sold' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as sold' })
  await expect(question).toContainText('Mark 1 lead as sold outside Raahi?')
  await question.getByRole('button', { name: 'Mark as sold' }).click()
  await expect(page.getByText('1 lead marked as sold.', { exact: true })).toBeVisible()
  await expect(rows.filter({ hasText: 'Sold' })).toHaveCount(1)
})

test('says how many of the selected leads were bought or deleted meanwhile', async ({
  page,
  api,
}) => {
  const name = `Meanwhile ${uniqueText()}`
  const bought = await api.makeLead({ name })
  const deleted = await api.makeLead({ name })
  for (let count = 0; count < 2; count += 1) await api.makeLead({ name })
  const agent = await api.makeAgent({ wallet: 5000, billingState: '27' })
  /** Runs before the server gets the next change of the selected leads. */
  const meanwhile = (act: () => Promise<unknown>) =>
    page.route(
      '**/api/leads/bulk',
      async (route) => {
        await act()
        await route.continue()
      },
      { times: 1 },
    )
  await page.goto(`/dashboard/add-leads?search=${encodeURIComponent(name)}`)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Mark sold' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as sold' })
  await expect(question).toContainText('Mark 4 leads as sold outside Raahi?')
  await meanwhile(() => api.as(agent, 'post', '/api/leads/buyLead', { leadId: bought._id }))
  await question.getByRole('button', { name: 'Mark as sold' }).click()
  const result = '3 leads marked as sold. 1 lead stayed as it is.'
  await expect(page.getByText(result, { exact: true })).toBeVisible()

  await meanwhile(() => api.asAdmin('delete', `/api/leads/${deleted._id}`))
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await expect(
    page.getByText('3 leads deleted. 1 lead stayed as it is.', { exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 leads restored.')).toBeVisible()
})

test('shows nine leads in rows of two lines on a laptop screen, and 20 a page on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/add-leads')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(50)
  const bottoms = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => [bottom, height]),
  )
  expect(bottoms.every(([, height = 0]) => height <= 61)).toBe(true)
  expect(bottoms.filter(([bottom = 901]) => bottom <= 900).length).toBeGreaterThanOrEqual(9)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows).toHaveCount(20)
  await expect(page.getByText(/^Showing 1 to 20 of \d+ entries$/)).toBeVisible()
  await rows.first().getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit', 'Mark as sold', 'Delete'])
})
