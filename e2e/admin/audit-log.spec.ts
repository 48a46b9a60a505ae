import type { Page } from '@playwright/test'
import { admin, demoAgent } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

const entries = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })

test('describes each action of an admin with the changed values', async ({ page, api, signIn }) => {
  await signIn(admin)
  const lead = await api.makeLead({ city: 'Nagpur' })
  await api.asAdmin('put', `/api/leads/${lead._id}`, {
    name: lead.name,
    phone: '9876543210',
    email: 'traveller@example.com',
    city: 'Nashik',
    destination: 'Goa',
  })
  await page.goto(`/dashboard/audit-log?subjectId=${lead._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Log')
  await expect(entries(page)).toHaveCount(2)
  const [edited, added] = [entries(page).first(), entries(page).last()]
  await expect(edited).toContainText(`Edited the lead ${lead.leadId}`)
  await expect(edited).toContainText('Asha Rao')
  const line = await edited.boundingBox()
  expect(line?.height, 'an entry is one line').toBeLessThanOrEqual(48)
  const city = edited.getByRole('definition').filter({ hasText: 'Nashik' })
  await expect(city).toBeHidden()
  await edited.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(city).toBeVisible()
  await expect(edited).toContainText(/City\s*Nagpur became Nashik/)
  await expect(edited).toContainText('Admin, admin@raahi.example')
  await expect(edited).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d [AP]M/)
  await expect(added).toContainText(`Added the lead ${lead.leadId}`)
  await added.locator('summary').click()
  await expect(added.getByText('Nagpur')).toBeVisible()
})

test('formats amounts, and shows agents when all users are selected', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(admin)
  const agent = await api.makeAgent({ wallet: 2500, name: 'Kaveri Tours' })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })

  await page.goto(`/dashboard/audit-log?subjectId=${agent.id}`)
  const paid = entries(page).filter({ hasText: 'Added money to the wallet of Kaveri Tours' })
  await expect(paid).toContainText(/Wallet\s*₹0 became ₹2,500Amount/)

  await page.goto('/dashboard/audit-log')
  await expect(entries(page).first()).toBeVisible()
  await expect(entries(page).filter({ hasText: 'Bought the lead' })).toHaveCount(0)
  await page.getByLabel('Actions by').selectOption('Everyone')
  await page.getByRole('searchbox', { name: 'Done by' }).fill('kaveri')
  const bought = entries(page).filter({ hasText: `Bought the lead ${lead.leadId}` })
  await expect(bought).toContainText('Agent')
  await expect(page).toHaveURL(/actors=all&actor=kaveri/)
  await bought.locator('summary').click()
  await bought.getByRole('link', { name: `Full history of ${lead.leadId}` }).click()
  await expect(entries(page)).toHaveCount(2)
})

test('filters by action and by day, and goes back', async ({ page, api, signIn }) => {
  await signIn(admin)
  await api.makeAgent({ wallet: 10 })
  await page.goto('/dashboard/audit-log')
  await page.getByLabel('Action', { exact: true }).selectOption('Added money to a wallet')
  await expect(page).toHaveURL(/action=wallet\.recharge/)
  await expect(entries(page).first()).toContainText('Added money to the wallet of')
  await expect(entries(page).filter({ hasText: 'Assigned' })).toHaveCount(0)
  await page.getByLabel('From').fill('2001-01-01')
  await page.getByLabel('To', { exact: true }).fill('2001-01-31')
  await expect(page.getByText('No actions match the current filters.')).toBeVisible()
  await page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
  await expect(entries(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText(/^Showing 21 to/)).toBeVisible()
})

test('sets all filters that change at the same moment', async ({ page, signIn }) => {
  await signIn(admin)
  await page.goto('/dashboard/audit-log')
  await page.getByLabel('Done by').fill('no such admin')
  await page.getByLabel('From').fill('2001-01-01')
  await page.getByLabel('To', { exact: true }).fill('2001-01-31')
  await expect(page).toHaveURL(/actor=no\+such\+admin&from=2001-01-01&to=2001-01-31$/)
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL('/dashboard/audit-log')
  await expect(page.getByLabel('Done by')).toHaveValue('')
})

test('refuses agents', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/dashboard/audit-log')
  await expect(page).toHaveURL(/\/auth\/unauthorized/)
})
