import { admin, demoAgent } from '../support/api.ts'
import { expect, test } from '../support/test.ts'

async function logIn(page: import('@playwright/test').Page, account: typeof admin) {
  await page.getByLabel('Email or phone').fill(account.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('the guard remembers the address with its filters and returns to it after login', async ({
  page,
}) => {
  await page.goto('/dashboard/my-leads?leadType=international&sort=cost')
  await expect(page).toHaveURL(/\/auth\/login\?next=/)
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await logIn(page, demoAgent)
  await expect(page).toHaveURL('/dashboard/my-leads?leadType=international&sort=cost')
  await expect(page.getByLabel('Lead type')).toHaveValue('international')
})

test('does not follow a remembered address on another site', async ({ page }) => {
  await page.goto(`/auth/login?next=${encodeURIComponent('//evil.example/dashboard')}`)
  await logIn(page, demoAgent)
  await expect(page).toHaveURL('/dashboard')
})

test('opens the dashboard instead of a remembered address that the role may not open', async ({
  page,
}) => {
  await page.goto('/dashboard/add-leads')
  await logIn(page, demoAgent)
  await expect(page).toHaveURL('/dashboard')
})

test('an agent may open no screen of an admin', async ({ page, signIn }) => {
  await signIn(demoAgent)
  for (const path of [
    '/dashboard/add-leads',
    '/dashboard/lead-cost',
    '/dashboard/users',
    '/dashboard/add-new-plans',
    '/dashboard/admin-profile',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/auth/unauthorized')
    await expect(
      page.getByRole('heading', { name: 'This page is not for your account' }),
    ).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
})

test('an admin may open no screen of an agent', async ({ page, signIn }) => {
  await signIn(admin)
  for (const path of [
    '/dashboard/my-leads',
    '/dashboard/plans',
    '/dashboard/purchased-leads',
    '/dashboard/wallet',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/auth/unauthorized')
  }
})
