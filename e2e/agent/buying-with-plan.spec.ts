import type { Page } from '@playwright/test'
import type { Agent, Api } from '../support/api.ts'
import { expect, figure, inRupees, statusError, test, withoutLiveUpdates } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const buyCall = '/api/leads/buyLead'

/** Assigns a plan as a cash sale. @returns its name */
async function assignPlan(api: Api, agent: Agent, fields: Record<string, unknown> = {}) {
  const planName = `Plan ${uniqueText()}`
  const { data } = await api.asAdmin<{ _id: string }>('post', '/api/plan', {
    planId: `E2E-${uniqueText()}`,
    planName,
    price: 100,
    description: 'Made by a test',
    validity: 30,
    planType: 'domestic',
    numberOfLeads: 4,
    ...fields,
  })
  const body = { userId: agent.id, planId: data._id }
  await api.asAdmin('post', '/api/plan/addUsersPlanByAdmin', body)
  // Deletes the plan, because other tests use the catalogue.
  await api.asAdmin('delete', `/api/plan/${data._id}`)
  return planName
}

async function openLead(page: Page, lead: { name: string }) {
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(lead.name)
  return card
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buy this lead?' })

test('pays with a plan: the dialog names it, the wallet does not change, and the purchase names the plan', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const plan = await assignPlan(api, agent)
  const lead = await api.makeLead({ phone: '9123456785' })
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(`1 lead from ${plan} will be used (4 left, ends `)
  await expect(dialog).toContainText('Your wallet is not charged.')
  // The wallet is empty, so there is no choice.
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  const sent = page.waitForRequest(`**${buyCall}`)
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  expect((await sent).postDataJSON()).toEqual({ leadId: lead._id, payWith: 'plan' })
  await expect(
    page.getByText(`Lead Buy successfully... 3 of 4 leads left in your ${plan} plan.`),
  ).toBeVisible()
  await expect(card.getByRole('link', { name: '+91 91234 56785' })).toBeVisible()
  await expect(page.getByText('Wallet balance ₹0')).toBeVisible()
  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await expect(page.getByText(`1 lead from ${plan}`)).toBeVisible()
  await expect(figure(page, 'Total Spent')).toHaveText('₹0')
})

test('offers the plan first and then the wallet if both can pay, and charges the selected one', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const plan = await assignPlan(api, agent)
  const lead = await api.makeLead()
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = dialogOf(page)
  const ways = dialog.getByRole('group', { name: 'Pay with' })
  await expect(ways.getByRole('radio', { name: `1 lead from ${plan}` })).toBeChecked()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 600 })
  for (const name of ['Yes, Buy!', 'Cancel']) {
    const button = dialog.getByRole('button', { name })
    await expect(button, 'in sight on a small phone too').toBeInViewport({ ratio: 1 })
  }
  if (size) await page.setViewportSize(size)
  await ways.getByRole('radio', { name: 'from your wallet' }).check()
  await expect(dialog).toContainText(`${inRupees(lead.cost)} will be charged to your wallet`)
  await expect(dialog).toContainText(inRupees(500 - lead.cost))
  const sent = page.waitForRequest(`**${buyCall}`)
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  expect((await sent).postDataJSON()).toEqual({
    leadId: lead._id,
    expectedCost: lead.cost,
    payWith: 'wallet',
  })
  await expect(page.getByText(`Wallet balance ${inRupees(500 - lead.cost)}`)).toBeVisible()
  const plans = await api.as<{ leadsLeft: number }[]>(agent, 'get', '/api/plan/getAllPlansOfUser')
  expect(plans.data.map(({ leadsLeft }) => leadsLeft)).toEqual([4])
})

test('shows in the dialog that the plan was used up meanwhile, and charges only after another confirmation', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent({ wallet: 500 })
  const plan = await assignPlan(api, agent, { numberOfLeads: 1 })
  const [lead, other] = [await api.makeLead(), await api.makeLead()]
  await withoutLiveUpdates(page)
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(`1 lead from ${plan}`)
  await api.as(agent, 'post', buyCall, { leadId: other._id, payWith: 'plan' })
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    `Your ${plan} plan has ended or is used up. Nothing has been charged.`,
  )
  await expect(dialog).toContainText(`${inRupees(lead.cost)} will be charged to your wallet`)
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText(`Wallet balance ${inRupees(500 - lead.cost)}`)).toBeVisible()
})

test('shows that the wallet is too small and there is no plan, with both ways to continue', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 10 })
  // This plan covers only other leads.
  await assignPlan(api, agent, { planType: 'international' })
  const lead = await api.makeLead()
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(dialogOf(page)).toContainText(`Short by${inRupees(lead.cost - 10)}`)
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Insufficient wallet balance!' })
  await expect(alert).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()

  await alert.getByRole('button', { name: 'Add money' }).click()
  const topUp = page.getByRole('dialog', { name: 'Add money' })
  await expect(topUp.getByLabel('Amount')).toHaveValue(String(lead.cost - 10))
  await topUp.getByRole('button', { name: 'Cancel' }).click()
  await expect(topUp).toBeHidden()
  await alert.getByRole('link', { name: 'Get a plan' }).click()
  await expect(page).toHaveURL('/dashboard/plans')
})

test('returns to the same lead after money was added for it, and buys it', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 10 })
  const lead = await api.makeLead()
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Add money' }).click()
  const topUp = page.getByRole('dialog', { name: 'Add money' })
  await topUp.getByRole('button', { name: `Add ${inRupees(lead.cost - 10)}` }).click()
  const sheet = page.getByRole('dialog', { name: 'Raahi', exact: true })
  await sheet.getByRole('radio', { name: 'UPI' }).check()
  await sheet.getByRole('textbox', { name: 'UPI ID' }).fill('success@razorpay')
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(topUp).toContainText('Money added')
  await topUp.getByRole('button', { name: 'Done' }).click()

  const dialog = dialogOf(page)
  await expect(dialog).toContainText(lead.name)
  await expect(dialog).toContainText('Balance after₹0')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(page.getByText('Wallet balance ₹0')).toBeVisible()
  await expect(card.getByText('Bought by you')).toBeVisible()
})

test('the dashboard shows every active plan, or a link to the plans', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard')
  await expect(figure(page, 'Plan')).toHaveText('No plan')
  await page.getByRole('button', { name: 'Get Plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm to get plan' })
  await expect(dialog.getByRole('list', { name: 'Plans on sale' })).toContainText('₹')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Get Plan' })).toBeFocused()
  await page.getByRole('button', { name: 'Get Plan' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/plans')

  const late = await assignPlan(api, agent, { validity: 60, numberOfLeads: 25 })
  const soon = await assignPlan(api, agent, { validity: 2, planType: 'both' })
  await page.goto('/dashboard')
  await expect(page.getByText('Premium Active')).toBeVisible()
  const plans = page.getByRole('list', { name: 'Active plans' }).getByRole('listitem')
  await expect(plans).toHaveCount(2)
  await expect(plans.nth(0)).toContainText(soon)
  await expect(plans.nth(0)).toContainText('2 days left')
  await expect(plans.nth(1)).toContainText(late)
  await expect(plans.nth(1)).toContainText('60 days left')
  await expect(plans.nth(1)).toContainText('25 of 25')
  const left = (await plans.getByText(/^\d+ of \d+,/).allTextContents()).map((text) =>
    Number.parseInt(text, 10),
  )
  const total = left.reduce((sum, leads) => sum + leads, 0)
  await expect(figure(page, 'Plan leads left')).toHaveText(String(total))
})

test('if plans fail to load, the dashboard shows the figures of the account, with N/A for days left', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent({ wallet: 500 })
  const plan = await assignPlan(api, agent)
  const lead = await api.makeLead()
  await signIn(agent)
  await page.route('**/api/plan/getAllPlansOfUser*', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(figure(page, 'Plan leads left')).toHaveText('—')
  await expect(page.getByRole('list', { name: 'Active plans' })).toHaveText(
    `${plan}: days left N/A`,
  )
  // The purchase dialog states that the wallet would pay, and why.
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(dialogOf(page)).toContainText('We could not load your plans just now')
  await expect(dialogOf(page)).toContainText('will be charged to your wallet')
})
