import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

async function download(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^wallet-statement-\d{4}-\d\d-\d\d\.csv$/)
  return readFile(await file.path(), 'utf8')
}

test('an agent exports the own statement as a file with each balance', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500.5 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await signIn(agent)
  await page.goto('/dashboard/wallet')
  await expect(page.getByRole('cell').first()).toBeVisible()
  const [head, bought, paid, ...rest] = (await download(page)).split('\r\n')
  expect(head).toBe(
    '\ufeff"Date (IST)","Time (IST)","Payment ID","Description","Method","Currency","Money in","Money out","Balance","Transaction ID","Reference","Note"',
  )
  const left = (500.5 - lead.cost).toFixed(2)
  expect(bought).toContain(
    `,"Lead ${lead.leadId}","lead wallet","INR",,${lead.cost.toFixed(2)},${left},`,
  )
  expect(paid).toContain(',"Wallet recharge","recharge by admin","INR",500.50,,500.50,')
  expect(rest).toEqual([''])

  await page.getByLabel('Method').selectOption('Wallet recharge')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  expect((await download(page)).trimEnd().split('\r\n')).toEqual([head, paid])
})

test('offers no export without transactions', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/wallet')
  await expect(page.getByText('No transactions found. Add money to buy')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('the wallet shows the movements of chosen days, and the plan leads that were used', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const planId = uniqueText()
  const plan = await api.asAdmin<{ _id: string }>('post', '/api/plan', {
    planId,
    planName: `Plan ${planId}`,
    price: 100,
    description: 'Ten leads',
    validity: 30,
    planType: 'both',
    numberOfLeads: 10,
  })
  const assigned = { userId: agent.id, planId: plan.data._id }
  await api.asAdmin('post', '/api/plan/addUsersPlanByAdmin', assigned)
  // Other tests use the catalogue.
  await api.asAdmin('delete', `/api/plan/${plan.data._id}`)
  const lead = await api.makeLead({ destination: 'Goa' })
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await signIn(agent)
  await page.goto('/dashboard/wallet')
  await expect(page.getByRole('cell', { name: /Wallet recharge/ })).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('31-12-2025')
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await expect(page).toHaveURL(/endDate=2025-12-31$/)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('button', { name: 'Plan leads' }).click()
  const row = page.getByRole('row', { name: new RegExp(`Used for ${lead.leadId}, Goa`) })
  await expect(row).toContainText(`Plan ${planId}`)
  await expect(row.getByRole('cell').last()).toHaveText('−1')
  await expect(page.getByLabel('Method')).toHaveCount(0)
})

test('the menu counts the follow-ups that are due', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const { _id: leadId } = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId })
  const on = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10)
  await api.as(agent, 'put', `/api/pipeline/cards/${leadId}/followUp`, { followUp: { on } })
  await signIn(agent)
  await page.goto('/dashboard/wallet')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Pipeline 1 due' })).toBeVisible()
})
