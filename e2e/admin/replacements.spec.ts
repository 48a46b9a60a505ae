import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { formatPhone } from '@raahi/contract/formats'
import { type Api, admin } from '../support/api.ts'
import { ClickCounter } from '../support/click-counter.ts'
import { doubleClick } from '../support/double-click.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { expect, inRupees, statusError, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const lists =
  /\/api\/leadReplacement\/(getAllLeadReplacementRequests|getReplacementRequestOfUserById)/
const deciding = /\/api\/leadReplacement\/approveLeadReplacement$/

test.beforeEach(async ({ signIn }) => signIn(admin))

/** Creates an agent with a unique name and this number of open requests, oldest first. */
async function makeRequester(api: Api, reasons: string[]) {
  const agent = await api.makeAgent({ wallet: 1000, name: `Asker ${uniqueText()}` })
  const leads: Awaited<ReturnType<Api['makeLead']>>[] = []
  for (const reason of reasons) {
    const lead = await api.makeLead()
    leads.push(lead)
    await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
    const ask = { leadId: lead._id, reason }
    await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', ask)
  }
  return { agent, leads }
}

/**
 * The leads of the agent's pending requests in the order of the review: by deadline. Another test changes the hours to
 * decide, so the deadlines may have another order than the requests.
 */
async function leadsInReviewOrder(api: Api, agent: { name: string }, count: number) {
  type Page = { docs: { lead: { leadId: string; cost: number } }[] }
  const query = new URLSearchParams({ status: 'pending', search: agent.name })
  const path = `/api/leadReplacement/getAllLeadReplacementRequests?${query}`
  const { data } = await api.asAdmin<Page>('get', path)
  expect(data.docs).toHaveLength(count)
  return data.docs.map(({ lead }) => lead)
}

/** A request in the list of one user. */
const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Replacement requests' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, level: 3 }) })
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Replacement requests' }).getByRole('button', { name })
/** The detail of a request, which is beside the list for the first row, or for the row that was opened. */
const item = (page: Page, name: string) => page.getByRole('article', { name })
const walletOf = async (api: Api, id: string) =>
  (await api.asAdmin<{ wallet: number }>('get', `/api/auth/getUserById/${id}`)).data.wallet

test('shows a request with all that a decision needs; an approval refunds exactly the price paid', async ({
  page,
  api,
}) => {
  const { agent, leads } = await makeRequester(api, [
    'Wrong number: a bakery answers',
    'Unreachable',
  ])
  const [lead, other] = leads
  if (!lead || !other) throw new Error('Two requests are needed.')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Replacements', exact: true }).click()
  await page.getByLabel('Search').fill(agent.name)
  await expect(page.getByRole('heading', { name: 'Waiting for a decision (2)' })).toBeVisible()
  await expect(page).toHaveURL(/search=Asker/)
  for (const text of [
    'Wrong number',
    'a bakery answers',
    agent.name,
    agent.emailOrPhone,
    'Asha Travels Pvt Ltd',
    '2 requests for 2 purchases',
    `${inRupees(lead.cost)} from the wallet`,
    formatPhone(lead.phone),
    lead.email,
    'Waiting',
  ]) {
    await expect(item(page, lead.name)).toContainText(text)
  }
  // By keyboard: to the first request, to the second and back, then a decision on the first.
  await page.getByRole('heading', { name: /^Waiting for a decision/ }).focus()
  await page.keyboard.press('j')
  await expect(item(page, other.name)).toBeVisible()
  await page.keyboard.press('k')
  await expect(item(page, lead.name)).toBeVisible()
  await page.keyboard.press('k')
  await expect(row(page, lead.name)).toBeFocused()
  await page.keyboard.press('r')
  const form = page.getByRole('form', { name: 'Reject replacement' })
  await form.getByLabel('What you found').fill('Half of a')
  await row(page, other.name).click()
  await row(page, lead.name).click()
  await expect(form.getByLabel('What you found')).toHaveValue('Half of a')
  await form.getByLabel('What you found').press('Escape')
  await expect(row(page, lead.name)).toBeFocused()
  await expect(item(page, lead.name)).toContainText(
    `${inRupees(lead.cost)}, the price paid, will be refunded to the wallet of ${agent.name}`,
  )
  const before = await walletOf(api, agent.id)
  const approve = item(page, lead.name).getByRole('button', { name: /^Approve/ })
  await doubleClick(approve, '**/approveLeadReplacement')
  await expect(page.getByText('Replacement request approved')).toBeVisible()
  expect(await walletOf(api, agent.id)).toBe(before + lead.cost)
  await expect(page.getByRole('heading', { name: 'Waiting for a decision (1)' })).toBeVisible()
  await expect(page).toHaveURL(/search=Asker/)
  await expect(item(page, other.name).getByRole('button', { name: /^Approve/ })).toBeEnabled()
  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(item(page, lead.name)).toContainText(`${inRupees(lead.cost)} to the wallet`)
  await expect(item(page, lead.name).getByRole('button', { name: 'Approve' })).toBeHidden()
})

test('a rejection refunds nothing, and another admin decides the appeal against it', async ({
  page,
  api,
  signIn,
}) => {
  const reason = 'Not travelling: <img src=x onerror="document.title=1"> javascript:alert(1)'
  const { agent, leads } = await makeRequester(api, [reason])
  const name = leads[0]?.name ?? ''
  const before = await walletOf(api, agent.id)
  const path = `/dashboard/replacements?search=${encodeURIComponent(agent.name)}`
  await page.goto(path)
  // The agent's text is never interpreted as HTML.
  await expect(item(page, name)).toContainText('<img src=x onerror="document.title=1">')
  await expect(page).toHaveTitle('Replacements · Raahi')
  await item(page, name).getByRole('button', { name: 'Reject' }).click()
  const question = page.getByRole('form', { name: 'Reject replacement' })
  await expect(question).toContainText('can appeal once')
  await expect(question.getByLabel('Reason')).toBeFocused()
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(question.getByLabel('Reason')).toHaveAccessibleDescription('Choose a reason.')
  await expect(question.getByLabel('What you found')).toHaveAccessibleDescription(
    /Write what you found\./,
  )
  await question.getByLabel('Reason').selectOption('The contact works')
  await question.getByLabel('What you found').fill('The traveller answered us at once.')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Replacement request rejected')).toBeVisible()
  await expect(page.getByText('No requests match the current filters.')).toBeVisible()
  expect(await walletOf(api, agent.id)).toBe(before)

  const ask = { leadId: leads[0]?._id, reason: 'Other: he told me again' }
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', ask)
  await page.goto(path)
  await expect(item(page, name)).toContainText('Appeal')
  const other = await makeAdmin('Lata Iyer')
  await page.reload()
  await expect(item(page, name)).toContainText('another admin must decide this appeal')
  await expect(item(page, name).getByRole('button', { name: /^(Reject|Approve)/ })).toHaveCount(0)
  await page.getByLabel('Show', { exact: true }).selectOption('For me to decide')
  await expect(page.getByText('No requests match the current filters.')).toBeVisible()
  await signIn(other)
  await page.goto(path)
  await expect(item(page, name)).toContainText(
    'The contact works · The traveller answered us at once.',
  )
  await item(page, name).getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByRole('form', { name: 'Reject replacement' })).toContainText(
    'cannot appeal again',
  )
})

test('shows the contact log of the agent beside the request, and says when it is empty', async ({
  page,
  api,
}) => {
  const { agent, leads } = await makeRequester(api, ['Unreachable', 'Wrong number: no one answers'])
  const [called, other] = leads
  if (!called || !other) throw new Error('Two requests are needed.')
  const id = randomUUID()
  const contact = { id, leadId: called._id, channel: 'call' }
  await api.as(agent, 'post', '/api/pipeline/contacts', contact)
  await api.as(agent, 'put', `/api/pipeline/contacts/${id}`, { outcome: 'no-answer' })
  const message = { id: randomUUID(), leadId: called._id, channel: 'whatsapp' }
  await api.as(agent, 'post', '/api/pipeline/contacts', message)

  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  await row(page, called.name).click()
  const summary = item(page, called.name).getByText('Contact log (2): WhatsApp, no outcome entered')
  await summary.click()
  const log = item(page, called.name).getByRole('list', { name: 'Contact log of the agent' })
  await expect(log.getByRole('listitem')).toContainText([
    'WhatsApp, no outcome entered',
    'Call, no answer',
  ])
  await row(page, other.name).click()
  await expect(item(page, other.name)).toContainText('The agent’s contact log is empty.')
})

test('keeps filters, tab and order in the address and restores them', async ({ page, api }) => {
  const { agent, leads } = await makeRequester(api, ['Unreachable', 'Duplicate lead: same family'])
  const search = encodeURIComponent(agent.name)
  await page.goto(`/dashboard/replacements?search=${search}&sort=-createdAt`)
  const names = page.getByRole('list', { name: 'Replacement requests' }).getByRole('button')
  await expect(names.first()).toContainText(leads[1]?.name ?? '?')
  await page.getByLabel('Sort by').selectOption('Least time left')
  await expect(names.first()).toContainText(leads[0]?.name ?? '?')
  await page.getByLabel('Reason').selectOption('Unreachable')
  await expect(names).toHaveCount(1)
  await page.getByLabel('Search').fill(leads[0]?.leadId ?? '?')
  await expect(page).toHaveURL(new RegExp(`search=${leads[0]?.leadId}&reason=unreachable`))
  await expect(names).toHaveCount(1)
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await expect(page.getByText('No requests match the current filters.')).toBeVisible()
  await expect(page).toHaveURL(/status=rejected/)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Rejected' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Pending' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).toHaveURL('/dashboard/replacements')
})

/** Rejects the first open request of an agent, or that for a lead, as another admin does. */
async function decideElsewhere(api: Api, agent: { id: string }, leadId?: string) {
  const { data } = await api.asAdmin<{ docs: { _id: string; lead: { leadId: string } }[] }>(
    'get',
    `/api/leadReplacement/getReplacementRequestOfUserById/${agent.id}`,
  )
  const request = data.docs.find(({ lead }) => !leadId || lead.leadId === leadId)
  const decision = { requestId: request?._id, action: 'rejected' }
  await api.asAdmin('post', '/api/leadReplacement/approveLeadReplacement', decision)
}

test('shows that another admin has decided meanwhile, and updates the list', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const { agent, leads } = await makeRequester(api, ['Unreachable'])
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const approve = item(page, leads[0]?.name ?? '').getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeEnabled()
  await decideElsewhere(api, agent)
  await approve.click()
  await expect(page.getByText('This replacement request has already been decided.')).toBeVisible()
  await expect(page.getByText('No requests match the current filters.')).toBeVisible()
})

test('a request that another admin has decided stays on the screen, so that no press meets the next one', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const { agent } = await makeRequester(api, ['Unreachable', 'Duplicate'])
  const [first, second] = await leadsInReviewOrder(api, agent, 2)
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const shown = page.getByRole('article', { name: first?.leadId })
  await expect(shown).toBeVisible()
  await decideElsewhere(api, agent, first?.leadId)
  await shown.getByRole('button', { name: /^Approve/ }).click()
  await expect(shown).toContainText('This request has been decided in the meantime.')
  await expect(shown.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Next request' }).click()
  await expect(page.getByRole('article', { name: second?.leadId })).toBeVisible()
})

test('on a narrow screen a request that another admin has decided stays open in its row, without its decision', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  await page.setViewportSize({ width: 1024, height: 768 })
  const { agent } = await makeRequester(api, ['Unreachable', 'Duplicate', 'Wrong number'])
  const [first, second, third] = await leadsInReviewOrder(api, agent, 3)
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const rows = page.getByRole('list', { name: 'Replacement requests' }).getByRole('listitem')
  const shown = page.getByRole('article')
  await rows
    .filter({ hasText: second?.leadId ?? '?' })
    .getByRole('button')
    .click()
  await decideElsewhere(api, agent, second?.leadId)
  await shown.getByRole('button', { name: /^Approve/ }).click()
  await expect(shown).toContainText('This request has been decided in the meantime.')
  await expect(rows).toContainText([first, second, third].map((lead) => lead?.leadId ?? '?'))
  await expect(rows.nth(1).getByRole('article', { name: second?.leadId })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  await shown.getByRole('button', { name: 'Next request' }).click()
  await expect(page.getByRole('article', { name: third?.leadId })).toBeVisible()
  await expect(page.getByRole('article', { name: second?.leadId })).toHaveCount(0)
})

test('keys do nothing for a row that is not open, and a rejection is kept under another tab', async ({
  page,
  api,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const { agent, leads } = await makeRequester(api, ['Unreachable', 'Wrong number'])
  const [lead, other] = leads
  if (!lead || !other) throw new Error('Two requests are needed.')
  // In the open request other buttons have the name of the traveller too.
  const [first, second] = [row(page, `${lead.name} LD-`), row(page, `${other.name} LD-`)]
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  await first.click()
  await expect(item(page, lead.name)).toBeVisible()
  await second.focus()
  await page.keyboard.press('a')
  await page.keyboard.press('r')
  const form = page.getByRole('form', { name: 'Reject replacement' })
  await expect(second).toBeFocused()
  await expect(form).toHaveCount(0)
  await first.focus()
  await page.keyboard.press('r')
  await form.getByLabel('What you found').fill('Half of a')
  await page.getByRole('tab', { name: 'Approved' }).click()
  await expect(page.getByText('No requests match the current filters.')).toBeVisible()
  await page.getByRole('tab', { name: 'Pending' }).click()
  await expect(first).toBeVisible()
  await page.keyboard.press('j')
  await expect(first.or(second).and(page.locator(':focus'))).toBeVisible()
  await first.click()
  await expect(form.getByLabel('What you found')).toHaveValue('Half of a')
})

test('shows that requests load, that they failed to load, and that a decision failed', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const { agent, leads } = await makeRequester(api, ['Unreachable'])
  const { fail } = await holdRequests(page, lists)
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  await expect(page.getByText('Loading requests...')).toBeVisible()
  fail()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch replacement leads.')
  await page.unroute(lists)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.route(deciding, (route) => route.abort())
  const approve = item(page, leads[0]?.name ?? '').getByRole('button', { name: /^Approve/ })
  await approve.click()
  await expect(page.getByText(/^Failed to update replacement request\./)).toBeVisible()
  await page.unroute(deciding)
  await approve.click()
  await expect(page.getByText('Replacement request approved')).toBeVisible()
})

test('lists the requests of one user in three tabs on the Users screen, and decides them in the first', async ({
  page,
  api,
}) => {
  const { agent, leads } = await makeRequester(api, ['Unreachable', 'Duplicate lead'])
  await page.goto(`/dashboard/users?name=${encodeURIComponent(agent.name)}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Replacement' }).click()
  const dialog = page.getByRole('dialog').first()
  const states = dialog.getByRole('tablist', { name: 'Requests by status' })
  await expect(states.getByRole('tab')).toHaveText(['Pending', 'Approved', 'Rejected'])
  await card(page, leads[1]?.name ?? '')
    .getByRole('button', { name: 'Reject' })
    .click()
  const question = page.getByRole('form', { name: 'Reject replacement' })
  await question.getByLabel('Reason').selectOption('Not a duplicate')
  await question.getByLabel('What you found').fill('It is another family.')
  await question.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Replacement request rejected')).toBeVisible()
  await expect(card(page, leads[0]?.name ?? '')).toBeVisible()
  await expect(card(page, leads[1]?.name ?? '')).toBeHidden()
  await dialog.getByRole('tab', { name: 'Rejected' }).press('Enter')
  await expect(card(page, leads[1]?.name ?? '')).toContainText('nothing was returned')
  await expect(card(page, leads[1]?.name ?? '')).toContainText(
    'Not a duplicate · It is another family.',
  )
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeHidden()
  await dialog.getByRole('tab', { name: 'Approved' }).click()
  await expect(dialog).toContainText('No approved requests.')
})

test('refuses agents on the page', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/replacements')
  await expect(page).toHaveURL('/auth/unauthorized')
})

test('three replacement requests are approved in three clicks, each with its evidence and what it returns', async ({
  page,
  api,
}) => {
  const { agent } = await makeRequester(api, ['Unreachable', 'Wrong number', 'Duplicate'])
  const leads = await leadsInReviewOrder(api, agent, 3)
  const before = await walletOf(api, agent.id)
  const counter = new ClickCounter()
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  for (const { leadId, cost } of leads) {
    const request = page.getByRole('article', { name: leadId })
    await expect(request).toContainText(`${inRupees(cost)}, the price paid,`)
    await counter.click(request.getByRole('button', { name: /^Approve/ }))
    await expect(request).toHaveCount(0)
  }
  expect(counter.clicks).toBe(3)
  await expect(page.getByText('No requests match the current filters.')).toBeVisible()
  const paid = leads.reduce((sum, { cost }) => sum + cost, 0)
  expect(await walletOf(api, agent.id)).toBe(before + paid)
})

test('neither the second click of a double click nor a key that is held down approves the next request', async ({
  page,
  api,
}) => {
  const { agent } = await makeRequester(api, ['Unreachable', 'Duplicate'])
  const [first, second] = await leadsInReviewOrder(api, agent, 2)
  const decisions: string[] = []
  page.on('request', (request) => decisions.push(request.url()))
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const request = (lead: typeof first) => page.getByRole('article', { name: lead?.leadId })
  const approve = request(first).getByRole('button', { name: /^Approve/ })
  await approve.evaluate((button) =>
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })),
  )
  await page.getByRole('heading', { name: /^Waiting for a decision/ }).focus()
  // On the first row, k stays there.
  await page.keyboard.press('k')
  await expect(page.locator(':focus')).toContainText(first?.leadId ?? '?')
  await expect(approve).toBeEnabled()
  await page.keyboard.down('a')
  await expect(request(second)).toBeVisible()
  await page.keyboard.down('a')
  await page.keyboard.up('a')
  await page.keyboard.press('r')
  await expect(page.getByRole('form', { name: 'Reject replacement' })).toBeVisible()
  expect(decisions.filter((url) => deciding.test(url))).toHaveLength(1)
})

test('a second press of the key soon after the first one does not approve the next request', async ({
  page,
  api,
}) => {
  const { agent } = await makeRequester(api, ['Unreachable', 'Duplicate'])
  const [first, second] = await leadsInReviewOrder(api, agent, 2)
  const decisions: string[] = []
  page.on('request', (request) => decisions.push(request.url()))
  const sent = () => decisions.filter((url) => deciding.test(url)).length
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const approve = (lead: typeof first) =>
    page.getByRole('button', { name: `Approve the request for ${lead?.leadId}` })
  await expect(approve(first)).toBeEnabled()
  await page.getByRole('heading', { name: /^Waiting for a decision/ }).focus()
  // On the first row, k stays there.
  await page.keyboard.press('k')
  await expect(page.locator(':focus')).toContainText(first?.leadId ?? '?')
  await page.clock.pauseAt(start + 600_000)
  await page.keyboard.press('a')
  await expect(async () => {
    await page.clock.runFor(1)
    await expect(approve(second)).toBeVisible({ timeout: 20 })
  }).toPass({ intervals: [20] })
  await page.keyboard.press('a')
  await expect(approve(second)).toBeDisabled()
  await page.clock.runFor(700)
  await expect(approve(second)).toBeEnabled()
  expect(sent()).toBe(1)
  await page.keyboard.press('a')
  await expect.poll(sent).toBe(2)
})

test('two replacement requests are approved in three clicks from the dashboard', async ({
  page,
  api,
}) => {
  const { agent } = await makeRequester(api, ['Unreachable', 'Wrong number'])
  const leads = await leadsInReviewOrder(api, agent, 2)
  // Other tests make requests too, so these are found by the agent's name.
  await page.route('**/getAllLeadReplacementRequests?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('search', agent.name)
    return route.continue({ url: url.href })
  })
  const before = await walletOf(api, agent.id)
  const counter = new ClickCounter()
  await page.goto('/dashboard')
  await counter.click(page.getByRole('link', { name: 'Replacements to decide' }))
  for (const { leadId, cost } of leads) {
    const request = page.getByRole('article', { name: leadId })
    await expect(request).toContainText(agent.name)
    await expect(request).toContainText(`${inRupees(cost)}, the price paid,`)
    await counter.click(request.getByRole('button', { name: /^Approve/ }))
    await expect(request).toHaveCount(0)
  }
  expect(counter.clicks).toBe(3)
  await expect(page.getByText('No requests waiting for your decision.')).toBeVisible()
  const returned = leads.reduce((sum, { cost }) => sum + cost, 0)
  expect(await walletOf(api, agent.id)).toBe(before + returned)
})

test('the keys reject a request below its evidence and approve the next one, which follows', async ({
  page,
  api,
}) => {
  const { agent } = await makeRequester(api, ['Unreachable', 'Wrong number', 'Duplicate'])
  const [first, second, third] = await leadsInReviewOrder(api, agent, 3)
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(agent.name)}`)
  const shown = (lead: typeof first) => page.getByRole('article', { name: lead?.leadId })
  await expect(shown(first)).toBeVisible()
  await page.getByRole('heading', { name: /^Waiting for a decision/ }).focus()
  // From the first row, which is open, to the second.
  await page.keyboard.press('j')
  await expect(shown(second)).toBeVisible()
  await page.keyboard.press('r')
  const form = page.getByRole('form', { name: 'Reject replacement' })
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expect(shown(second)).toBeVisible()
  await form.getByLabel('Reason').selectOption('The contact works')
  // Typed in the form, the keys are text.
  await form.getByLabel('What you found').pressSequentially('raj')
  await expect(form.getByLabel('What you found')).toHaveValue('raj')
  await form.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Replacement request rejected')).toBeVisible()
  const approve = shown(third).getByRole('button', { name: /^Approve/ })
  await expect(approve).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByText('Replacement request approved')).toBeVisible()
  await expect(shown(first)).toBeVisible()
})
