import type { Page } from '@playwright/test'
import {
  closeSheet,
  payByCard,
  reportOrdersOpen,
  sheetOf,
  verifyCall,
} from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

async function openCheckout(page: Page) {
  await page.goto('/dashboard/plans')
  await page
    .getByRole('list', { name: 'Plans', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Desh Starter', exact: true }) })
    .getByRole('button', { name: 'Buy Plan' })
    .click()
  await page.getByRole('button', { name: 'Confirm Purchase' }).click()
  await expect(sheetOf(page)).toBeVisible()
}

test('a page that is reloaded during a payment says that it is being confirmed, and then the result', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|ERR_ABORTED/)
  await signIn(await api.makeAgent())
  await openCheckout(page)
  // The verification is lost by the reload. The webhook completes the order.
  await page.route(`**${verifyCall}`, (route) => route.abort())
  const release = await reportOrdersOpen(page)
  await payByCard(sheetOf(page))
  await page.reload()
  const confirming = page.getByText('We are confirming it with your bank')
  await expect(confirming).toBeVisible()
  release()
  await expect(page.getByText('Payment received. Desh Starter is now active.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible()
  await expect(confirming).toHaveCount(0)
})

test('a page that is reloaded after the payment window was closed says nothing', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent())
  await openCheckout(page)
  await closeSheet(sheetOf(page))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Plans', exact: true })).toBeVisible()
  await expect(page.getByText('We are confirming it with your bank')).toHaveCount(0)
})
