import type { Locator, Page } from '@playwright/test'
import type { Agent } from './api.ts'
import { expect } from './test.ts'

/** Opens the list filtered to this agent. @returns its card */
export async function openCard(page: Page, { emailOrPhone }: Pick<Agent, 'emailOrPhone'>) {
  await page.goto(`/dashboard/users?email=${encodeURIComponent(emailOrPhone)}`)
  const card = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(emailOrPhone)
  return card
}

/** Clicks a button of a card, or an item of its menu. */
export async function clickButton(card: Locator, name: string) {
  const button = card.getByRole('button', { name, exact: true })
  const inMenu = ['Purchased Leads', 'Assign Plan', 'Replacement', 'Suspend', 'Re-activate']
  if (!inMenu.includes(name)) return button.click()
  await card.getByRole('button', { name: 'More actions' }).click()
  await card.page().getByRole('menuitem', { name, exact: true }).click()
}
