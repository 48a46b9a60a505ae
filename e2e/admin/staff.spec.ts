import { admin } from '../support/api.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { expect, storeSession, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'
import { clickButton, openRow } from '../support/user-row.ts'

test('a support clerk decides a return, cannot recharge a wallet, asks for it, and a colleague approves', async ({
  page,
  browser,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 1000, name: `Asker ${uniqueText()}` })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', {
    leadId: lead._id,
    reason: 'Wrong number',
  })
  const walletOf = async () =>
    (await api.asAdmin<{ wallet: number }>('get', `/api/auth/getUserById/${agent.id}`)).data.wallet
  const clerk = await makeAdmin(`Divya ${uniqueText()}`)
  const { data: members } = await api.asAdmin<{ _id: string; name: string }[]>('get', '/api/staff')
  const { name } = members.find(({ _id }) => _id === clerk.id) ?? { name: '' }

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? '' })
  const colleague = await context.newPage()
  await storeSession(colleague, admin)
  await colleague.goto('/dashboard/settings')
  await colleague.getByRole('link', { name: 'Edit staff' }).click()
  await colleague.getByRole('button', { name: `Change rights of ${name}` }).click()
  const rights = colleague.getByRole('dialog', { name: `Rights of ${name}` })
  for (const right of ['Leads', 'Agents', 'Money', 'Settings']) {
    await rights.getByRole('checkbox', { name: right, exact: true }).uncheck()
  }
  await rights.getByLabel('Your password', { exact: true }).fill(admin.password)
  await rights.getByRole('button', { name: 'Save' }).click()
  await expect(colleague.getByText('Rights saved.')).toBeVisible()
  await expect(colleague.getByRole('list', { name: `Rights of ${name}` })).toHaveText(
    'Support Messages, replacements, missing calls, and personal data of travellers',
  )

  await signIn(clerk)
  await page.goto('/dashboard/lead-cost')
  await expect(page.getByText('This page is not for your account')).toBeVisible()
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Lead Cost' })).toHaveCount(0)
  await expect(page.getByText('Revenue', { exact: true })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Replacements' })).toBeVisible()
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const request = page.getByRole('article', { name: lead.name })
  await request.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Replacement request approved')).toBeVisible()
  expect(await walletOf()).toBe(1000)

  await clickButton(await openRow(page, agent), 'Wallet')
  const recharge = page.getByRole('dialog', { name: 'Add Amount in Wallet' })
  await recharge.getByLabel('Amount', { exact: true }).fill('500')
  await recharge.getByRole('button', { name: 'Ask for approval' }).click()
  await page.getByRole('button', { name: 'Ask for ₹500' }).click()
  await expect(page.getByText('Sent to another admin for approval.')).toBeVisible()
  expect(await walletOf()).toBe(1000)
  await page.goto('/dashboard/approvals')
  const asked = `Recharge of ₹500.00 for ${agent.name}`
  await expect(page.getByRole('heading', { name: 'Waiting for a second admin (1)' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Approve: ${asked}` })).toHaveCount(0)

  await colleague.goto('/dashboard')
  await colleague.getByRole('link', { name: 'Money to approve' }).click()
  await colleague.getByRole('button', { name: `Approve: ${asked}` }).click()
  const question = colleague.getByRole('dialog', { name: 'Approve ₹500.00?' })
  await expect(question).toContainText(`asked for by ${name}`)
  await question.getByRole('button', { name: 'Approve ₹500.00' }).click()
  await expect(colleague.getByText('Request approved.')).toBeVisible()
  expect(await walletOf()).toBe(1500)
  await context.close()

  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: agent.name })).toContainText(
    'Approved by',
  )
})
