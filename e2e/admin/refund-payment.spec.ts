import type { Page } from '@playwright/test'
import { admin } from '../support/api.ts'
import { loseFirstResponse } from '../support/lose-response.ts'
import { payOnline, walletOf } from '../support/payments.ts'
import { expect, storeSession, test } from '../support/test.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Refund a payment' })
const tableOf = (page: Page) => page.getByRole('table', { name: 'Transactions, newest first' })

/** Opens the list with an online payment, and its refund. */
async function openRefund(page: Page, paymentId: string) {
  await page.goto(`/dashboard/transactions?search=${paymentId}`)
  await page.getByRole('button', { name: `Details of ${paymentId}` }).click()
  await page.getByRole('button', { name: `Refund payment ${paymentId}` }).click()
  await expect(dialogOf(page)).toBeVisible()
}

test('refunds a part of a top-up once, although a response is lost, and the agent sees it', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent({ name: 'Nila Journeys' })
  const { paymentId } = await payOnline(api, agent, 1000)
  await signIn(admin)
  const keys = await loseFirstResponse(page, '/api/razorPay/refundPayment')
  await openRefund(page, paymentId)
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Nila Journeys')
  const amount = dialog.getByRole('textbox', { name: 'Amount to refund' })
  await expect(amount).toHaveValue('1,000')
  await amount.fill('1001')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByText('At most ₹1,000.')).toBeVisible()
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible()
  await amount.fill('400')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid for the wrong account')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('dialog', { name: 'Refund ₹400?' })
  await expect(question).toContainText('The new balance will be ₹600.')
  await question.getByRole('button', { name: 'Refund ₹400' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The payment could not be refunded.')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await question.getByRole('button', { name: 'Refund ₹400' }).click()
  await expect(page.getByText('Refund started.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await walletOf(api, agent)).toBe(600)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])

  const table = tableOf(page)
  await expect(table).toContainText('Part refund')
  await table.getByRole('link', { name: /^TX-\d+$/ }).click()
  await expect(table).toContainText('top up refund')
  await page.getByRole('button', { name: /^Details of TX-/ }).click()
  await expect(table).toContainText('Paid for the wrong account')
  await table.getByRole('link', { name: paymentId }).click()
  await page.getByRole('button', { name: `Details of ${paymentId}` }).click()
  await table.getByRole('definition').getByRole('button', { name: paymentId }).click()
  const timeline = page.getByRole('dialog', { name: 'Where is this money?' })
  await expect(timeline.getByRole('list', { name: 'Timeline' })).toContainText(
    'Refund to the payer started',
  )

  await storeSession(page, agent)
  await page.goto('/dashboard/wallet')
  const statement = page.getByRole('table', { name: 'Wallet statement, newest first' })
  await expect(statement).toContainText(/Refund of top-up TX-\d+/)
  await expect(statement).toContainText('Paid for the wrong account')
  await expect
    .poll(
      async () => {
        await page.goto('/dashboard/invoices')
        await expect(page.getByText('Tax invoice')).toBeVisible()
        return page.getByText('Credit note').count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  await page.getByRole('link', { name: /^TCN\// }).click()
  await expect(page.getByRole('article')).toContainText(
    'This credit note reverses a part of the invoice named above.',
  )
})

test('says what the wallet allows, and that the whole refund of a plan ends it', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const { paymentId } = await payOnline(api, agent, 500)
  const lead = await api.makeLead()
  await api.as(agent, 'post', '/api/leads/buyLead', { leadId: lead._id })
  await signIn(admin)
  await openRefund(page, paymentId)
  const rest = 500 - lead.cost
  await expect(dialogOf(page).getByRole('status')).toContainText(
    `At most ₹${rest} can be refunded.`,
  )
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()

  const { data: plans } = await api.as<{ _id: string; price: number }[]>(agent, 'get', '/api/plan')
  const plan = plans.find(({ price }) => price > 0)
  const { paymentId: ofPlan } = await payOnline(api, agent, { planId: plan?._id ?? '' })
  await openRefund(page, ofPlan)
  await dialogOf(page).getByRole('textbox', { name: 'Reason' }).fill('Bought by mistake')
  await dialogOf(page).getByRole('button', { name: 'Refund' }).click()
  const question = page.getByRole('dialog', { name: /^Refund ₹.*\?$/ })
  await expect(question).toContainText(/so the plan .+ ends/)
  await question.getByRole('button', { name: /^Refund ₹/ }).click()
  await expect(page.getByText('Refund started.')).toBeVisible()
  await expect(tableOf(page)).toContainText('Refunded')
})
