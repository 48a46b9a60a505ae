import type { Locator, Page } from '@playwright/test'
import type { Agent } from './api.ts'
import { expect } from './test.ts'

/** The rows of the list of users, without its head. */
export const userRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Opens the list filtered to this agent. @returns its row */
export async function openRow(page: Page, { emailOrPhone }: Pick<Agent, 'emailOrPhone'>) {
  await page.goto(`/dashboard/users?email=${encodeURIComponent(emailOrPhone)}`)
  const row = userRows(page)
  await expect(row).toHaveCount(1)
  // The email has no column on a phone.
  await expect(row.locator('td').first()).toContainText(emailOrPhone)
  return row
}

/** Clicks a button of a row, or an item of its menu. */
export async function clickButton(row: Locator, name: string) {
  const button = row.getByRole('button', { name, exact: true })
  if (name === 'View Details') return button.click()
  await row.getByRole('button', { name: 'More actions' }).click()
  await row.page().getByRole('menuitem', { name, exact: true }).click()
}
