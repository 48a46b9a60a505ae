import { randomUUID } from 'node:crypto'
import type { Locator, Page, Request } from '@playwright/test'
import type { Agent, Api } from '../support/api.ts'
import { linkInMail } from '../support/mailbox.ts'
import { expect, failedWith, figure, inRupees, tabTo, test } from '../support/test.ts'

const orderCall = '/api/razorPay/createorderPlan'
const verifyCall = '/api/razorPay/paymentVerification'

interface Subscription {
  name: string
  leadsLeft: number
  status: boolean
}

/** What the agent has of plans, as the server says it. */
async function plansOf(api: Api, agent: Agent): Promise<Subscription[]> {
  return (await api.as<Subscription[]>(agent, 'get', '/api/plan/getAllPlansOfUser')).data
}

async function walletOf(api: Api, agent: Agent): Promise<number> {
  return (await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')).data.wallet
}

function callsSent(page: Page, path: string): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(path)) sent.push(request)
  })
  return sent
}

const keysOf = (sent: readonly Request[]) =>
  new Set(sent.map((request) => request.headers()['idempotency-key']))

const offer = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Plans', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm Plan Purchase' })
const purchasedDialog = (page: Page) => page.getByRole('dialog', { name: 'Plan purchased' })
/** The sheet of the payment provider. */
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Raahi', exact: true })

/** Opens the question about a plan of the demo. */
async function chooseDeshStarter(page: Page) {
  await page.goto('/dashboard/plans')
  await offer(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' }).click()
  await expect(confirmDialog(page)).toContainText('₹449')
}

async function payByCard(sheet: Locator) {
  await sheet.getByRole('button', { name: 'Visa succeeds' }).click()
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
}

async function payByUpi(sheet: Locator, vpa: string) {
  await sheet.getByRole('tab', { name: 'UPI' }).click()
  await sheet.getByRole('textbox', { name: 'UPI ID' }).fill(vpa)
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
}

async function leaveSheet(sheet: Locator) {
  await sheet.getByRole('button', { name: 'Close payment' }).click()
  await sheet.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(sheet).toBeHidden()
}

/** Orders seem open, whatever has been paid, until the function that it returns is called. */
async function holdOrders(page: Page): Promise<() => void> {
  let isHeld = true
  await page.route('**/api/razorPay/orders/*', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    if (isHeld) Object.assign(body.data, { status: 'open', paymentId: null, subscription: null })
    await route.fulfill({ response: answer, json: body })
  })
  return () => {
    isHeld = false
  }
}

test('a plan is paid by card: told with its payment id, active at once, the wallet untouched', async ({
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
  expect(scripts, 'nothing of the provider is loaded before somebody wants to pay').toEqual([])
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
})

test('a payment that fails, then one that is cancelled, then one that succeeds: one order, one plan', async ({
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

  await leaveSheet(sheet)
  await expect(dialog.getByRole('alert'), 'the reason stays').toBeVisible()
  await confirm.click()
  await leaveSheet(sheet)
  await expect(dialog.getByRole('status')).toContainText('we have not received a payment')
  await expect(confirm).toBeFocused()

  await confirm.click()
  await payByUpi(sheet, 'success@razorpay')
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  expect(keysOf(orders).size, 'one intent is one order').toBe(1)
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('a try that failed is made good in the same sheet', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await chooseDeshStarter(page)
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).click()
  const sheet = sheetOf(page)
  await payByUpi(sheet, 'failure@razorpay')
  await sheet.getByRole('button', { name: 'Pay another way' }).click()
  await payByCard(sheet)
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('a bank that answers late is told as it is, and the plan when it arrives', async ({
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
  await expect(sheet, 'nobody can pay again in it').toBeHidden()
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('whoever paid and closed the tab before it was verified comes back to the plan', async ({
  page,
  api,
  signIn,
  context,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  const sent = callsSent(page, verifyCall)
  await chooseDeshStarter(page)
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).click()
  await payByCard(sheetOf(page))
  // The sheet shows this for a moment before it tells the page.
  await expect(sheetOf(page)).toContainText('Payment successful')
  const again = await context.newPage()
  await page.close()
  expect(sent, 'nothing was verified').toEqual([])
  await expect(async () => {
    await again.goto('/dashboard/plans')
    await expect(again.getByRole('list', { name: 'Active plans' })).toContainText('Desh Starter', {
      timeout: 2000,
    })
  }).toPass()
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('a verification whose answer is lost is said to be awaited, cannot be paid again, and arrives', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(/net::ERR_FAILED/)
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

test('a bank that has not confirmed: told so, kept over closing the dialog, noticed when it does', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(failedWith(409))
  const agent = await api.makeAgent()
  await signIn(agent)
  const message = 'The bank has not confirmed this payment yet.'
  await page.route(`**${verifyCall}`, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'PAYMENT_NOT_CAPTURED', message },
    }),
  )
  const confirmOrders = await holdOrders(page)
  await chooseDeshStarter(page)
  const dialog = confirmDialog(page)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await payByCard(sheetOf(page))
  await expect(dialog.getByRole('alert')).toContainText('Your bank has not confirmed this payment')
  await expect(dialog.getByRole('alert')).toContainText('and email you')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()

  await offer(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' }).click()
  await expect(dialog.getByRole('alert')).toContainText('please do not pay again')
  confirmOrders()
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
})

test('a double click orders once', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  const orders = callsSent(page, orderCall)
  await chooseDeshStarter(page)
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).dblclick()
  await expect(sheetOf(page)).toBeVisible()
  expect(orders).toHaveLength(1)
})

test('an order that fails says so and keeps everything; the next try is the same order', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(/net::ERR_FAILED/)
  const agent = await api.makeAgent()
  await signIn(agent)
  const orders = callsSent(page, orderCall)
  await page.route(`**${orderCall}`, async (route) => {
    // The server has made the order; its answer is lost.
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

test('a script that cannot be loaded is told, and loaded at the next try', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(/net::ERR_FAILED/)
  await signIn(await api.makeAgent())
  const orders = callsSent(page, orderCall)
  await page.route('**/checkout.js', (route) => route.abort())
  await chooseDeshStarter(page)
  const dialog = confirmDialog(page)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The payment window could not be loaded.')
  expect(orders, 'nothing was ordered for a sheet that cannot open').toEqual([])
  await page.unroute('**/checkout.js')
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(sheetOf(page)).toBeVisible()
})

test('what the server refuses is told in its words: payments switched off, a signature that is none', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(failedWith(409), failedWith(400))
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
  const confirmOrders = await holdOrders(page)
  await confirm.click()
  await payByCard(sheetOf(page))
  await expect(dialog.getByRole('alert')).toContainText('We could not verify this payment.')
  // What was really paid is granted by the webhook all the same, and told.
  confirmOrders()
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
})

test('whoever leaves the page leaves its sheet', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Plans', exact: true }).first().click()
  await offer(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' }).click()
  await confirmDialog(page).getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(sheetOf(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
})

test('a plan is bought by keyboard alone, and the focus comes back to its button', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/plans')
  const buy = offer(page, 'Desh Starter').getByRole('button', { name: 'Buy Plan' })
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

/** A plan of the test's own, the cheapest so that it stands first. */
async function makePlan(api: Api, fields: Record<string, unknown> = {}) {
  const name = `Plan ${randomUUID().slice(0, 8)}`
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

test('a price that changed meanwhile is shown and asked about again, before anything is ordered', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(failedWith(409))
  const agent = await api.makeAgent()
  const plan = await makePlan(api)
  await signIn(agent)
  await page.goto('/dashboard/plans?planType=both')
  await offer(page, plan.name).getByRole('button', { name: 'Buy Plan' }).click()
  const dialog = confirmDialog(page)
  const change = { planName: plan.name, price: 2.5, validity: 7, numberOfLeads: 2 }
  await api.asAdmin('put', `/api/plan/${plan._id}`, change)
  const confirm = dialog.getByRole('button', { name: 'Confirm Purchase' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toContainText('The price of this plan has changed')
  await expect(dialog).toContainText('₹2.50')
  await confirm.click()
  await expect(sheetOf(page)).toContainText('₹2.50')
  await leaveSheet(sheetOf(page))
  await plan.remove()
})

test('a plan that is gone is said to be gone, and leaves the list', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(failedWith(404))
  const plan = await makePlan(api)
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/plans?planType=both')
  await offer(page, plan.name).getByRole('button', { name: 'Buy Plan' }).click()
  await plan.remove()
  const dialog = confirmDialog(page)
  await dialog.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Selected plan not found.')
  await expect(dialog.getByRole('button', { name: 'Confirm Purchase' })).toBeHidden()
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).last()
  await expect(close, 'the only button left has the focus').toBeFocused()
  await close.click()
  await expect(offer(page, plan.name)).toHaveCount(0)
})

test('a free plan needs a confirmed email, then starts at once without a sheet, and is offered once', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(failedWith(409))
  const plan = await makePlan(api, { price: 0 })
  const agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard/plans?planType=both')
  const card = offer(page, plan.name)
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
  await expect(card).toContainText('You have had this free plan.')
  await expect(card.getByRole('button', { name: 'Buy Plan' })).toHaveCount(0)
  expect(await plansOf(api, agent)).toMatchObject([{ name: plan.name, leadsLeft: 2 }])
  await plan.remove()
})

test('the type of plans is chosen in the address', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/plans')
  const types = page.getByRole('group', { name: 'Plan type' })
  await expect(offer(page, 'Videsh Starter')).toBeVisible()
  await types.getByRole('button', { name: 'Domestic' }).click()
  await expect(page).toHaveURL(/planType=domestic/)
  await expect(offer(page, 'Videsh Starter')).toHaveCount(0)
  await page.reload()
  await expect(types.getByRole('button', { name: 'Domestic' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(offer(page, 'Desh Starter')).toBeVisible()
  await page.goBack()
  await expect(offer(page, 'Videsh Starter')).toBeVisible()
})

const topUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Add money' })

test('money is added from the dashboard: quick amount, new balance there and then', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 250 })
  await signIn(agent)
  await page.goto('/dashboard')
  await expect(figure(page, 'Wallet balance')).toHaveText('₹250')
  const add = page.getByRole('button', { name: 'Add money' })
  await add.click()
  const dialog = topUpDialog(page)
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await dialog.getByRole('button', { name: '₹2,000' }).click()
  await expect(dialog).toContainText('₹2,250')
  await dialog.getByRole('button', { name: 'Add ₹2,000' }).click()
  const sheet = sheetOf(page)
  await expect(sheet).toContainText('₹2,000.00')
  await payByUpi(sheet, 'success@razorpay')
  await expect(dialog).toContainText('Money added')
  await expect(dialog).toContainText('₹2,250')
  await expect(dialog.getByText(/^pay_\w+$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await expect(figure(page, 'Wallet balance')).toHaveText('₹2,250')
  expect(await walletOf(api, agent)).toBe(2250)
})

test('a top-up says under the field what is wrong, sends nothing, and is not lost by cancelling', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  const orders = callsSent(page, '/api/razorPay/createorderWallet')
  await page.goto('/dashboard/wallet')
  await page.getByRole('button', { name: 'Add money' }).click()
  const dialog = topUpDialog(page)
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await amount.fill('0.5')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Enter an amount of ₹1 or more.')
  await expect(amount).toBeFocused()
  await amount.fill('1000000.01')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Enter an amount up to ₹10,00,000.')
  expect(orders).toEqual([])

  await amount.fill('350.5')
  await dialog.getByRole('button', { name: 'Add ₹350.50' }).click()
  await leaveSheet(sheetOf(page))
  await expect(dialog.getByRole('status')).toContainText('we have not received a payment')
  await expect(amount).toHaveValue('350.5')
  await dialog.getByRole('button', { name: 'Add ₹350.50' }).click()
  await payByCard(sheetOf(page))
  await expect(dialog).toContainText('Money added')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('cell', { name: '₹350.50' }).first()).toBeVisible()
  expect(await walletOf(api, agent)).toBe(350.5)
})

test('a short wallet is filled up from the dialog, and the lead is bought by itself', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 10.5 })
  const lead = await api.makeLead()
  await signIn(agent)
  const sent = callsSent(page, '/api/leads/buyLead')
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  const question = page.getByRole('dialog', { name: 'Buy this lead?' })
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const missing = Math.ceil(lead.cost - 10.5)
  const offer = question.getByRole('button', { name: `Add ₹${missing} and buy` })
  await expect(offer).toBeFocused()
  await offer.click()
  // A closed sheet costs nothing, and the question comes back.
  await leaveSheet(sheetOf(page))
  await expect(
    topUpDialog(page).getByRole('button', { name: `Add ₹${missing} and buy` }),
  ).toBeVisible()
  await topUpDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toContainText('Short by')
  expect(sent).toEqual([])

  await offer.click()
  await expect(sheetOf(page)).toContainText(`₹${missing}`)
  await payByCard(sheetOf(page))
  await expect(page.getByText('Lead Buy successfully...')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(topUpDialog(page)).toBeHidden()
  await expect(card.getByText('Bought by you')).toBeVisible()
  await expect(
    page.getByText(`Wallet balance ${inRupees(10.5 + missing - lead.cost)}`),
  ).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(await walletOf(api, agent)).toBe(10.5 + missing - lead.cost)
})

/** Asks for a lead of this name at an empty wallet, up to the checkout of the money that it needs. */
async function addAndBuy(page: Page, name: string, cost: number) {
  await page.getByLabel('Search by name').fill(name)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(name)
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const question = page.getByRole('dialog', { name: 'Buy this lead?' })
  await question.getByRole('button', { name: `Add ${inRupees(cost)} and buy` }).click()
  await expect(sheetOf(page)).toBeVisible()
  return { card, question }
}

test('late money from an earlier try is added, and buys nothing that was not asked for', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const lead = await api.makeLead()
  await signIn(agent)
  const sent = callsSent(page, '/api/leads/buyLead')
  const confirmOrders = await holdOrders(page)
  await page.goto('/dashboard/my-leads')
  const { question } = await addAndBuy(page, lead.name, lead.cost)
  const [dialog, sheet] = [topUpDialog(page), sheetOf(page)]
  await sheet.getByRole('checkbox', { name: 'Bank responds late' }).check()
  await payByCard(sheet)
  await expect(sheet).toContainText('Waiting for the bank')
  await page.keyboard.press('Escape')
  await expect(sheet, 'Escape closes neither the checkout nor the dialog behind it').toBeVisible()
  await expect(dialog).toBeVisible()
  await leaveSheet(sheet)

  const more = lead.cost + 50
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(String(more))
  await dialog.getByRole('button', { name: `Add ${inRupees(more)} and buy` }).click()
  await expect(sheet).toContainText(inRupees(more))
  confirmOrders()
  await expect(
    page.getByText(`${inRupees(lead.cost)} has been added to your wallet.`),
  ).toBeVisible()
  await leaveSheet(sheet)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toContainText(`${inRupees(lead.cost)} will be charged`)
  expect(sent).toEqual([])
  expect(await walletOf(api, agent)).toBe(lead.cost)
})

test('a payment that is confirmed after the dialog was closed leaves the next top-up free', async ({
  page,
  api,
  signIn,
  consoleMaySay,
}) => {
  consoleMaySay(failedWith(409))
  const agent = await api.makeAgent()
  const [first, second] = [await api.makeLead(), await api.makeLead()]
  await signIn(agent)
  const sent = callsSent(page, '/api/leads/buyLead')
  const message = 'The bank has not confirmed this payment yet.'
  await page.route(`**${verifyCall}`, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'PAYMENT_NOT_CAPTURED', message },
    }),
  )
  const confirmOrders = await holdOrders(page)
  await page.goto('/dashboard/my-leads')
  const { card, question } = await addAndBuy(page, first.name, first.cost)
  const dialog = topUpDialog(page)
  await payByCard(sheetOf(page))
  await expect(dialog.getByRole('alert')).toContainText('please do not pay again')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  confirmOrders()
  await expect(page.getByText(`${inRupees(first.cost)} is in your wallet.`)).toBeVisible()
  expect(sent, 'the question was asked again, and is not answered yet').toEqual([])
  await question.getByRole('button', { name: 'Yes, Buy!' }).click()
  await expect(card.getByText('Bought by you')).toBeVisible()

  await page.unroute(`**${verifyCall}`)
  await addAndBuy(page, second.name, second.cost)
  await payByCard(sheetOf(page))
  await expect(card.getByText('Bought by you')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(await walletOf(api, agent)).toBe(0)
})
