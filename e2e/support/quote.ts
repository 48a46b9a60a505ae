import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'

/** Waits until the script of the quote form runs. @returns the form */
export async function openQuoteForm(page: Page): Promise<Locator> {
  const form = page.locator('form[action="/enquiries"]')
  await form.scrollIntoViewIfNeeded()
  await page.locator('form[action="/enquiries"][novalidate]').waitFor()
  return form
}

/** A number that is unique in this run, because the rate limit applies to each number. */
export function newPhone(): string {
  return `9${randomInt(100_000_000, 999_999_999)}`
}

export function newEmail(): string {
  return `traveller-${randomInt(1_000_000_000)}@mail.example`
}

/** The date after this number of days, as YYYY-MM-DD. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}

/** Goes to the next step of the quote form, or with 2 to the one after it. */
export async function goToNextStep(form: Locator, steps: 1 | 2 = 1): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await form.getByRole('button', { name: 'Next' }).click()
  }
}

/** The option of a choice that is shown as chips. */
export function findChip(form: Locator, choice: string, option: string): Locator {
  return form.getByRole('group', { name: choice }).getByRole('radio', { name: option })
}

/** Fills in the required and some optional fields, and sends the form. @returns the phone number */
export async function sendQuote(page: Page): Promise<string> {
  const phone = newPhone()
  const form = await openQuoteForm(page)
  await goToNextStep(form)
  await findChip(form, 'Kind of trip', 'Couple').check()
  await goToNextStep(form)
  await form.getByLabel('Full name').fill('Meera Nair')
  await form.getByLabel('Email', { exact: true }).fill(newEmail())
  await form.getByLabel('Phone', { exact: true }).fill(phone)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Get my quote' }).click()
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
  return phone
}
