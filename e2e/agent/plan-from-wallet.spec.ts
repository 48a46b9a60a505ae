import type { Page } from '@playwright/test'
import type { Agent, Api } from '../support/api.ts'
import { doubleClick } from '../support/double-click.ts'
import { loseFirstResponse } from '../support/lose-response.ts'
import { callsSent, closeSheet, payByCard, sheetOf, walletOf } from '../support/payments.ts'
import { expect, statusError, test } from '../support/test.ts'

const payCall = '/api/plan/payFromWallet'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Confirm Plan Purchase' })
const purchasedDialog = (page: Page) => page.getByRole('dialog', { name: 'Plan purchased' })

/** Opens the purchase dialog of a demo plan, which costs ₹449. */
async function openDeshStarter(page: Page) {
  const card = page
    .getByRole('list', { name: 'Plans', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Desh Starter', exact: true }) })
  await card.getByRole('button', { name: 'Buy Plan' }).click()
}

async function chooseDeshStarter(page: Page) {
  await page.goto('/dashboard/plans')
  await openDeshStarter(page)
}

async function plansOf(api: Api, agent: Agent) {
  return (await api.as<{ name: string }[]>(agent, 'get', '/api/plan/getAllPlansOfUser')).data
}

test('pays a plan from the wallet once, without a payment sheet, and shows it in the statement', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 500 })
  await signIn(agent)
  const scripts = callsSent(page, '/checkout.js')
  await chooseDeshStarter(page)
  const pay = dialogOf(page).getByRole('button', { name: 'Pay from wallet ₹449' })
  await expect(dialogOf(page)).toContainText('Balance after: ₹51')
  await expect(dialogOf(page).getByRole('button', { name: 'Confirm Purchase' })).toBeVisible()
  await doubleClick(pay, `**${payCall}`)
  const done = purchasedDialog(page)
  await expect(done).toContainText('Successfully purchased the plan!')
  await expect(done).toContainText('Paid₹449')
  await expect(done).toContainText('Wallet balance₹51')
  expect(scripts).toEqual([])
  expect(await plansOf(api, agent)).toMatchObject([{ name: 'Desh Starter' }])
  expect(await walletOf(api, agent)).toBe(51)
  await page.goto('/dashboard/wallet?method=plan_wallet')
  const row = page.getByRole('row').filter({ hasText: 'Plan Desh Starter' })
  await expect(row).toContainText('Plan Wallet')
  await expect(row).toContainText('−₹449.00')
})

test('adds exactly the missing money, then pays the plan from the wallet', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ wallet: 100.5, billingState: '27' })
  await signIn(agent)
  const paid = callsSent(page, payCall)
  await chooseDeshStarter(page)
  const addAndBuy = dialogOf(page).getByRole('button', { name: 'Add ₹348.50 and buy' })
  await addAndBuy.click()
  await closeSheet(sheetOf(page))
  const topUp = page.getByRole('dialog', { name: 'Add money' })
  await topUp.getByRole('button', { name: 'Cancel' }).click()
  await expect(addAndBuy).toBeVisible()
  expect(paid).toEqual([])

  await addAndBuy.click()
  await expect(sheetOf(page)).toContainText('₹348.50')
  await payByCard(sheetOf(page))
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  expect(paid).toHaveLength(1)
  expect(await walletOf(api, agent)).toBe(0)
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('a payment from the wallet whose response was lost is repeated, and pays once', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  const agent = await api.makeAgent({ wallet: 500 })
  await signIn(agent)
  const keys = await loseFirstResponse(page, payCall)
  await chooseDeshStarter(page)
  const pay = dialogOf(page).getByRole('button', { name: 'Pay from wallet ₹449' })
  await pay.click()
  await expect(dialogOf(page)).toContainText('The earlier payment may have gone through')
  await expect(dialogOf(page).getByRole('button', { name: 'Confirm Purchase' })).toBeHidden()
  // The wallet is empty by now, but the same payment is offered, also after the dialog was closed.
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialogOf(page)).toBeHidden()
  await openDeshStarter(page)
  await pay.click()
  await expect(purchasedDialog(page)).toContainText('Successfully purchased the plan!')
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(2)
  expect(await walletOf(api, agent)).toBe(51)
  expect(await plansOf(api, agent)).toHaveLength(1)
})

test('the dashboard offers the plans that the wallet covers, and a changed price is asked again', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const agent = await api.makeAgent({ wallet: 450 })
  await signIn(agent)
  await page.route(`**${payCall}`, (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, code: 'PLAN_PRICE_CHANGED', message: 'The price has changed.' },
    }),
  )
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Get Plan' }).click()
  await page.getByRole('link', { name: 'Pay from wallet ₹449' }).click()
  const pay = dialogOf(page).getByRole('button', { name: 'Pay from wallet ₹449' })
  await pay.click()
  await expect(dialogOf(page).getByRole('alert')).toContainText('The price has changed.')
  await expect(pay).toBeVisible()
  await expect(page).toHaveURL('/dashboard/plans')
  expect(await walletOf(api, agent)).toBe(450)
})
