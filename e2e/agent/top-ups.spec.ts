import type { Page } from '@playwright/test'
import { ClickCounter } from '../support/click-counter.ts'
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
import { expect, figure, inRupees, statusError, test } from '../support/test.ts'

const topUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Add money' })

test('adds money from the dashboard with a quick amount and shows the new balance at once', async ({
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

test('shows an error of a top-up under the field, sends nothing, and keeps the input over Cancel', async ({
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
  await closeSheet(sheetOf(page))
  await expect(dialog.getByRole('status')).toContainText('we have not received a payment')
  await expect(amount).toHaveValue('350.5')
  await dialog.getByRole('button', { name: 'Add ₹350.50' }).click()
  await payByCard(sheetOf(page))
  await expect(dialog).toContainText('Money added')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('cell', { name: '₹350.50' }).first()).toBeVisible()
  expect(await walletOf(api, agent)).toBe(350.5)
})

test('adds the missing money from the purchase dialog and then buys the lead without another click', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 10.5, billingState: '27' })
  const lead = await api.makeLead()
  await signIn(agent)
  const sent = callsSent(page, '/api/leads/buyLead')
  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  const question = page.getByRole('dialog', { name: 'Buy this lead?' })
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const missing = Math.ceil(lead.cost - 10.5)
  const addAndBuy = question.getByRole('button', { name: `Add ₹${missing} and buy` })
  await expect(addAndBuy).toBeFocused()
  await addAndBuy.click()
  // A closed sheet charges nothing, and the dialog returns.
  await closeSheet(sheetOf(page))
  await expect(
    topUpDialog(page).getByRole('button', { name: `Add ₹${missing} and buy` }),
  ).toBeVisible()
  await topUpDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toContainText('Short by')
  expect(sent).toEqual([])

  await addAndBuy.click()
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

/** Starts to buy a lead with an empty wallet, up to the checkout of the missing money. */
async function startPurchaseWithTopUp(page: Page, name: string, cost: number) {
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

test('adds late money of an earlier attempt without buying a lead', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ billingState: '27' })
  const lead = await api.makeLead()
  await signIn(agent)
  const sent = callsSent(page, '/api/leads/buyLead')
  const confirmOrders = await reportOrdersOpen(page)
  await page.goto('/dashboard/my-leads')
  const { question } = await startPurchaseWithTopUp(page, lead.name, lead.cost)
  const [dialog, sheet] = [topUpDialog(page), sheetOf(page)]
  await sheet.getByRole('checkbox', { name: 'Bank responds late' }).check()
  await payByCard(sheet)
  await expect(sheet).toContainText('Waiting for the bank')
  await page.keyboard.press('Escape')
  await expect(sheet, 'Escape closes neither the checkout nor the dialog behind it').toBeVisible()
  await expect(dialog).toBeVisible()
  await closeSheet(sheet)

  const more = lead.cost + 50
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(String(more))
  await dialog.getByRole('button', { name: `Add ${inRupees(more)} and buy` }).click()
  await expect(sheet).toContainText(inRupees(more))
  confirmOrders()
  await expect(
    page.getByText(`${inRupees(lead.cost)} has been added to your wallet.`),
  ).toBeVisible()
  await closeSheet(sheet)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toContainText(`${inRupees(lead.cost)} will be charged`)
  expect(sent).toEqual([])
  expect(await walletOf(api, agent)).toBe(lead.cost)
})

test('a payment that is confirmed after the dialog was closed does not affect the next top-up', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent({ billingState: '27' })
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
  const confirmOrders = await reportOrdersOpen(page)
  await page.goto('/dashboard/my-leads')
  const { card, question } = await startPurchaseWithTopUp(page, first.name, first.cost)
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
  await startPurchaseWithTopUp(page, second.name, second.cost)
  await payByCard(sheetOf(page))
  await expect(card.getByText('Bought by you')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(await walletOf(api, agent)).toBe(0)
})

test('asks for the state and the GSTIN before the first payment only, and says which tax follows', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const lead = await api.makeLead()
  await signIn(agent)
  const orders = callsSent(page, '/api/razorPay/createorderWallet')
  const tax = page.getByRole('dialog').getByRole('group', { name: 'For your tax invoice' })
  const dialog = topUpDialog(page)
  await page.goto('/dashboard/wallet')
  await page.getByRole('button', { name: 'Add money' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  await expect(tax.getByLabel('State')).toHaveValue('27')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/dashboard/my-leads?search=${encodeURIComponent(lead.name)}`)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await card.getByRole('button', { name: 'Buy Now' }).click()
  const question = page.getByRole('dialog', { name: 'Buy this lead?' })
  // The state of Pune, the agent's city.
  await expect(tax.getByLabel('State')).toHaveValue('27')
  await expect(tax).toContainText('IGST 18%, included in the amount')
  await tax.getByLabel('State').selectOption('Karnataka')
  await expect(tax).toContainText('CGST 9% and SGST 9%')
  const submit = question.getByRole('button', { name: /^Add ₹.* and buy$/ })
  await tax.getByLabel('State').selectOption('Not given')
  await submit.click()
  await expect(tax.getByLabel('State')).toHaveAccessibleDescription(/Choose your state\./)
  await tax.getByLabel('GSTIN').fill('29AAAAA0000A1ZX')
  await submit.click()
  await expect(tax.getByLabel('GSTIN')).toHaveAccessibleDescription(/Enter a valid GSTIN\./)
  expect(orders).toEqual([])
  await tax.getByLabel('GSTIN').fill('27aadcs8090l1zs')
  await expect(tax.getByLabel('State')).toHaveValue('27')
  await submit.click()
  // The checkout opens without another dialog. An agent who leaves it can correct the details.
  await closeSheet(sheetOf(page))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tax.getByLabel('GSTIN')).toHaveValue('27AADCS8090L1ZS')
  await submit.click()
  await payByCard(sheetOf(page))
  await expect(card.getByText('Bought by you')).toBeVisible()

  await page.goto('/dashboard/invoices')
  await page.getByRole('list', { name: 'Invoices, newest first' }).getByRole('link').click()
  const invoice = page.getByRole('article', { name: /^Tax invoice TRA\// })
  await expect(invoice).toContainText('IGST 18%')
  await expect(invoice).toContainText('GSTIN 27AADCS8090L1ZS')
  await page.goto('/dashboard/wallet')
  await page.getByRole('button', { name: 'Add money' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  await expect(tax).toHaveCount(0)
})

test('a new agent buys the first lead in five clicks from the dashboard, the tax question included', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const lead = await api.makeLead()
  await signIn(agent)
  await page.goto('/dashboard')
  const counter = new ClickCounter()
  await counter.click(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Leads' }),
  )
  await page.getByLabel('Search by name').fill(lead.name)
  const card = page.getByRole('list', { name: 'Travel leads' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await counter.click(card.getByRole('button', { name: 'Buy Now' }))
  const question = page.getByRole('dialog', { name: 'Buy this lead?' })
  await expect(question).toContainText('Your invoice shows IGST 18%')
  await counter.click(question.getByRole('button', { name: /^Add ₹.* and buy$/ }))
  const sheet = sheetOf(page)
  await counter.click(sheet.getByRole('button', { name: 'Visa succeeds' }))
  await counter.click(sheet.getByRole('button', { name: /^Pay ₹/ }))
  await expect(card.getByText('Bought by you')).toBeVisible()
  expect(counter.clicks).toBe(5)
  const { data } = await api.as<{ billingState: string }>(agent, 'get', '/api/auth/me')
  expect(data.billingState).toBe('27')
})
