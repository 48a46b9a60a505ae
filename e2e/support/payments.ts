import type { Locator, Page, Request } from '@playwright/test'
import { expect } from '../support/test.ts'
import type { Agent, Api } from './api.ts'

export const verifyCall = '/api/razorPay/paymentVerification'

export async function walletOf(api: Api, agent: Agent): Promise<number> {
  return (await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')).data.wallet
}

export function callsSent(page: Page, path: string): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(path)) sent.push(request)
  })
  return sent
}

/** The sheet of the payment provider. */
export const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Raahi', exact: true })

export async function payByCard(sheet: Locator) {
  await sheet.getByRole('button', { name: 'Visa succeeds' }).click()
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
}

export async function payByUpi(sheet: Locator, vpa: string) {
  await sheet.getByRole('radio', { name: 'UPI' }).check()
  await sheet.getByRole('textbox', { name: 'UPI ID' }).fill(vpa)
  await sheet.getByRole('button', { name: /^Pay ₹/ }).click()
}

export async function closeSheet(sheet: Locator) {
  await sheet.getByRole('button', { name: 'Close payment' }).click()
  await sheet.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(sheet).toBeHidden()
}

/** Reports every order as open, regardless of payments. @returns a function that ends this */
export async function reportOrdersOpen(page: Page): Promise<() => void> {
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
