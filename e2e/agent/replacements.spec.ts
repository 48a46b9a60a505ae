import type { Page } from '@playwright/test'
import { type Account, type Agent, type Api, admin } from '../support/api.ts'
import { doubleClick } from '../support/double-click.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { smallPng } from '../support/pictures.ts'
import { expect, figure, inRupees, statusError, tabTo, test } from '../support/test.ts'

const asking = /\/api\/leadReplacement\/requestLeadReplacement$/

/** An agent who has bought a lead. */
async function makeBuyer(api: Api) {
  const agent = await api.makeAgent({ wallet: 500 })
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  // A card has the button 'Request Replacement'; a row of the list opens the lead first.
  await api.as(agent, 'put', '/api/leadPreferences', { purchaseLayout: 'cards' })
  return { agent, lead }
}

async function decide(
  api: Api,
  agent: Agent,
  action: 'approved' | 'rejected',
  by: Account = admin,
) {
  const { data } = await api.asAdmin<{ docs: { _id: string }[] }>(
    'get',
    `/api/leadReplacement/getReplacementRequestOfUserById/${agent.id}?status=pending`,
  )
  await api.as(by, 'post', '/api/leadReplacement/approveLeadReplacement', {
    requestId: data.docs[0]?._id,
    action,
  })
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request Replacement' })

async function openDialog(page: Page, name: string) {
  await page.goto('/dashboard/purchased-leads')
  await card(page, name).getByRole('button', { name: 'Request Replacement' }).click()
  await expect(dialog(page)).toBeVisible()
}

test('requests a replacement with a reason, shows it as pending, and refunds the price on approval', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, lead } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await expect(card(page, lead.name)).toBeVisible()
  await expect(card(page, lead.name)).not.toContainText(/replacement (pending|approved|rejected)/i)
  await openDialog(page, lead.name)
  await expect(dialog(page)).toContainText(`${inRupees(lead.cost)} will be refunded to your wallet`)
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  expect(await dialog(page).getByLabel('Reason').getByRole('option').allTextContents()).toEqual([
    'Choose a reason',
    'Wrong number',
    'Unreachable',
    'Duplicate lead',
    'Not travelling',
    'Wrong details',
    'Other',
  ])
  await dialog(page).getByLabel('Reason').selectOption('Wrong number')
  await dialog(page).getByLabel('What happened?').fill('A bakery answers.\nThey know no traveller.')
  const sent = page.waitForRequest(asking)
  const submit = dialog(page).getByRole('button', { name: 'Submit request' })
  await doubleClick(submit, '**/requestLeadReplacement')
  expect((await sent).postDataJSON()).toEqual({
    leadId: lead._id,
    reason: 'Wrong number: A bakery answers.\nThey know no traveller.',
  })
  await expect(page.getByText('Replacement request submitted successfully!')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(card(page, lead.name)).toContainText('Replacement pending')
  await expect(card(page, lead.name)).toContainText('A bakery answers.')
  await expect(
    card(page, lead.name).getByRole('button', { name: 'Request Replacement' }),
  ).toBeHidden()
  await expect(figure(page, 'Total Spent')).toHaveText(inRupees(lead.cost))

  await decide(api, agent, 'approved')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(card(page, lead.name)).toContainText('Replacement approved')
  await expect(card(page, lead.name)).toContainText(
    `${inRupees(lead.cost)} was refunded to your wallet`,
  )
  await expect(figure(page, 'Total Spent')).toHaveText('₹0')
  await page.goto('/dashboard/wallet')
  await expect(page.getByText(`Wallet balance ${inRupees(500)}`)).toBeVisible()
  await expect(page.getByText(`Refund of lead ${lead.leadId}`).first()).toBeVisible()
})

test('allows one appeal after a rejection', async ({ page, api, signIn }) => {
  const { agent, lead } = await makeBuyer(api)
  const ask = { leadId: lead._id, reason: 'Unreachable' }
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', ask)
  await decide(api, agent, 'rejected')
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await expect(card(page, lead.name)).toContainText('Replacement rejected')
  await expect(card(page, lead.name)).toContainText('You can appeal once, until')
  await card(page, lead.name).getByRole('button', { name: 'Appeal' }).click()
  const form = page.getByRole('dialog', { name: 'Appeal' })
  await expect(form).toContainText('your one appeal')
  await form.getByLabel('Reason').selectOption('Unreachable')
  await form.getByRole('button', { name: 'Submit appeal' }).click()
  await expect(card(page, lead.name)).toContainText('Replacement pending')
  await decide(api, agent, 'rejected', await makeAdmin('Lata Iyer'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(card(page, lead.name)).toContainText('Replacement rejected')
  await expect(card(page, lead.name)).toContainText('Your appeal was not approved on')
  await expect(page.getByRole('button', { name: 'Appeal' })).toBeHidden()
})

test('adds screenshots to a request, which the agent and an admin can open', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(503))
  const { agent, lead } = await makeBuyer(api)
  await signIn(agent)
  await openDialog(page, lead.name)
  await dialog(page).getByLabel('Reason').selectOption('Unreachable')
  const chooser = dialog(page).locator('input[type=file]')
  const picture = { name: 'chat.png', mimeType: 'image/png', buffer: smallPng }
  await chooser.setInputFiles([picture, { ...picture, name: 'notes.txt' }])
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose a JPG, PNG or WebP picture.')
  await expect(dialog(page)).toContainText('chat.png')
  // The request is stored, but the upload of the picture fails.
  const upload = '**/api/leadReplacement/requests/*/pictures'
  await page.route(upload, (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  await dialog(page).getByRole('button', { name: 'Submit request' }).click()
  const sent = page.getByRole('dialog', { name: 'Request sent' })
  await expect(sent).toContainText('We have your request, but 1 picture could not be added.')
  await sent.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Replacement request submitted successfully!')).toBeVisible()
  await expect(card(page, lead.name)).toContainText('Replacement pending')
  await card(page, lead.name).getByRole('link', { name: lead.name, exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Show 1 picture' }).click()
  const shown = drawer.getByRole('img', { name: /^Screenshot 1/ })
  await expect(shown).toBeVisible()
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await expect(drawer.getByRole('button', { name: 'Add a picture' })).toBeVisible()

  await signIn(admin)
  await page.goto(`/dashboard/replacements?search=${encodeURIComponent(lead.leadId)}`)
  await page.getByRole('button', { name: 'Show 1 picture' }).click()
  await expect(page.getByRole('img', { name: /^Screenshot 1/ })).toBeVisible()

  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  await card(page, lead.name).getByRole('link', { name: lead.name, exact: true }).click()
  await drawer.getByRole('button', { name: 'Show 1 picture' }).click()
  await drawer.getByRole('button', { name: 'Remove screenshot 1' }).click()
  const question = page.getByRole('dialog', { name: 'Remove this picture?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Picture removed.')).toBeVisible()
  await expect(shown).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Show 1 picture' })).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Add a picture' })).toBeVisible()
})

test('requires a reason, and a text for Other, under their fields, and sends nothing', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, lead } = await makeBuyer(api)
  await signIn(agent)
  const sent: string[] = []
  page.on('request', (request) => asking.test(request.url()) && sent.push(request.url()))
  await openDialog(page, lead.name)
  const submit = dialog(page).getByRole('button', { name: 'Submit request' })
  await dialog(page).getByLabel('What happened?').fill('  ')
  await submit.click()
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription(
    'Please provide a reason for replacement.',
  )
  await dialog(page).getByLabel('Reason').selectOption('Other')
  await expect(page.getByText('Please provide a reason for replacement.')).toBeHidden()
  await submit.click()
  await expect(dialog(page).getByLabel('What happened?')).toBeFocused()
  await expect(page.getByText('Please provide a reason for replacement.')).toBeVisible()
  expect(sent).toEqual([])
})

test('opens, fills and discards the dialog by keyboard, and returns the focus to the button', async ({
  page,
  api,
  signIn,
}) => {
  const { agent, lead } = await makeBuyer(api)
  await signIn(agent)
  await page.goto('/dashboard/purchased-leads')
  const button = card(page, lead.name).getByRole('button', { name: 'Request Replacement' })
  await expect(button).toBeVisible()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('No one answers')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Your replacement request has not been sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(page).getByLabel('What happened?')).toHaveValue('No one answers')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('shows a refused and an unsent request in the dialog and keeps the input', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409), /ERR_FAILED/)
  const { agent, lead } = await makeBuyer(api)
  await signIn(agent)
  await openDialog(page, lead.name)
  await dialog(page).getByLabel('Reason').selectOption('Unreachable')
  await dialog(page).getByLabel('What happened?').fill('Six calls')
  await page.route(asking, (route) => route.abort())
  const submit = dialog(page).getByRole('button', { name: 'Submit request' })
  await submit.click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Failed to submit replacement request. Please try again. Could not reach Raahi.',
  )
  await page.unroute(asking)
  // Another device has sent the request meanwhile.
  const body = { leadId: lead._id, reason: 'Duplicate lead' }
  await api.as(agent, 'post', '/api/leadReplacement/requestLeadReplacement', body)
  await submit.click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'A replacement for this lead has already been requested.',
  )
  await expect(dialog(page).getByLabel('What happened?')).toHaveValue('Six calls')
})
