import type { Page } from '@playwright/test'
import { admin } from '../support/api.ts'
import { loseFirstResponse } from '../support/lose-response.ts'
import { callsSent, walletOf } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Correct a recharge' })

const openDetails = (page: Page) => page.getByRole('button', { name: /^Details of TX-/ }).click()

/** Opens the list with the recharge of an agent, and its correction. */
async function openCorrection(page: Page, transactionId: string) {
  await page.goto(`/dashboard/transactions?search=${transactionId}`)
  await openDetails(page)
  await page.getByRole('button', { name: /^Correct recharge TX-\d+$/ }).click()
  await expect(dialogOf(page)).toBeVisible()
}

test('takes back a part of a recharge once, although a response is lost, and links both entries', async ({
  page,
  context,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  const agent = await api.makeAgent({ wallet: 5000, name: 'Nila Journeys' })
  const { data } = await api.as<{ docs: { _id: string; paymentId: string }[] }>(
    agent,
    'get',
    '/api/transactions/my',
  )
  const [recharge = { _id: '', paymentId: '' }] = data.docs
  await signIn(admin)
  const keys = await loseFirstResponse(page, '/api/plan/correctRecharge')
  const reads = callsSent(page, `/api/plan/recharge/${recharge._id}`)
  await openCorrection(page, recharge._id)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Nila Journeys')
  const amount = dialog.getByRole('textbox', { name: 'Amount to take back' })
  await expect(amount).toHaveValue('5,000')
  await amount.fill('5001')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByText('At most ₹5,000.')).toBeVisible()
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible()
  await amount.fill('4500')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Typed a zero too many')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  const question = page.getByRole('dialog', { name: 'Take back ₹4,500?' })
  await expect(question).toContainText('The new balance will be ₹500.')
  expect(keys).toEqual([])
  await question.getByRole('button', { name: 'Take back ₹4,500' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The recharge could not be corrected.')
  // The correction is recorded, so less can be taken back by now. The same one must be sent again all the same.
  const listed = page.waitForResponse((response) => response.url().includes('/api/transactions'))
  await context.setOffline(true)
  await context.setOffline(false)
  await listed
  expect(reads).toHaveLength(1)
  await expect(amount).toHaveValue('4,500')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Correct recharge ${recharge.paymentId}` }).click()
  await expect(amount).toHaveValue('4,500')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await question.getByRole('button', { name: 'Take back ₹4,500' }).click()
  await expect(page.getByText('Recharge corrected.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await walletOf(api, agent)).toBe(500)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])

  const table = page.getByRole('table', { name: 'Transactions, newest first' })
  await table.getByRole('link', { name: /^TX-\d+$/ }).click()
  await expect(table).toContainText('recharge correction')
  await openDetails(page)
  await expect(table).toContainText('Typed a zero too many')
  await table.getByRole('link', { name: recharge.paymentId }).click()
  await expect(table).toContainText('recharge by admin')
})

test('offers the amount that is in the wallet if it holds less than the recharge', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const { data } = await api.as<{ docs: { _id: string }[] }>(agent, 'get', '/api/transactions/my')
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await signIn(admin)
  await openCorrection(page, data.docs[0]?._id ?? '')
  const dialog = dialogOf(page)
  const rest = 500 - lead.cost
  await expect(dialog.getByRole('status')).toContainText(
    `The wallet holds ₹${rest}, less than the ₹500 that are left of this recharge.`,
  )
  await expect(dialog.getByRole('textbox', { name: 'Amount to take back' })).toHaveValue(`${rest}`)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid to another agent')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: `Take back ₹${rest}` }).click()
  await expect(page.getByText('Recharge corrected.')).toBeVisible()
  await page.getByRole('button', { name: /^Correct recharge TX-\d+$/ }).click()
  await expect(dialog).toContainText('The wallet is empty, so nothing can be taken back.')
  await expect(dialog.getByRole('button', { name: 'Take back' })).toBeDisabled()
})
