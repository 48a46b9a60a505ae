import { formatPhone } from '@raahi/contract/formats'
import { ClickCounter } from '../support/click-counter.ts'
import { expect, figure, inRupees, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

test('the dashboard greets the agent by name and shows wallet, plan and purchases', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 123_456, name: 'Ritu Malhotra' })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await signIn(agent)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agent Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByText('Welcome, Ritu Malhotra')).toBeVisible()
  await expect(figure(page, 'Wallet balance')).toHaveText('₹1,23,406')
  await expect(figure(page, 'Plan')).toHaveText('No plan')
  const recent = page.getByRole('region', { name: 'Recent purchases' })
  await expect(recent).toContainText(lead.name)
  await expect(recent.getByRole('link', { name: formatPhone(lead.phone) })).toBeVisible()
})

test('every link of the dashboard opens its screen', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  for (const [name, address, heading] of [
    ['See statement', '/dashboard/wallet', 'Wallet Statement'],
    ['Purchased Leads', '/dashboard/purchased-leads', 'My Purchased Leads'],
    ['My Leads', '/dashboard/my-leads?status=buy', 'All Travel Leads'],
  ] as const) {
    await page.goto('/dashboard')
    await page.getByRole('main').getByRole('link', { name }).first().click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'On sale now' })
    .getByRole('link', { name: /International/ })
    .click()
  await expect(page.getByLabel('Lead type')).toHaveValue('international')
  await expect(page.getByLabel('Status')).toHaveValue('buy')
})

test('the dashboard offers the newest leads for the destinations of the agent, and sells three in six clicks', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const place = `Spiti ${uniqueText()}`
  const leads: Awaited<ReturnType<typeof api.makeLead>>[] = []
  for (const _ of [1, 2, 3]) leads.push(await api.makeLead({ destination: place }))
  await api.makeLead({ destination: 'Elsewhere' })
  await api.as(agent, 'put', '/api/leadPreferences', { destinations: [place] })
  await signIn(agent)
  await page.goto('/dashboard')
  const offers = page.getByRole('region', { name: 'New for my destinations' })
  const recent = page.getByRole('region', { name: 'Recent purchases' })
  await expect(offers.getByRole('listitem')).toHaveCount(3)
  const counter = new ClickCounter()
  let wallet = 500
  for (const lead of leads.toReversed()) {
    await counter.click(offers.getByRole('button', { name: 'Buy Now' }).first())
    await counter.click(page.getByRole('button', { name: 'Yes, Buy!' }))
    await expect(recent).toContainText(lead.name)
    wallet -= lead.cost
    await expect(figure(page, 'Wallet balance')).toHaveText(inRupees(wallet))
  }
  expect(counter.clicks).toBe(6)
  await expect(offers).toContainText('No leads for these destinations right now.')
  await expect(offers.getByRole('heading')).toBeFocused()
  // The link shows all leads even if the marketplace remembers filters of an earlier visit.
  await page.goto('/dashboard/my-leads?status=buy')
  await expect(page.getByLabel('Status')).toHaveValue('buy')
  await page.goto('/dashboard')
  await offers.getByRole('link', { name: 'See all leads' }).click()
  await expect(page.getByRole('heading', { name: 'All Travel Leads', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('')
})
