import type { Page, Request } from '@playwright/test'
import type { Agent, Api } from '../support/api.ts'
import { linkInMail } from '../support/mailbox.ts'
import {
  callsSent,
  closeSheet,
  payByCard,
  payByUpi,
  reportOrdersOpen,
  sheetOf,
  verifyCall,
  walletOf,
} from '../support/payments.ts'
import { expect, statusError, tabTo, test } from '../support/test.ts'
import { uniqueText } from '../support/unique-text.ts'

const orderCall = '/api/razorPay/createorderPlan'

interface Subscription {
  name: string
  leadsLeft: number
  status: boolean
}

/** The plans of the agent according to the server. */
async function plansOf(api: Api, agent: Agent): Promise<Subscription[]> {
  return (await api.as<Subscription[]>(agent, 'get', '/api/plan/getAllPlansOfUser')).data
}

const keysOf = (sent: readonly Request[]) =>
  new Set(sent.map((request) => request.headers()['idempotency-key']))

const planCard = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Plans', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm Plan Purchase' })
const purchasedDialog = (page: Page) => page.getByRole('dialog', { name: 'Plan purchased' })

/** Opens the purchase dialog of a demo plan. */
async function chooseDeshStarter(page: Page) {
  await page.goto('/dashboard/plans')
  await planCard(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' }).click()
  await expect(confirmDialog(page)).toContainText('₹449')
}

test('pays a plan by card, shows the payment id, activates the plan at once and leaves the wallet unchanged', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 100 })
  await signIn(agent)
  await page.goto('/dashboard/plans')
  await expect(page.getByText('You have no plan yet')).toBeVisible()
  await expect(page.getByText('Test mode: no real money moves')).toBeVisible()
  const scripts = callsSent(page, '/checkout.js')
  await chooseDeshStarter(page)
  const dialog = confirmDialog(page)
  await expect(dialog).toContainText('Are you sure you want to purchase the following plan?')
  expect(scripts, 'no script of the provider is loaded before a payment starts').toEqual([])
  // The state is proposed from the agent's city, and stored with the first payment.
  await expect(dialog.getByRole('group', { name: 'For your tax invoice' })).toContainText(
    'IGST 18%',
  )
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()

  const sheet = sheetOf(page)
  await expect(sheet).toContainText('₹449.00')
  await expect(sheet).toContainText('Desh Starter')
  await expect(sheet).toContainText(agent.emailOrPhone)
  await expect(dialog.getByRole('button', { name: 'Processing..' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet, 'Escape does not throw a payment away').toBeVisible()
  await payByCard(sheet)

  const done = purchasedDialog(page)
  await expect(done).toContainText('Successfully purchased the plan!')
  await expect(done.getByText(/^pay_\w+$/)).toBeVisible()
  await expect(sheet).toBeHidden()
  await done.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(done).toBeHidden()
  const active = page.getByRole('list', { name: 'Active plans' })
  await expect(active).toContainText('Desh Starter')
  await expect(active).toContainText('10 of 10 leads left')
  await expect(active).toContainText('30 days left')
  expect(await plansOf(api, agent)).toMatchObject([{ name: 'Desh Starter', leadsLeft: 10 }])
  expect(await walletOf(api, agent)).toBe(100)
  const account = await api.as<object>(agent, 'get', '/api/auth/me')
  expect(account.data).toMatchObject({ billingState: '27', gstin: null })
})

test('makes one order and one plan out of a failed, a cancelled and a successful payment', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  const orders = callsSent(page, orderCall)
  await chooseDeshStarter(page)
  const [dialog, sheet] = [confirmDialog(page), sheetOf(page)]
  const confirm = dialog.getByRole('button', { name: 'Confirm Purchase' })
  await confirm.click()
  await payByUpi(sheet, 'failure@razorpay')
  await expect(sheet).toContainText('Payment failed')
  await expect(confirm, 'released by the failure').toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('If your bank still confirms')
  await page.keyboard.press('Escape')
  await expect(sheet, 'Escape closes neither the checkout nor the dialog behind it').toContainText(
    'Payment failed',
  )
  await expect(dialog).toBeVisible()

  await closeSheet(sheet)
  await expect(dialog.getByRole('alert'), 'the reason stays').toBeVisible()
  await confirm.click()
  await closeSheet(sheet)
  await expect(dialog.getByRole('status')).toContainText('we have not received a payment')
  await expect(confirm).toBeFocused()

  // A failed payment is repeated in the same sheet.
  await confirm.click()
  await payByUpi(sheet, 'failure@razorpay')
  await sheet.getByRole('radio', { name: 'Card' }).check()
  await payByCard(sheet)
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  expect(keysOf(orders).size, 'one intent is one order').toBe(1)
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('shows that a bank answers late, and the plan when the payment arrives', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await chooseDeshStarter(page)
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).click()
  const sheet = sheetOf(page)
  await sheet.getByRole('checkbox', { name: 'Bank responds late' }).check()
  await payByCard(sheet)
  await expect(sheet).toContainText('Waiting for the bank')
  await expect(confirmDialog(page).getByRole('alert')).toContainText(
    'If your bank still confirms this payment, we will start your plan automatically.',
  )
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  await expect(sheet, 'the sheet does not allow a second payment').toBeHidden()
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('shows the plan to an agent who closed the tab before the payment was verified', async ({
  page,
  api,
  signIn,
  context,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  const again = await context.newPage()
  // The verification does not reach the server.
  await page.route(`**${verifyCall}`, () => {})
  const verifying = page.waitForRequest(`**${verifyCall}`)
  await chooseDeshStarter(page)
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).click()
  await payByCard(sheetOf(page))
  await verifying
  await page.close()
  await expect(async () => {
    await again.goto('/dashboard/plans')
    await expect(again.getByRole('list', { name: 'Active plans' })).toContainText('Desh Starter', {
      timeout: 2000,
    })
  }).toPass()
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('shows a payment as pending if its verification response is lost, prevents a second payment, and completes it', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  const agent = await api.makeAgent()
  await signIn(agent)
  let isCut = true
  await page.route(`**${verifyCall}`, (route) => (isCut ? route.abort() : route.continue()))
  await chooseDeshStarter(page)
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).click()
  await payByCard(sheetOf(page))
  const dialog = confirmDialog(page)
  await expect(dialog.getByRole('alert')).toContainText('please do not pay again')
  await expect(dialog.getByRole('button', { name: 'Confirm Purchase' })).toBeHidden()
  await expect(
    dialog.getByRole('button', { name: 'Close', exact: true }).last(),
    'the only button left has the focus',
  ).toBeFocused()
  isCut = false
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('shows an unconfirmed payment, also after the dialog was closed, and its confirmation', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent()
  await signIn(agent)
  const message = 'The bank has not confirmed this payment yet.'
  await page.route(`**${verifyCall}`, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'PAYMENT_NOT_CAPTURED', message },
    }),
  )
  const confirmOrders = await reportOrdersOpen(page)
  await chooseDeshStarter(page)
  const dialog = confirmDialog(page)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await payByCard(sheetOf(page))
  await expect(dialog.getByRole('alert')).toContainText('Your bank has not confirmed this payment')
  await expect(dialog.getByRole('alert')).toContainText('and email you')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()

  await planCard(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' }).click()
  await expect(dialog.getByRole('alert')).toContainText('please do not pay again')
  confirmOrders()
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
})

test('shows a failed order, keeps the input, and repeats the same order', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  const agent = await api.makeAgent()
  await signIn(agent)
  const orders = callsSent(page, orderCall)
  await page.route(`**${orderCall}`, async (route) => {
    // The server has created the order, but its response is lost.
    await route.fetch()
    await route.abort()
  })
  await chooseDeshStarter(page)
  const dialog = confirmDialog(page)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to initiate payment')
  await expect(dialog).toContainText('Desh Starter')
  await expect(sheetOf(page)).toBeHidden()
  await page.unroute(`**${orderCall}`)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(sheetOf(page)).toBeVisible()
  expect(orders).toHaveLength(2)
  expect(keysOf(orders).size).toBe(1)
})

test('a checkout script that failed to load is loaded again; a double click orders once; leaving the page closes the sheet', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  await signIn(await api.makeAgent())
  const orders = callsSent(page, orderCall)
  await page.route('**/checkout.js', (route) => route.abort())
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Plans', exact: true }).first().click()
  await planCard(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' }).click()
  const dialog = confirmDialog(page)
  const confirm = dialog.getByRole('button', { name: 'Confirm Purchase' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The payment window could not be loaded.')
  expect(orders, 'nothing was ordered for a sheet that cannot open').toEqual([])
  await page.unroute('**/checkout.js')

  await confirm.dblclick()
  await expect(sheetOf(page)).toBeVisible()
  expect(orders).toHaveLength(1)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
})

test('shows the server’s text if payments are off or a signature is invalid', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409), statusError(400))
  await signIn(await api.makeAgent())
  const off = 'Online payments are not available right now.'
  await page.route(`**${orderCall}`, (route) =>
    route.fulfill({ status: 409, json: { success: false, code: 'PAYMENTS_OFF', message: off } }),
  )
  await chooseDeshStarter(page)
  const dialog = confirmDialog(page)
  const confirm = dialog.getByRole('button', { name: 'Confirm Purchase' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText(off)
  await page.unroute(`**${orderCall}`)

  await page.route(`**${verifyCall}`, (route) => {
    const body = { ...route.request().postDataJSON(), razorpay_signature: '0'.repeat(64) }
    return route.continue({ postData: JSON.stringify(body) })
  })
  const confirmOrders = await reportOrdersOpen(page)
  await confirm.click()
  await payByCard(sheetOf(page))
  await expect(dialog.getByRole('alert')).toContainText('We could not verify this payment.')
  // The webhook still grants what was paid, and the page shows it.
  confirmOrders()
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
})

test('buys a plan by keyboard alone and returns the focus to its button', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/plans')
  const buy = planCard(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' })
  await buy.waitFor()
  await tabTo(page, buy)
  await page.keyboard.press('Enter')
  const confirm = confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' })
  await expect(confirm).toBeFocused()
  await page.keyboard.press('Enter')
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('textbox', { name: 'Card number' })).toBeFocused()
  await page.keyboard.type('4100280000001007')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1230')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  const done = purchasedDialog(page)
  await expect(done.getByRole('heading', { name: 'Successfully purchased' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()
  await expect(buy).toBeFocused()
})

/** Creates a plan for one test. It is the cheapest, so it is the first in the list. */
async function makePlan(api: Api, fields: Record<string, unknown> = {}) {
  const name = `Plan ${uniqueText()}`
  const { data } = await api.asAdmin<{ _id: string }>('post', '/api/plan', {
    planId: name,
    planName: name,
    price: 1.5,
    description: 'For one test',
    validity: 7,
    planType: 'both',
    numberOfLeads: 2,
    ...fields,
  })
  return { ...data, name, remove: () => api.asAdmin('delete', `/api/plan/${data._id}`) }
}

test('shows a price that changed meanwhile and asks again before it orders', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent()
  const plan = await makePlan(api)
  await signIn(agent)
  await page.goto('/dashboard/plans?planType=both')
  await planCard(page, plan.name).getByRole('button', { name: 'Buy Plan' }).click()
  const dialog = confirmDialog(page)
  const change = { planName: plan.name, price: 2.5, validity: 7, numberOfLeads: 2 }
  await api.asAdmin('put', `/api/plan/${plan._id}`, change)
  const confirm = dialog.getByRole('button', { name: 'Confirm Purchase' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The price of this plan has changed')
  await expect(dialog).toContainText('₹2.50')
  await confirm.click()
  await expect(sheetOf(page)).toContainText('₹2.50')
  await closeSheet(sheetOf(page))
  await plan.remove()
})

test('shows that a plan is no longer on sale and removes it from the list', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(404))
  const plan = await makePlan(api)
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/plans?planType=both')
  await planCard(page, plan.name).getByRole('button', { name: 'Buy Plan' }).click()
  await plan.remove()
  const dialog = confirmDialog(page)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Selected plan not found.')
  await expect(dialog.getByRole('button', { name: 'Confirm Purchase' })).toBeHidden()
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).last()
  await expect(close, 'the only button left has the focus').toBeFocused()
  await close.click()
  await expect(planCard(page, plan.name)).toHaveCount(0)
})

test('a free plan needs a confirmed email, starts without a payment sheet, and is offered once', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const plan = await makePlan(api, { price: 0 })
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/plans?planType=both')
  const card = planCard(page, plan.name)
  const dialog = confirmDialog(page)
  const confirm = dialog.getByRole('button', { name: 'Confirm Purchase' })
  await expect(card.getByText('Free', { exact: true })).toBeVisible()
  await expect(card, 'a free plan has no price of each lead').not.toContainText('a lead')
  await card.getByRole('button', { name: 'Buy Plan' }).click()
  await expect(dialog).toContainText('We have sent a link to')
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('Please confirm your email first.')
  await expect(confirm, 'nothing to press until it is confirmed').toBeDisabled()
  expect(await plansOf(api, agent)).toEqual([])

  await page.goto(await linkInMail(page, agent.emailOrPhone))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.goto('/dashboard/plans?planType=both')
  await card.getByRole('button', { name: 'Buy Plan' }).click()
  await expect(dialog).not.toContainText('We have sent a link to')
  await confirm.click()
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  await page.keyboard.press('Escape')
  await expect(card).toContainText('You have already taken this free plan.')
  await expect(card.getByRole('button', { name: 'Buy Plan' })).toHaveCount(0)
  expect(await plansOf(api, agent)).toMatchObject([{ name: plan.name, leadsLeft: 2 }])
  await plan.remove()
})

test('the address selects the type of plans', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/plans')
  const types = page.getByRole('group', { name: 'Plan type' })
  await expect(planCard(page, 'Videsh Starter')).toBeVisible()
  await types.getByRole('button', { name: 'Domestic' }).click()
  await expect(page).toHaveURL(/planType=domestic/)
  await expect(planCard(page, 'Videsh Starter')).toHaveCount(0)
  await page.reload()
  await expect(types.getByRole('button', { name: 'Domestic' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(planCard(page, 'Desh Starter')).toBeVisible()
  await page.goBack()
  await expect(planCard(page, 'Videsh Starter')).toBeVisible()
})
