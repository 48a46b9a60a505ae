import type { Agent, Api } from '../support/api.ts'
import { expect, figure, inExactRupees, inRupees, test } from '../support/test.ts'

const purchases = /\/api\/leads\/getUserLead\//

/** An agent who has bought two domestic leads and an international one. */
async function makeBuyer(api: Api): Promise<{ agent: Agent; spent: number }> {
  const agent = await api.makeAgent({ wallet: 1000 })
  const leads = [
    await api.makeLead({ name: 'Meera Nair', destination: 'Goa', phone: '9812300001' }),
    await api.makeLead({ name: 'Arjun Das', destination: 'Shimla', email: 'arjun@example.com' }),
    await api.makeLead({ name: 'Leela Bose', destination: 'Bali', leadType: 'international' }),
  ]
  for (const { _id } of leads) await api.as(agent, 'post', '/api/leads/buyLead', { leadId: _id })
  return { agent, spent: leads.reduce((sum, { cost }) => sum + cost, 0) }
}

test('shows the three figures, the count and each contact with its actions', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, spent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByRole('heading', { name: 'My Purchased Leads', level: 1 })).toBeVisible()
  await expect(figure(page, 'Total Leads')).toHaveText('3')
  await expect(figure(page, 'Total Spent')).toHaveText(inRupees(spent))
  await expect(figure(page, 'This Month')).toHaveText('3')
  await expect(page.getByRole('heading', { name: 'Purchased Leads (3 of 3)' })).toBeVisible()

  const cards = page.getByRole('list', { name: 'Purchased leads' }).getByRole('listitem')
  const card = cards.filter({ has: page.getByRole('heading', { name: 'Meera Nair' }) })
  await expect(card.getByRole('link', { name: '+91 98123 00001' })).toHaveAttribute(
    'href',
    'tel:+919812300001',
  )
  await expect(card.getByRole('link', { name: 'traveller@example.com' })).toHaveAttribute(
    'href',
    'mailto:traveller@example.com',
  )
  await expect(card.getByRole('link', { name: /WhatsApp Meera Nair/ })).toHaveAttribute(
    'href',
    'https://wa.me/919812300001',
  )
  await expect(card.getByRole('link', { name: 'Call Meera Nair' })).toHaveAttribute(
    'href',
    'tel:+919812300001',
  )
  for (const text of ['Goa', 'Mumbai', '14-03-2097', '5 days, 4 nights', '2 adults, 1 child']) {
    await expect(card).toContainText(text)
  }
  await expect(card).toContainText('No replacement')
})

test('copies a phone number with one click', async ({ page, context, api, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('button', { name: 'Copy phone number of Meera Nair' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+919812300001')
})

test('search and type filter the list, are kept in the address, and do not change the figures', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, spent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await page.getByLabel('Search').fill('SHIMLA')
  await expect(page.getByRole('heading', { name: 'Purchased Leads (1 of 3)' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Arjun Das' })).toBeVisible()
  await expect(page).toHaveURL(/search=SHIMLA/)
  await page.getByLabel('Type').selectOption('International')
  await expect(page.getByText('No purchased leads found.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Purchased Leads (0 of 3)' })).toBeVisible()
  await page.getByLabel('Search').fill('')
  await expect(page.getByRole('heading', { name: 'Leela Bose' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/purchased-leads?leadType=international')
  await page.reload()
  await expect(page.getByLabel('Type')).toHaveValue('international')
  await expect(page.getByRole('heading', { name: 'Purchased Leads (1 of 3)' })).toBeVisible()
  await expect(figure(page, 'Total Spent')).toHaveText(inRupees(spent))
  expect(await page.getByLabel('Type').getByRole('option').allTextContents()).toEqual([
    'All Types',
    'Domestic',
    'International',
  ])
})

test('Refresh shows a purchase made elsewhere meanwhile', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent({ wallet: 500 })
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByText('No purchased leads found.')).toBeVisible()
  await expect(figure(page, 'Total Spent')).toHaveText('₹0')
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: lead.name })).toBeVisible()
  await expect(figure(page, 'Total Leads')).toHaveText('1')
})

test('a link to a new purchase waits for the list and focuses the purchase once', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 1000 })
  const buy = ({ _id }: { _id: string }) =>
    api.as(agent, 'post', '/api/leads/buyLead', { leadId: _id })
  await buy(await api.makeLead())
  const lead = await api.makeLead()
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByRole('heading', { name: 'Purchased Leads (1 of 1)' })).toBeVisible()
  await page.getByRole('link', { name: 'My Leads', exact: true }).first().click()
  await page.getByLabel('Search by name').fill(lead.name)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await page.getByRole('button', { name: 'Yes, Buy!' }).click()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(purchases, async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('link', { name: `Open lead ${lead.leadId}` }).click()
  // Answers with the list from before the purchase.
  await expect(page.getByRole('heading', { name: 'Purchased Leads (1 of 1)' })).toBeVisible()
  await expect(page.getByText('is not among the leads you have bought')).toHaveCount(0)
  release()
  const linked = page.getByRole('list', { name: 'Purchased leads' }).locator('[data-marked]')
  await expect(linked).toContainText(lead.name)
  await expect(linked).toBeFocused()

  await buy(await api.makeLead())
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.click()
  await expect(page.getByRole('heading', { name: 'Purchased Leads (3 of 3)' })).toBeVisible()
  await expect(linked, 'a list that is read again does not take the focus').not.toBeFocused()
})

test('shows that purchases load, and that they failed to load', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.route(purchases, (route) => route.abort())
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByText('Loading leads...')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The purchased leads could not be loaded.')
  await page.unroute(purchases)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Purchased Leads (3 of 3)' })).toBeVisible()
})

test('the statement lists every movement with the balance after it', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, spent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/wallet')
  await expect(page.getByText(`Wallet balance ${inRupees(1000 - spent)}`)).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(1 + 4)
  // From the current balance at the top to the first deposit.
  await expect(rows.nth(1).getByRole('cell').last()).toHaveText(inExactRupees(1000 - spent))
  await expect(rows.nth(4)).toContainText('Wallet recharge')
  await expect(rows.nth(4)).toContainText(`+${inExactRupees(1000)}`)
  await expect(rows.nth(4).getByRole('cell').last()).toHaveText(inExactRupees(1000))
  const balances = await rows
    .getByRole('cell')
    .last()
    .page()
    .evaluate(() =>
      [...document.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')]
          .slice(-2)
          .map((cell) => Number((cell.textContent ?? '').replace('−', '-').replace(/[₹,+]/g, ''))),
      ),
    )
  for (const [at, [amount = Number.NaN, balance = Number.NaN]] of balances.entries()) {
    const before = balances[at + 1]?.[1] ?? 0
    expect(balance).toBeCloseTo(before + amount, 2)
  }
  await page.getByLabel('Method').selectOption('Wallet recharge')
  await expect(rows).toHaveCount(1 + 1)
  await expect(page).toHaveURL(/method=recharge_by_admin/)
})
