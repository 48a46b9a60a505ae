import { formatPhone } from '@raahi/contract/formats'
import { ClickCounter } from '../support/click-counter.ts'
import { linkInMail } from '../support/mailbox.ts'
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
  const agent = await api.makeAgent({ wallet: 500 })
  const { _id: leadId } = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId })
  await signIn(agent)
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

test('the first steps of a new agent tick themselves, and stay hidden once they are hidden', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Your first steps' })
  const current = steps.locator('[aria-current=step]')
  await expect(steps).toContainText('0 of 6 done')
  await expect(current.getByRole('button', { name: 'Send the email again' })).toBeVisible()
  // Panels that would be empty are not shown yet.
  const purchases = page.getByRole('region', { name: 'Recent purchases' })
  await expect(purchases).toHaveCount(0)

  await steps.getByRole('button', { name: 'Choose places' }).click()
  const places = page.getByRole('dialog', { name: 'My places' })
  await places.getByRole('combobox', { name: 'Destinations you sell' }).fill('Goa')
  await places.getByRole('button', { name: 'Save' }).click()
  await expect(steps.getByText('Done: My destinations')).toBeVisible()
  await expect(page.getByRole('region', { name: 'New for my destinations' })).toBeVisible()

  await steps.getByRole('link', { name: 'Add details' }).click()
  await page.getByLabel('State').selectOption('Maharashtra')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Successfully updated user profile')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(steps.getByText('Done: Agency and GST details')).toBeVisible()

  await api.uploadKyc(agent, 'licence.png')
  await page.goto(await linkInMail(page, agent.emailOrPhone))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByRole('link', { name: 'Open your dashboard' }).click()
  await expect(steps).toContainText('3 of 6 done')
  await expect(steps.getByText('Being checked')).toBeVisible()
  // The document waits for an admin, so the next step is the current one.
  await expect(current.getByRole('button', { name: 'Add money' })).toBeVisible()

  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toHaveCount(0)
  await expect(purchases).toBeVisible()
  const stored = await api.as<object>(agent, 'get', '/api/leadPreferences')
  expect(stored.data).toMatchObject({ hidesFirstSteps: true })
  await page.reload()
  await expect(purchases).toBeVisible()
  await expect(steps).toHaveCount(0)
})
