import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

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
