import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Waits for this number of emails with the subject in the product's mailbox, and opens the newest. */
export async function openMail(
  page: Page,
  to: string,
  subject: string | RegExp,
  count = 1,
): Promise<void> {
  const mails = page.locator('main ul').first().getByRole('link').filter({ hasText: subject })
  await expect(async () => {
    await page.goto(`/dev/mailbox?to=${encodeURIComponent(to)}`)
    await expect(mails).toHaveCount(count, { timeout: 200 })
  }).toPass()
  await mails.first().click()
}

/** Reads the code of the newest of these emails in a separate tab. */
export async function readCode(page: Page, to: string, count = 1): Promise<string> {
  const tab = await page.context().newPage()
  await openMail(tab, to, 'Your code to reset your Raahi password', count)
  const code = await tab.locator('#code').innerText()
  await tab.close()
  return code
}

/** Reads the confirmation link of the newest of these emails in a separate tab. */
export async function linkInMail(page: Page, to: string, count = 1): Promise<string> {
  const tab = await page.context().newPage()
  await openMail(tab, to, /Please confirm your (new )?email for Raahi/, count)
  const link = await tab
    .frameLocator('iframe')
    .getByRole('link', { name: /^Confirm my (new )?email$/ })
    .getAttribute('href')
  await tab.close()
  return link ?? ''
}

/** Waits for an SMS to this number in a separate tab, and reads its code. @param phone ten digits */
export async function readMessageCode(page: Page, phone: string): Promise<string> {
  const tab = await page.context().newPage()
  const message = tab
    .getByRole('listitem')
    .filter({ hasText: `${phone.slice(0, 5)} ${phone.slice(5)}` })
    .first()
  await expect(async () => {
    await tab.goto('/dev/messages')
    await expect(message).toBeVisible({ timeout: 200 })
  }).toPass()
  const text = await message.innerText()
  await tab.close()
  return text.slice(0, 6)
}
