import type { Locator, Page, Request } from '@playwright/test'
import { expect } from '../support/test.ts'
import type { Agent, Api } from './api.ts'

export const verifyCall = '/api/razorPay/paymentVerification'

export async function walletOf(api: Api, agent: Agent): Promise<number> {
  return (await api.as<{ wallet: number }>(agent, 'get', '/api/auth/me')).data.wallet
}

interface Checkout {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/**
 * Pays an order of the agent in the sandbox, as its checkout does: money for the wallet, or a plan.
 * @returns the ids of the invoice and, of the gateway, of the payment
 */
export async function payOnline(api: Api, agent: Agent, what: number | { planId: string }) {
  const path = '/api/razorPay'
  const [call, body] =
    typeof what === 'number' ? ['createorderWallet', { amount: what }] : ['createorderPlan', what]
  const { data: order } = await api.as<{ orderId: string }>(agent, 'post', `${path}/${call}`, body)
  const paid = await api.as(agent, 'post', '/sandbox/razorpay/pay', {
    order_id: order.orderId,
    outcome: 'success',
  })
  const { razorpay_payment_id, razorpay_order_id, razorpay_signature } = paid as unknown as Checkout
  const { data } = await api.as<{ invoiceId: string; paymentId: string }>(
    agent,
    'post',
    `${path}/paymentVerification`,
    { razorpay_payment_id, razorpay_order_id, razorpay_signature },
  )
  return data
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
