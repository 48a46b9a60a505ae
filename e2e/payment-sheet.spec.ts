import { createHmac } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/*
 * The payment sheet of the sandbox, opened by the page that shows its test values. The tests of the product's screens
 * cover its use in the product.
 */

const keys = 'rzp_test_sandbox:sandbox_secret'

/** The messages of the sheet to its page, in order. */
type SheetMessage = [what: 'paid' | 'failed' | 'dismissed', of: unknown]

interface SheetOptions {
  modal?: { escape?: boolean; backdropclose?: boolean; confirm_close?: boolean }
  retry?: { enabled: boolean }
  timeout?: number
}

/** Adds a button to the page that opens the sheet for a new order of ₹4,999. @returns the order's id */
async function openSheet(page: Page, options: SheetOptions = {}): Promise<string> {
  const created = await page.request.post('/sandbox/razorpay/v1/orders', {
    headers: { authorization: `Basic ${btoa(keys)}` },
    data: { amount: 499_900, currency: 'INR' },
  })
  const { id } = await created.json()
  await page.goto('/sandbox/razorpay/')
  await page.evaluate(openFromButton, { id, options })
  await page.getByRole('button', { name: 'Open the sheet' }).click()
  await expect(sheet(page)).toBeVisible()
  return id
}

/** Runs in the page. */
async function openFromButton({ id, options }: { id: string; options: SheetOptions }) {
  await new Promise((resolve, reject) => {
    const script = document.createElement('script')
    Object.assign(script, {
      src: '/sandbox/razorpay/checkout.js',
      onload: resolve,
      onerror: reject,
    })
    document.head.append(script)
  })
  const { Razorpay } = window as unknown as {
    Razorpay: new (
      options: object,
    ) => { open(): void; close(): void; on(event: string, listener: (of: object) => void): void }
  }
  const messages: [string, unknown][] = []
  const razorpay = new Razorpay({
    key: 'rzp_test_sandbox',
    amount: 499_900,
    currency: 'INR',
    name: 'Raahi',
    description: 'A plan',
    order_id: id,
    prefill: { name: 'Asha Rao', email: 'asha@raahi.example', contact: '+919800000001' },
    theme: { color: '#f5a524' },
    handler: (payment: object) => messages.push(['paid', payment]),
    ...options,
    modal: {
      ...options.modal,
      ondismiss: (reason?: string) => messages.push(['dismissed', reason ?? null]),
    },
  })
  razorpay.on('payment.failed', (failure) => messages.push(['failed', failure]))
  const button = document.createElement('button')
  button.textContent = 'Open the sheet'
  button.onclick = () => razorpay.open()
  document.body.prepend(button)
  Object.assign(window, { messages, razorpay })
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Raahi', exact: true })
const payButton = (page: Page) => sheet(page).getByRole('button', { name: 'Pay ₹4,999.00' })
const readMessages = (page: Page) =>
  page.evaluate(() => (window as unknown as { messages: SheetMessage[] }).messages)

async function payWith(page: Page, chip: string) {
  await sheet(page).getByRole('button', { name: chip }).click()
  await payButton(page).click()
}

test('shows the error of the first invalid field, focuses it, and sends nothing', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await openSheet(page)
  await expect(sheet(page).getByText('Test mode – no money moves')).toBeVisible()
  const expectError = async (label: string, message: string) => {
    await payButton(page).click()
    const field = sheet(page).getByLabel(label)
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleErrorMessage(message)
    await expect(sheet(page).getByText(message)).toBeVisible()
  }
  await expectError('Card number', 'Enter the card number.')
  // A number in the format of real cards, and a test card with a wrong digit.
  for (const typed of ['4242424242424242', '4100280000001008', '4100 2800']) {
    await sheet(page).getByLabel('Card number').fill(typed)
    await expectError(
      'Card number',
      'Only test cards work here. Please pick one below; never enter a real card.',
    )
  }
  await sheet(page).getByLabel('Card number').fill('4100 2800 0000 1007')
  await expectError('Expiry', 'Enter the date as MM / YY.')
  await sheet(page).getByLabel('Expiry').fill('01 / 20')
  await expectError('Expiry', 'This card has expired.')
  await sheet(page).getByLabel('Expiry').fill('9/40')
  await sheet(page).getByLabel('CVV').fill('12')
  await expectError('CVV', 'Enter the 3 or 4 digits.')
  expect(sent.filter((url) => url.endsWith('/pay'))).toEqual([])
})

test('shows a declined payment and stays open; a successful one closes the sheet', async ({
  page,
}) => {
  const orderId = await openSheet(page)
  await payWith(page, 'Visa declined')
  await expect(sheet(page).getByRole('alert')).toContainText('Payment failed')
  await expect(payButton(page)).toBeFocused()
  const [failed] = await readMessages(page)
  expect(failed).toMatchObject([
    'failed',
    {
      error: {
        code: 'BAD_REQUEST_ERROR',
        reason: 'card_declined',
        description: expect.any(String),
        metadata: { order_id: orderId, payment_id: expect.stringMatching(/^pay_/) },
      },
    },
  ])
  await expect(sheet(page).getByLabel('Card number')).toHaveValue('4100 2800 0006 0003')
  await payWith(page, 'RuPay succeeds')
  await expect(sheet(page).getByText('Payment successful')).toBeVisible()
  await expect(sheet(page)).toBeHidden()
  const messages = await readMessages(page)
  expect(messages.map(([what]) => what)).toEqual(['failed', 'paid'])
  const { razorpay_payment_id: paymentId = '', razorpay_signature: signature } =
    (messages[1]?.[1] ?? {}) as Record<string, string>
  expect(signature).toBe(
    createHmac('sha256', 'sandbox_secret').update(`${orderId}|${paymentId}`).digest('hex'),
  )
  await expect(page.getByRole('button', { name: 'Open the sheet' })).toBeFocused()
})

test('shows that a bank answers late', async ({ page }) => {
  await openSheet(page)
  await sheet(page).getByLabel('Bank responds late').check()
  await payWith(page, 'Visa succeeds')
  await expect(sheet(page).getByRole('heading', { name: 'Waiting for the bank' })).toBeVisible()
  expect((await readMessages(page)).map(([what]) => what)).toEqual(['failed'])
})

test('accepts a payment by UPI after a failed one by card', async ({ page }) => {
  await openSheet(page)
  await payWith(page, 'Mastercard no money')
  await sheet(page).getByRole('radio', { name: 'UPI' }).check()
  const upi = sheet(page).getByLabel('UPI ID')
  await upi.fill('asha@bank')
  await upi.press('Enter')
  await expect(sheet(page).getByText('Only the test UPI IDs below work here.')).toBeVisible()
  await upi.fill('success@razorpay')
  await upi.press('Enter')
  await expect(sheet(page)).toBeHidden()
  expect((await readMessages(page)).map(([what]) => what)).toEqual(['failed', 'paid'])
})

test('can only be closed after a failure if retries are off', async ({ page }) => {
  await openSheet(page, { retry: { enabled: false } })
  await payWith(page, 'Visa declined')
  await expect(sheet(page).getByRole('alert')).toContainText('Payment failed')
  await expect(payButton(page)).toBeHidden()
  await sheet(page).getByRole('button', { name: 'Close payment' }).click()
  await expect(sheet(page)).toBeHidden()
  expect((await readMessages(page)).map(([what]) => what)).toEqual(['failed', 'dismissed'])
})

test('shows an unknown result without a connection, and pays at the next attempt', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await openSheet(page)
  await context.setOffline(true)
  await payWith(page, 'Visa succeeds')
  await expect(sheet(page).getByRole('alert')).toContainText('No response')
  expect(await readMessages(page)).toEqual([])
  await context.setOffline(false)
  await payButton(page).click()
  await expect(sheet(page)).toBeHidden()
  expect((await readMessages(page)).map(([what]) => what)).toEqual(['paid'])
})

test.describe('closing the sheet', () => {
  const isDismissed = async (page: Page, reason: string | null = null) => {
    await expect(sheet(page)).toBeHidden()
    expect(await readMessages(page)).toEqual([['dismissed', reason]])
  }

  test('the close button closes the sheet and returns the focus', async ({ page }) => {
    await openSheet(page)
    await sheet(page).getByRole('button', { name: 'Close payment' }).click()
    await isDismissed(page)
    await expect(page.getByRole('button', { name: 'Open the sheet' })).toBeFocused()
  })

  test('asks for a confirmation if the page requests it', async ({ page }) => {
    await openSheet(page, { modal: { confirm_close: true } })
    await sheet(page).getByRole('button', { name: 'Close payment' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel payment?' })
    await expect(question.getByRole('button', { name: 'Continue payment' })).toBeFocused()
    await question.getByRole('button', { name: 'Continue payment' }).click()
    await expect(question).toHaveCount(0)
    expect(await readMessages(page)).toEqual([])
    await sheet(page).getByRole('button', { name: 'Close payment' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await isDismissed(page)
  })

  test('Escape closes the sheet unless the page forbids it', async ({ page }) => {
    await openSheet(page)
    await page.keyboard.press('Escape')
    await isDismissed(page)
    await openSheet(page, { modal: { escape: false } })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await payWith(page, 'Visa declined')
    await expect(sheet(page).getByRole('alert')).toBeVisible()
  })

  test('a click on the backdrop closes the sheet only if the page allows it', async ({ page }) => {
    await openSheet(page)
    await page.mouse.click(20, 20)
    await sheet(page).getByRole('radio', { name: 'UPI' }).check()
    expect(await readMessages(page)).toEqual([])
    await openSheet(page, { modal: { backdropclose: true } })
    await page.mouse.click(20, 20)
    await isDismissed(page)
  })

  test('closes when its time limit is reached', async ({ page }) => {
    await openSheet(page, { timeout: 6 })
    await expect(sheet(page).getByText(/^Time left 0:0/)).toBeVisible()
    await isDismissed(page, 'timeout')
  })

  test('the page closes the sheet and gets no message', async ({ page }) => {
    await openSheet(page)
    await page.evaluate(() =>
      (window as unknown as { razorpay: { close(): void } }).razorpay.close(),
    )
    await expect(sheet(page)).toBeHidden()
    expect(await readMessages(page)).toEqual([])
    await page.getByRole('button', { name: 'Open the sheet' }).click()
    await expect(sheet(page)).toBeVisible()
  })
})

test('keeps the focus inside and makes a payment by keyboard alone', async ({ page }) => {
  await openSheet(page)
  await expect(sheet(page).getByLabel('Card number')).toBeFocused()
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    const place = await page.evaluate(
      () => document.activeElement?.hasAttribute('data-payment-sheet') ?? false,
    )
    const isBrowser = await page.evaluate(() => document.activeElement === document.body)
    expect(place || isBrowser).toBe(true)
  }
  await sheet(page).getByRole('radio', { name: 'Card' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(sheet(page).getByRole('radio', { name: 'UPI' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('success@razorpay')
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeHidden()
  expect((await readMessages(page)).map(([what]) => what)).toEqual(['paid'])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every step meets WCAG 2.2 AA, ${colorScheme}, from 360 px`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 740 })
    await openSheet(page, { modal: { confirm_close: true } })
    await expectAccessible(page)
    await payButton(page).click()
    await expectAccessible(page)
    await payWith(page, 'Visa declined')
    await expect(sheet(page).getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await sheet(page).getByRole('radio', { name: 'UPI' }).check()
    await expectAccessible(page)
    await sheet(page).getByRole('button', { name: 'Close payment' }).click()
    await expectAccessible(page)
    const resume = page.getByRole('button', { name: 'Continue payment' })
    await resume.click()
    await expect(resume).toBeHidden()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
    await payWith(page, 'success@razorpay')
    await expect(sheet(page).getByText('Payment successful')).toBeVisible()
    await expect(sheet(page)).toBeHidden()
  })
}

/** Expects no violation of WCAG 2.2 A and AA in the sheet, and no content outside the screen. */
async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .include('[data-payment-sheet]')
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  const wide = await page.evaluate(() => {
    const root = document.querySelector('[data-payment-sheet]')?.shadowRoot
    return [...(root?.querySelectorAll('header, form, dialog') ?? [])].filter(
      (box) => box.scrollWidth > box.clientWidth,
    ).length
  })
  expect(wide, 'nothing scrolls sideways').toBe(0)
}
