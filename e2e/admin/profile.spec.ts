import { makeAdmin } from '../support/make-admin.ts'
import { smallPng } from '../support/pictures.ts'
import { expect, statusError, test } from '../support/test.ts'

test('an admin edits name, contact and picture, and has no company fields', async ({
  page,
  signIn,
}) => {
  const admin = await makeAdmin('Lata Iyer')
  await signIn(admin)
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Lata Iyer' }).click()
  await expect(page).toHaveURL('/dashboard/admin-profile')
  await expect(page.getByRole('region', { name: 'Lata Iyer' })).toContainText(admin.id.slice(-8))
  await expect(page.getByLabel('Company')).toHaveCount(0)
  await page.getByLabel('City').fill('Mysuru')
  await page
    .getByLabel('Choose picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: smallPng })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Successfully updated user profile')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).locator('img')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Mysuru')
})

test('shows the server’s reason of a failure', async ({ page, api, signIn, allowConsole }) => {
  allowConsole(statusError(409), /ERR_FAILED/)
  const agent = await api.makeAgent()
  const admin = await makeAdmin('Lata Iyer')
  await signIn(admin)
  await page.goto('/dashboard/admin-profile')
  await page.getByLabel('Email').fill(agent.emailOrPhone)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Enter your password to change your email.')).toBeVisible()
  await page.getByLabel('Your password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText('Failed to update: An account with this email already exists.'),
  ).toBeVisible()
  await page.reload()
  await page.route('**/api/auth/updateImageOfUser', (route) => route.abort())
  await page
    .getByLabel('Choose picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: smallPng })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/^Failed to update user: Could not reach/)).toBeVisible()
})

test('refuses admins on the profile page of agents', async ({ page, signIn }) => {
  await signIn(await makeAdmin('Lata Iyer'))
  await page.goto('/dashboard/user-profile')
  await expect(page).toHaveURL('/auth/unauthorized')
})
