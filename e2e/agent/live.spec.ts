import type { Page } from '@playwright/test'
import { expect, inRupees, statusError, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

/** Opens the marketplace filtered to leads with this name, and waits until it follows changes. */
async function openMarket(page: Page, name: string) {
  const stream = page.waitForResponse('**/api/leads/events*')
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(name)}`)
  await expect(page.getByRole('list', { name: 'Travel leads' })).toBeVisible()
  await stream
}

const cardOf = (page: Page, id: string) => page.locator(`[data-lead="${id}"]`)

test('a lead that another agent buys turns to Sold, and a new one is offered, while the list keeps its position', async ({
  page,
  api,
  signIn,
}) => {
  const name = `Live ${uniqueText()}`
  const [agent, other] = [await api.makeAgent(), await api.makeAgent({ wallet: 500 })]
  const [sold, kept] = [await api.makeLead({ name }), await api.makeLead({ name })]
  await signIn(agent)
  await openMarket(page, name)
  const positionOf = (id: string) => cardOf(page, id).boundingBox()
  const before = await positionOf(sold._id)
  await api.as(other, 'post', '/api/leads/buyLead', { leadId: sold._id })
  await expect(cardOf(page, sold._id).getByRole('button', { name: 'Sold' })).toBeDisabled()
  await expect(cardOf(page, sold._id).getByText('****')).toHaveCount(2)
  await expect(cardOf(page, kept._id).getByRole('button', { name: 'Buy Now' })).toBeEnabled()
  await api.makeLead({ name: `Another ${uniqueText()}` })
  const added = await api.makeLead({ name })
  const offer = page.getByRole('button', { name: '1 new lead', exact: true })
  await expect(offer).toBeVisible()
  expect(await positionOf(sold._id)).toEqual(before)
  await offer.click()
  await expect(cardOf(page, added._id)).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('the tabs of a browser share one stream, and the next tab continues it', async ({
  page,
  context,
  api,
  signIn,
}) => {
  const name = `Tabs ${uniqueText()}`
  const agent = await api.makeAgent()
  const [first, second] = [await api.makeLead({ name }), await api.makeLead({ name })]
  await signIn(agent)
  await openMarket(page, name)
  const tab = await context.newPage()
  let streams = 0
  tab.on('request', (request) => {
    if (request.url().includes('/api/leads/events')) streams += 1
  })
  const script = tab.waitForResponse(/start-live/)
  await tab.goto(`/dashboard/my-leads?search=${encodeURIComponent(name)}`)
  await expect(cardOf(tab, first._id)).toBeVisible()
  await script
  await api.asAdmin('put', `/api/leads/${first._id}`, { satatus: 'sold' })
  for (const each of [page, tab]) {
    await expect(cardOf(each, first._id).getByRole('button', { name: 'Sold' })).toBeVisible()
  }
  expect(streams).toBe(0)
  await page.goto('about:blank')
  await api.asAdmin('put', `/api/leads/${second._id}`, { satatus: 'sold' })
  await expect(cardOf(tab, second._id).getByRole('button', { name: 'Sold' })).toBeVisible()
  expect(streams).toBe(1)
  await tab.close()
})

test('the wallet follows a top-up by an admin, and a suspended agent sees the login', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await signIn(agent)
  await openMarket(page, lead.name)
  await expect(page.getByText('Wallet balance ₹500')).toBeVisible()
  await api.asAdmin('post', '/api/plan/adminWalletRecharge', { userId: agent.id, amount: 250 })
  await expect(page.getByText(`Wallet balance ${inRupees(750)}`)).toBeVisible()
  await api.asAdmin('post', `/api/auth/suspendUser/${agent.id}?status=suspended`)
  // Shorter than the 10 s after which a screen without a stream notices.
  await expect(page.getByRole('dialog', { name: 'You were logged out' })).toBeVisible({
    timeout: 7000,
  })
})

test('without a stream the screen says so quietly, and works', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await page.route('**/api/leads/events*', (route) => route.abort())
  await signIn(agent)
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  await expect(page.getByText('Live updates paused')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await cardOf(page, lead._id).getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
})
