import type { Agent, Api } from '../support/api.ts'
import { doubleClick } from '../support/double-click.ts'
import { holdRequests } from '../support/hold-requests.ts'
import {
  expect,
  figure,
  inExactRupees,
  inRupees,
  test,
  withoutLiveUpdates,
} from '../support/test.ts'

const purchases = /\/api\/purchases\?/

/** An agent who has bought two domestic leads and an international one. */
async function makeBuyer(api: Api): Promise<{ agent: Agent; spent: number }> {
  const agent = await api.makeAgent({ wallet: 1000 })
  const leads = [
    await api.makeLead({
      name: 'Meera Nair',
      destination: 'Goa',
      phone: '9812300001',
      email: 'meera@example.com',
    }),
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
  // A row of the list, which is shown first.
  for (const text of ['Goa · 14–18 Mar 2097', 'New', 'No contact yet', 'WhatsApp']) {
    await expect(card).toContainText(text)
  }
  await expect(page.getByRole('link', { name: 'Board', exact: true })).toHaveAttribute(
    'href',
    '/dashboard/pipeline?view=board',
  )
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await expect(card.getByRole('link', { name: '+91 98123 00001' })).toHaveAttribute(
    'href',
    'tel:+919812300001',
  )
  await expect(card.getByRole('link', { name: 'meera@example.com' })).toHaveAttribute(
    'href',
    'mailto:meera@example.com',
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
  // The request status is shown only if something was requested.
  await expect(card).not.toContainText('No replacement')
})

test('on a phone the first lead starts within 200 px, rows are 56 px high, and a call is shown at once', async ({
  page,
  api,
  signIn,
}) => {
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/purchased-leads')
  const rows = page.getByRole('list', { name: 'Purchased leads' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(figure(page, 'Total Leads')).toHaveText('3')
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  expect(boxes[0]?.y).toBeLessThanOrEqual(200)
  for (const box of boxes) expect(box?.height).toBeLessThanOrEqual(57)

  const lead = rows.filter({ has: page.getByRole('heading', { name: 'Meera Nair' }) })
  await lead
    .getByRole('link', { name: 'Call Meera Nair' })
    .evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await lead.getByRole('link', { name: 'Call Meera Nair' }).click()
  await expect(lead).toContainText('Call just now')
  await page.getByRole('button', { name: 'Talked', exact: true }).click()
  await expect(lead).toContainText('Contacted')
  await expect(lead).toContainText('Talked just now')
})

test('copies a phone number with one click', async ({ page, context, api, signIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
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
  await withoutLiveUpdates(page)
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

test('a purchase opens in a drawer with contact, message, history and invoice, and Back closes it', async ({
  page,
  api,
  signIn,
}) => {
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads?leadType=domestic')
  const link = page.getByRole('link', { name: 'Meera Nair', exact: true })
  await doubleClick(link, '**/purchase-drawer-*.js')
  const drawer = page.getByRole('dialog', { name: /Meera Nair/ })
  await expect(drawer.getByRole('link', { name: 'Call Meera Nair' })).toHaveAttribute(
    'href',
    'tel:+919812300001',
  )
  const message = drawer.getByLabel('WhatsApp message')
  await expect(message).toHaveValue(/^Namaste Meera Nair, this is .* a quote for Goa\./)
  await message.fill('Hello & welcome')
  await expect(drawer.getByRole('link', { name: /WhatsApp Meera Nair/ })).toHaveAttribute(
    'href',
    'https://wa.me/919812300001?text=Hello%20%26%20welcome',
  )
  await expect(drawer.getByRole('region', { name: 'History' })).toContainText('from wallet')
  await expect(drawer.getByRole('region', { name: 'Invoice' })).toContainText(
    'Paid from your wallet.',
  )
  await expect(page).toHaveURL(/leadType=domestic&lead=LD-\d+$/)
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/dashboard/purchased-leads?leadType=domestic')
  await expect(link).toBeFocused()

  await page.getByRole('link', { name: 'Arjun Das', exact: true }).click()
  const other = page.getByRole('dialog', { name: /Arjun Das/ })
  await other.getByRole('button', { name: 'Request Replacement' }).click()
  const form = page.getByRole('dialog', { name: 'Request Replacement' })
  await form.getByLabel('Reason').selectOption('Unreachable')
  await form.getByRole('button', { name: 'Submit request' }).click()
  await expect(form).toBeHidden()
  await expect(other.getByRole('region', { name: 'History' })).toContainText(
    'Replacement requested',
  )
  await other.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/dashboard/purchased-leads?leadType=domestic')
  await expect(page.getByRole('link', { name: 'Arjun Das', exact: true })).toBeFocused()
})

test('on a phone Back closes what is on top: the question, the dialog, the drawer', async ({
  page,
  api,
  signIn,
}) => {
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Get Plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('dialog')).toBeHidden()
  // A dialog adds or removes its history entry a moment after it opens or closes. An earlier Back would leave the page.
  const dialogEntries = expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0))
  await dialogEntries.toBe(0)

  await page.goto('/dashboard/purchased-leads')
  await page.getByRole('link', { name: 'Arjun Das', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /Arjun Das/ })
  const openForm = drawer.getByRole('button', { name: 'Request Replacement' })
  const form = page.getByRole('dialog', { name: 'Request Replacement' })
  await openForm.click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await expect(openForm).toBeFocused()

  await openForm.click()
  await form.getByLabel('Reason').selectOption('Other')
  await form.getByLabel('What happened?').fill('The number rings at a shop.')
  await dialogEntries.toBe(1)
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question).toBeVisible()
  await dialogEntries.toBe(2)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('What happened?')).toHaveValue('The number rings at a shop.')
  await dialogEntries.toBe(1)
  await page.goBack()
  await dialogEntries.toBe(2)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()
  await dialogEntries.toBe(0)
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/dashboard/purchased-leads')
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('on a phone, content that loads while a dialog closes does not make Back leave the page', async ({
  page,
  api,
  signIn,
}) => {
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.goto('/dashboard/purchased-leads')
  const { promise: notesMayLoad, resolve: loadNotes } = Promise.withResolvers<void>()
  await page.route('**/api/pipeline/cards/*', async (route) => {
    await notesMayLoad
    await route.continue()
  })
  await page.getByRole('link', { name: 'Arjun Das', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /Arjun Das/ })
  const form = page.getByRole('dialog', { name: 'Request Replacement' })
  await drawer.getByRole('button', { name: 'Request Replacement' }).click()
  const dialogEntries = expect.poll(() => page.evaluate(() => history.state?.dialogs ?? 0))
  await dialogEntries.toBe(1)

  // The browser is slow to go back: the calls are recorded, and made after the notes are shown.
  const steps = await page.evaluateHandle(() => {
    const recorded: number[] = []
    history.go = (delta = 0) => void recorded.push(delta)
    return recorded
  })
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => steps.jsonValue()).toEqual([-1])
  loadNotes()
  // The notes have a dialog, which is mounted with them.
  await expect(drawer.getByRole('heading', { name: 'Notes' })).toBeVisible()
  // Dialogs go back in a timer, so an earlier one has run before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await steps.jsonValue()).toEqual([-1])
  await steps.evaluate((recorded) => {
    for (const delta of recorded) History.prototype.go.call(history, delta)
  })
  await dialogEntries.toBe(0)
  await expect(drawer).toBeVisible()
})

test('a link opens a purchase of another page, and names a lead that is not one', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const { agent } = await makeBuyer(api)
  const { data } = await api.as<{ docs: { lead: { name: string; leadId: string } }[] }>(
    agent,
    'get',
    '/api/purchases?limit=1&page=3',
  )
  const lead = data.docs[0]?.lead
  await signIn(agent)
  // The filter excludes the lead from the list, as if it were on another page.
  await page.goto(`/dashboard/purchased-leads?leadType=international&lead=${lead?.leadId}`)
  await page
    .getByRole('dialog', { name: /Meera Nair/ })
    .getByRole('button', { name: 'Close' })
    .click()
  await expect(page).toHaveURL('/dashboard/purchased-leads?leadType=international')
  const single = /\/api\/purchases\?(.*&)?lead=/
  const { fail } = await holdRequests(page, single)
  await page.goto(`/dashboard/purchased-leads?leadType=international&lead=${lead?.leadId}`)
  await expect(page.getByRole('dialog', { name: 'Your lead' })).toContainText(
    'Loading your lead...',
  )
  fail()
  await expect(page.getByRole('alert')).toContainText(`${lead?.leadId} could not be loaded.`)
  await page.unroute(single)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog', { name: /Meera Nair/ })).toBeVisible()
  await page.goto('/dashboard/purchased-leads?lead=LD-999999999')
  await expect(page.getByText('LD-999999999 is not among the leads you have bought.')).toBeVisible()
})

test('says that a lead cannot be opened when the script of the drawer cannot be loaded', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.route('**/purchase-drawer-*.js', (route) => route.abort())
  for (const path of ['/dashboard/purchased-leads', '/dashboard/pipeline']) {
    await page.goto(path)
    await page.getByRole('link', { name: 'Meera Nair', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('The lead could not be opened.')
    await expect(page).toHaveURL(path)
  }
})

test('the layout is remembered, and the filtered list is a file', async ({ page, api, signIn }) => {
  const { agent } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByText('No contact yet').first()).toBeVisible()
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/leadPreferences') && response.request().method() === 'PUT',
  )
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await expect(page.getByText('No contact yet')).toHaveCount(0)
  await saved
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cards', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('button', { name: 'Copy phone number of Meera Nair' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call Meera Nair' })).toBeVisible()
  await page.getByLabel('Destination').fill('goa')
  await expect(page.getByRole('heading', { name: 'Purchased Leads (1 of 3)' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await (await download).createReadStream()
  let text = ''
  for await (const part of file) text += part
  expect(text).toContain('Meera Nair')
  expect(text).not.toContain('Arjun Das')
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
  const { fail } = await holdRequests(page, purchases)
  await page.goto('/dashboard/purchased-leads')
  await expect(page.getByText('Loading leads...')).toBeVisible()
  fail()
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
