import type { Locator, Page } from '@playwright/test'
import { admin } from './support/api.ts'
import { expect, test } from './support/test.ts'
import { userRows } from './support/user-row.ts'

/*
 * The specification defines a text for each action that fails without a text from the server. web/src/lib/api.test.ts
 * covers the kinds of failures; these tests show that each screen names its action.
 */

/** Answers these calls like a proxy that cannot reach the server. The status is 4xx, so the app does not retry. */
async function failCalls(page: Page, method: 'GET' | 'POST' | 'PUT', path: string) {
  await page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not here</h1>' })
      : route.fallback(),
  )
}

const button = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true })

test.beforeEach(({ allowConsole }) => allowConsole(/status of 404/))

test('a list that fails to load names itself', async ({ page, signIn }) => {
  await signIn(admin)
  for (const [screen, call, text] of [
    ['users', '/api/auth/users?*', 'Failed to fetch users'],
    ['add-new-plans', '/api/plan', 'Failed to fetch plans.'],
    ['lead-cost', '/api/leadCost', 'Failed to fetch leads costs.'],
    ['replacements', '/api/leadReplacement/*', 'Failed to fetch replacement leads.'],
  ] as const) {
    await failCalls(page, 'GET', call)
    await page.goto(`/dashboard/${screen}`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(text)
    await expect(button(page.getByRole('main'), 'Retry')).toBeVisible()
  }
})

test('a list that the server does not answer names itself before the reason', async ({
  page,
  signIn,
}) => {
  await signIn(admin)
  const reason = 'The database is busy.'
  for (const [screen, call, text] of [
    ['add-new-plans', '/api/plan', 'Failed to fetch plans.'],
    ['replacements', '/api/leadReplacement/*', 'Failed to fetch replacement leads.'],
    ['lead-cost', '/api/priceAgeing', 'The prices by age could not be loaded.'],
    ['enquiries', '/api/enquiries?*', 'The enquiries could not be loaded.'],
    ['import', '/api/imports?*', 'The imports could not be loaded.'],
    ['sources', '/api/sources', 'The sources could not be loaded.'],
    ['contact-messages', '/api/contact?*', 'The messages could not be loaded.'],
    ['kyc', '/api/kyc?*', 'The documents could not be loaded.'],
    ['failed-jobs', '/api/failed-jobs?*', 'The failed jobs could not be loaded.'],
  ] as const) {
    await page.route(`**${call}`, (route) =>
      route.fulfill({ status: 404, json: { success: false, code: 'NOT_FOUND', message: reason } }),
    )
    await page.goto(`/dashboard/${screen}`)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(`${text} ${reason}`)
  }
})

test('a failed admin action on a user names the action', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent({ wallet: 10 })
  await signIn(admin)
  await page.goto(`/dashboard/users?email=${agent.emailOrPhone}`)
  const row = userRows(page)
  const dialog = page.getByRole('dialog')
  const failsWith = async (text: string) => {
    await expect(dialog.getByRole('alert')).toHaveText(text)
    await page.keyboard.press('Escape')
    const discard = button(page, 'Discard')
    await expect(async () => {
      if (await discard.isVisible()) await discard.click()
      expect(await dialog.count()).toBe(0)
    }).toPass()
  }

  await failCalls(page, 'POST', '/api/auth/suspendUser/**')
  await button(row, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Suspend' }).click()
  await button(dialog, 'Suspend').click()
  await failsWith('Failed to suspend user')

  await failCalls(page, 'POST', '/api/plan/adminWalletRecharge')
  await button(row, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Wallet' }).click()
  await dialog.getByLabel('Amount').fill('50')
  await button(dialog, 'Add Amount').click()
  await page.getByRole('button', { name: /^(Add|Yes, add) ₹50/ }).click()
  await failsWith('Failed to add amount.')

  await failCalls(page, 'POST', '/api/plan/addUsersPlanByAdmin')
  await button(row, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Assign Plan' }).click()
  await dialog.getByRole('radio').first().check()
  await button(dialog, 'Assign Plan').click()
  await failsWith('Failed to assign plan')

  await failCalls(page, 'PUT', '/api/auth/updateUser')
  await button(row, 'View Details').click()
  await button(dialog, 'Update User').click()
  const form = page.getByRole('dialog', { name: 'Update User' })
  await button(form, 'Update User').click()
  await expect(form.getByRole('alert')).toHaveText('Update failed')
  await api.asAdmin('post', `/api/auth/suspendUser/${agent.id}?status=suspended`)
  await page.reload()
  await button(row, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Re-activate' }).click()
  await button(dialog, 'Re-activate').click()
  await failsWith('Failed to activate user')
})

test('a failed order or request of an agent names the action', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent()
  await signIn(agent)
  await failCalls(page, 'POST', '/api/razorPay/createorderPlan')
  await page.goto('/dashboard/plans')
  await button(page, 'Buy Plan').first().click()
  await button(page, 'Confirm Purchase').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Failed to initiate payment',
  )
  await failCalls(page, 'POST', '/api/auth/changeOwnPassword')
  await page.goto('/dashboard/user-profile')
  await page.getByLabel('Current password').fill(agent.password)
  await page.getByLabel('New password', { exact: true }).fill('Other@12345')
  await page.getByLabel('Confirm new password').fill('Other@12345')
  await button(page, 'Change password').click()
  await expect(
    page.getByText('Failed to change password. Please try again.', { exact: true }),
  ).toBeVisible()
})

test('a login without a response shows the text of a failed login', async ({ page }) => {
  await failCalls(page, 'POST', '/api/auth/login')
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(admin.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await button(page, 'Login').click()
  await expect(page.getByText('Invalid email or password', { exact: true })).toBeVisible()
})
