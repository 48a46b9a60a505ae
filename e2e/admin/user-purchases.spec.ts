import { formatPhone } from '@raahi/contract/formats'
import { admin } from '../support/api.ts'
import { loseFirstResponse } from '../support/lose-response.ts'
import { expect, test } from '../support/test.ts'
import { clickButton, openRow } from '../support/user-row.ts'

test.beforeEach(async ({ signIn }) => signIn(admin))

test('assigns a plan as a cash sale once, even if the response is lost', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent()
  const { data: plans } = await api.asAdmin<{ _id: string; planName: string; price: number }[]>(
    'get',
    '/api/plan',
  )
  // Other tests create and delete plans.
  const [plan, other] = ['Desh Starter', 'Videsh Starter'].map((name) =>
    plans.find(({ planName }) => planName === name),
  )
  if (!plan || !other) throw new Error('The demo data needs both plans.')
  const keys = await loseFirstResponse(page, '/api/plan/addUsersPlanByAdmin')
  const row = await openRow(page, agent)
  await clickButton(row, 'Assign Plan')
  const dialog = page.getByRole('dialog', { name: 'Assign Plan' })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  const assign = dialog.getByRole('button', { name: 'Assign Plan' })
  await assign.click()
  await expect(dialog.getByText('Please select a plan to assign.')).toBeVisible()
  expect(keys).toEqual([])
  await dialog.getByRole('radio', { name: new RegExp(plan.planName) }).check()
  await expect(dialog.getByRole('status')).toContainText(/This is a cash sale of ₹[\d,]+/)
  await assign.click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to assign plan')
  await assign.click()
  await expect(page.getByText('Plan assigned successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  await expect(row).toContainText(plan.planName)
  const { data: had } = await api.asAdmin<unknown[]>(
    'get',
    `/api/plan/getAllPlansOfUser?userId=${agent.id}`,
  )
  expect(had).toHaveLength(1)
  await clickButton(row, 'View Details')
  const details = page.getByRole('dialog', { name: 'User Details' })
  await details.getByRole('tab', { name: 'Plans' }).click()
  await expect(details).toContainText(/\d+ days left/)

  const second = { userId: agent.id, planId: other._id }
  await api.asAdmin('post', '/api/plan/addUsersPlanByAdmin', second)
  await page.reload()
  await clickButton(row, 'Assign Plan')
  const present = dialog.getByText('Active now:').locator('..').getByRole('listitem')
  await expect(present).toHaveCount(2)
  const names = [plan.planName, other.planName]
  expect((await present.locator('bdi').allTextContents()).sort()).toEqual(names.sort())
  for (const name of names) await expect(row).toContainText(name)
})

test('shows that plans failed to load, with Retry', async ({ page, api, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  const row = await openRow(page, await api.makeAgent())
  await page.route('**/api/plan', (route) => route.abort())
  await clickButton(row, 'Assign Plan')
  await expect(page.getByText(/^Failed to fetch plans/)).toHaveCount(2)
  await page.unroute('**/api/plan')
  const dialog = page.getByRole('dialog', { name: 'Assign Plan' })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('radio').first()).toBeVisible()
})

test('confirms the exact amount before a recharge, and credits it once even if the response is lost', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent({ wallet: 100.25 })
  const keys = await loseFirstResponse(page, '/api/plan/adminWalletRecharge')
  const row = await openRow(page, agent)
  await clickButton(row, 'Wallet')
  const dialog = page.getByRole('dialog', { name: 'Add Amount in Wallet' })
  await expect(dialog).toContainText('₹100.25')
  const add = dialog.getByRole('button', { name: 'Add Amount' })
  await add.click()
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    /Please enter a valid amount\./,
  )
  await dialog.getByLabel('Amount').fill('0')
  await add.click()
  await expect(dialog.getByText('Please enter a valid amount.')).toBeVisible()
  await dialog.getByLabel('Amount').fill('1000001')
  await add.click()
  await expect(dialog.getByText('Enter an amount up to ₹10,00,000.')).toBeVisible()
  await dialog.getByRole('button', { name: '₹2,000' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('2,000')
  await dialog.getByLabel('Amount').fill('1500.75')
  await dialog.getByLabel('Reference').fill('UPI 4312 8890')
  await dialog.getByLabel('Note to the agent').fill('Cash at the counter')
  await add.click()
  const question = page.getByRole('dialog', { name: 'Add ₹1,500.75?' })
  await expect(question).toContainText(agent.emailOrPhone)
  await expect(question).toContainText('The new balance will be ₹1,601.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(keys).toEqual([])
  await add.click()
  await question.getByRole('button', { name: 'Add ₹1,500.75' }).dblclick()
  await expect(dialog.getByRole('alert')).toContainText('Failed to add amount.')
  await add.click()
  await question.getByRole('button', { name: 'Add ₹1,500.75' }).click()
  await expect(page.getByText('Amount added successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('₹1,601')
  const paid = await api.as<{ docs: object[] }>(agent, 'get', '/api/transactions/my')
  expect(paid.data.docs[0]).toMatchObject({
    reference: 'UPI 4312 8890',
    note: 'Cash at the counter',
  })
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('lists the purchased leads of a user with their contacts', async ({ page, api }) => {
  const agent = await api.makeAgent({ name: 'Asha Without Leads', wallet: 5000 })
  const row = await openRow(page, agent)
  await clickButton(row, 'Purchased Leads')
  const dialog = page.getByRole('dialog', { name: 'User Details' })
  await expect(dialog.getByRole('tab', { name: 'Purchased Leads' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(dialog.getByText('No leads found.')).toBeVisible()
  await page.keyboard.press('Escape')
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await clickButton(row, 'Purchased Leads')
  const line = dialog.getByRole('listitem').filter({ hasText: lead.name })
  for (const text of [lead.leadId, formatPhone(lead.phone), lead.email, 'No replacement']) {
    await expect(line).toContainText(text)
  }
})

test('decides replacement requests of a user from the row, and updates the wallet', async ({
  page,
  api,
}) => {
  const agent = await api.makeAgent({ wallet: 5000 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', {
    leadId: lead._id,
    reason: 'Wrong number: not in use',
  })
  const row = await openRow(page, agent)
  await expect(row).not.toContainText('₹5,000')
  await clickButton(row, 'Replacement')
  const dialog = page.getByRole('dialog', { name: 'User Details' })
  await expect(dialog.getByRole('heading', { name: 'Lead Replacement Requests' })).toBeVisible()
  const states = dialog.getByRole('tablist', { name: 'Requests by status' })
  await expect(states.getByRole('tab')).toHaveText(['Pending', 'Approved', 'Rejected'])
  await expect(dialog).toContainText(lead.name)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: 'Approve replacement' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog, 'Escape was meant for the question alone').toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await question.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Replacement request approved')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Approved' }).click()
  await expect(dialog).toContainText(lead.name)
  await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row).toContainText('₹5,000')
})
