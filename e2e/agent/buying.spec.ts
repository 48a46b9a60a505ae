import type { Page, Request } from '@playwright/test'
import { smallPng } from '../support/pictures.ts'
import { expect, inRupees, statusError, tabTo, test, withoutLiveUpdates } from '../support/test.ts'

const buyCall = '/api/leads/buyLead'

/** Opens the marketplace filtered to this lead. @returns its card */
async function openLead(page: Page, lead: { name: string }) {
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(lead.name)
  return card
}

function purchasesSent(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(buyCall)) sent.push(request)
  })
  return sent
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buy this lead?' })

test('Cancel and Escape charge nothing and return the focus; a double click buys once, charges exactly the price and shows the contact', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead({ phone: '9123456781', email: 'bought@example.com' })
  await signIn(agent)
  const card = await openLead(page, lead)
  await expect(page.getByText('Wallet balance ₹500')).toBeVisible()
  const address = page.url()
  const sent = purchasesSent(page)
  const dialog = dialogOf(page)
  const buyNow = card.getByRole('button', { name: 'Buy Now' })
  await buyNow.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(buyNow).toBeFocused()
  await buyNow.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(buyNow).toBeEnabled()
  expect(sent).toEqual([])
  const walletOf = async () =>
    (await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')).data.wallet
  expect(await walletOf()).toBe(500)

  await buyNow.click()
  await expect(dialog).toContainText(lead.name)
  await expect(dialog).toContainText(`${inRupees(lead.cost)} will be charged to your wallet`)
  await expect(dialog).toContainText('₹500')
  await expect(dialog).toContainText(inRupees(500 - lead.cost))
  await dialog.getByRole('button', { name: 'Yes, Buy!' }).dblclick()

  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('button', { name: 'Sold' })).toBeDisabled()
  await expect(card.getByText('Bought by you')).toBeVisible()
  await expect(card.getByRole('link', { name: '+91 91234 56781' })).toBeVisible()
  await expect(card.getByRole('link', { name: 'bought@example.com' })).toBeVisible()
  await expect(page.getByText(`Wallet balance ${inRupees(500 - lead.cost)}`)).toBeVisible()
  expect(page.url()).toBe(address)
  expect(await walletOf()).toBe(500 - lead.cost)
  expect(sent).toHaveLength(1)
})

test('shows that the wallet is too small before it sends a request', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 10 })
  const lead = await api.makeLead()
  await signIn(agent)
  const sent = purchasesSent(page)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(dialogOf(page)).toContainText(`Short by${inRupees(lead.cost - 10)}`)
  await expect(dialogOf(page)).toContainText('more than your wallet balance')
  await expect(dialogOf(page), 'nothing can be charged').not.toContainText('will be charged')
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByRole('alert')).toContainText('Insufficient wallet balance!')
  await expect(dialogOf(page)).toBeHidden()
  await expect(card.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
  expect(sent).toEqual([])
})

test('an agent who needs an approved KYC reads so before adding money, and can upload again after a lost connection', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent()
  const lead = await api.makeLead()
  await signIn(agent)
  // The setting applies to all agents, so only this page sees it.
  await page.route('**/api/kyc/own', async (route, request) => {
    if (request.method() === 'POST') return route.abort()
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, data: { ...answer.data, isNeededToBuy: true } } })
  })
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('we first need to approve your KYC document')
  await expect(dialogOf(page)).toBeHidden()
  const link = notice.getByRole('link', { name: 'Open profile' })
  await expect(link).toHaveAttribute('href', '/dashboard/user-profile#kyc')
  // The mail of a rejection has the same link. On a phone the panel is below the profile.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/user-profile#kyc')
  const panel = page.getByRole('region', { name: 'KYC' })
  await expect(panel.getByRole('heading')).toBeInViewport()
  const document = { name: 'pan.png', mimeType: 'image/png', buffer: smallPng }
  await panel.getByLabel('Document').setInputFiles(document)
  const upload = panel.getByRole('button', { name: 'Upload document' })
  await upload.click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/kyc/own')
  await upload.click()
  await expect(panel.getByText('Being checked')).toBeVisible()
})

test('uses money that was added meanwhile, although the page shows the old balance', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const lead = await api.makeLead()
  await withoutLiveUpdates(page)
  await signIn(agent)
  const card = await openLead(page, lead)
  await expect(page.getByText('Wallet balance ₹0')).toBeVisible()
  await api.asAdmin('post', '/api/plan/adminWalletRecharge', { userId: agent.id, amount: 200 })
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(page.getByText(`Wallet balance ${inRupees(200 - lead.cost)}`)).toBeVisible()
})

test('Add and buy uses money that was added meanwhile, and keeps the position in the list', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const lead = await api.makeLead()
  await withoutLiveUpdates(page)
  await signIn(agent)
  let isHidden = true
  await page.route('**/api/auth/me', async (route) => {
    const hides = isHidden
    const answer = await route.fetch()
    const body = await answer.json()
    if (hides) body.data.wallet = 0
    await route.fulfill({ response: answer, json: body })
  })
  const card = await openLead(page, lead)
  await api.asAdmin('post', '/api/plan/adminWalletRecharge', { userId: agent.id, amount: 200 })
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(
    dialogOf(page).getByRole('button', { name: `Add ${inRupees(lead.cost)} and buy` }),
  ).toBeFocused()
  isHidden = false
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(page.getByText(`Wallet balance ${inRupees(200 - lead.cost)}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Leads', exact: true })).toBeFocused()
})

test('closes the dialog, shows the reason and reloads the list if another agent bought the lead meanwhile', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const [agent, other] = [
    await api.makeAgent({ wallet: 500 }),
    await api.makeAgent({ wallet: 500, name: 'Faster Tours' }),
  ]
  const lead = await api.makeLead({ phone: '9123456782' })
  await withoutLiveUpdates(page)
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await api.as(other, 'post', buyCall, { leadId: lead._id })
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Lead already sold')
  await expect(card.getByRole('button', { name: 'Sold' })).toBeDisabled()
  await expect(card.getByText('Bought by you')).toHaveCount(0)
  await expect(card.getByText('****')).toHaveCount(2)
  await expect(page.getByText('Wallet balance ₹500')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('offline, a purchase fails at once, can be cancelled, and succeeds after the connection returns', async ({
  page,
  context,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await withoutLiveUpdates(page)
  await signIn(agent)
  const card = await openLead(page, lead)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await expect(dialogOf(page)).toBeVisible()
  await context.setOffline(true)
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('Could not reach Raahi')
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await context.setOffline(false)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await expect(card.getByRole('button', { name: 'Buy Now' })).toBeEnabled()
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(page.getByText(`Wallet balance ${inRupees(500 - lead.cost)}`)).toBeVisible()
})

test('sends the same key after a lost response, and pays once', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await signIn(agent)
  const sent = purchasesSent(page)
  const card = await openLead(page, lead)
  await page.route(
    `**${buyCall}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('Could not reach Raahi.')
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(page.getByText(`Wallet balance ${inRupees(500 - lead.cost)}`)).toBeVisible()
  const keys = sent.map((request) => request.headers()['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('buys a lead by keyboard alone', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await signIn(agent)
  const card = await openLead(page, lead)
  await tabTo(page, card.getByRole('button', { name: 'Buy Now' }))
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('button', { name: 'Yes, Buy!' })).toBeFocused()
  // The focus remains within the dialog.
  await page.keyboard.press('Tab')
  await expect(dialogOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  // Buy Now no longer exists. The focus is in the list and not at the top of the page.
  await expect(page.getByRole('region', { name: 'Leads', exact: true })).toBeFocused()
})

test('a bought lead shows the contact, keeps its position under Available, and links to the purchase', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  // Letters alone, because free text with seven digits is refused as a phone number.
  const city = `Stay ${agent.id.slice(-8).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`
  const leads = [
    await api.makeLead({ city }),
    await api.makeLead({ city, phone: '9123456783' }),
    await api.makeLead({ city }),
  ]
  const [, lead] = leads
  if (!lead) throw new Error('Three leads are needed.')
  await signIn(agent)
  await page.goto(`/dashboard/my-leads?city=${encodeURIComponent(city)}&status=buy`)
  const cards = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  const names = leads.map(({ name }) => name).reverse()
  const card = cards.nth(1)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  await dialogOf(page).getByRole('button', { name: 'Yes, Buy!' }).click()

  const message = page.getByRole('status').filter({ hasText: 'Lead Buy successfully...' })
  await expect(message).toContainText(`${lead.name}, +91 91234 56783`)
  await message.hover() // It stays while it is hovered.
  // After the list is refetched two leads match, and the bought lead keeps its position.
  await expect(page.getByText('2 leads', { exact: true })).toBeVisible()
  for (const [at, name] of names.entries()) await expect(cards.nth(at)).toContainText(name)
  await expect(card.getByRole('link', { name: `Call ${lead.name}` })).toHaveAttribute(
    'href',
    'tel:+919123456783',
  )
  const whatsApp = card.getByRole('link', { name: `WhatsApp ${lead.name}` })
  await expect(whatsApp).toHaveAttribute('href', 'https://wa.me/919123456783')
  await expect(whatsApp).toHaveAttribute('rel', 'noopener noreferrer')

  await message.getByRole('link', { name: `Open lead ${lead.leadId}` }).click()
  await expect(page).toHaveURL(`/dashboard/purchased-leads?lead=${lead.leadId}`)
  const bought = page.getByRole('dialog', { name: lead.name })
  await expect(bought.getByRole('link', { name: `Call ${lead.name}` })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(2)
})
