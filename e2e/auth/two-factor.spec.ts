import type { Page } from '@playwright/test'
import { freshCode } from '../../server/src/testing/two-factor.ts'
import { type Account, admin } from '../support/api.ts'
import { onDatabase } from '../support/database.ts'
import { endSessionBefore } from '../support/end-session.ts'
import { startExtraProduct } from '../support/extra-product.ts'
import { makeAdmin } from '../support/make-admin.ts'
import { demoProduct, extraProduct } from '../support/products.ts'
import { expect, statusError, test } from '../support/test.ts'

/** An unused code of the authenticator app with this key. */
function makeCode(key: string, product = demoProduct): Promise<string> {
  return onDatabase(({ kysely: db }) => freshCode({ db }, key.replaceAll(' ', '')), product)
}

async function giveCredentials(page: Page, { emailOrPhone, password }: Account, at = '') {
  await page.goto(`${at}/auth/login`)
  await page.getByLabel('Email or phone').fill(emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Logs out and waits for the response before the page changes. */
async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
}

/** Completes the set-up from the password to the last step. @returns the recovery codes and the key */
async function setUp(page: Page, { password }: Account, product = demoProduct) {
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: '2 of 3: Your authenticator app' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const key = await page.locator('code').innerText()
  await page.getByLabel('Authenticator code').fill(await makeCode(key, product))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: '3 of 3: Your recovery codes' })).toBeFocused()
  const codes = await page
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  return { key, codes }
}

test('an admin sets it up in the profile and logs in with a code, pasted or typed', async ({
  page,
  context,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(400), statusError(401))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const admin = await makeAdmin('Lata Iyer')
  await signIn(admin)
  await page.goto('/dashboard/admin-profile')
  const panel = page.getByRole('region', { name: 'Two-factor login' })
  await expect(panel.getByText('Off', { exact: true })).toBeVisible()
  await panel.getByRole('link', { name: 'Set up' }).click()

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'Enter your current password.',
  )
  await page.getByLabel('Current password').fill('guessed')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  const { key, codes } = await setUp(page, admin)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText(/^Copied\./)).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  for (const code of codes) expect(copied).toContain(code)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('raahi-recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel.getByText('On', { exact: true })).toBeVisible()
  await expect(panel.getByText('10 recovery codes are left.')).toBeVisible()

  // The login above a page takes the code as well.
  await page.getByLabel('City').fill('Kochi')
  await endSessionBefore(page, '**/api/auth/updateUser')
  await page.getByRole('button', { name: 'Submit' }).click()
  const again = page.getByRole('dialog', { name: 'You were logged out' })
  await again.getByLabel('Password', { exact: true }).fill(admin.password)
  await again.getByRole('button', { name: 'Login' }).click()
  await again.getByLabel('Authenticator code').fill(await makeCode(key))
  await again.getByRole('button', { name: 'Login' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByLabel('City')).toHaveValue('Kochi')

  await logOut(page)
  await giveCredentials(page, admin)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const field = page.getByLabel('Authenticator code')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Enter the 6-digit code shown in your app\./)
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
  await expect(field).toHaveValue('000000')
  await expect(field).toBeFocused()
  const code = await makeCode(key)
  const grouped = `${code.slice(0, 3)} ${code.slice(3)}`
  await page.evaluate((text) => navigator.clipboard.writeText(text), grouped)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('a recovery code logs in once; after five attempts the login asks for the password again', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(400), statusError(401))
  const admin = await makeAdmin('Lata Iyer')
  await signIn(admin)
  await page.goto('/auth/set-up-two-factor')
  const { codes } = await setUp(page, admin)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await logOut(page)

  await giveCredentials(page, admin)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await logOut(page)

  await giveCredentials(page, admin)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  for (let tries = 0; tries < 5; tries += 1) {
    const answered = page.waitForResponse(/verifyTwoFactor/)
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Login' }).click()
    expect((await answered).status()).toBe(400)
  }
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(/too many attempts\. Please log in again\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(page.getByLabel('Email or phone')).toHaveValue(admin.emailOrPhone)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('new recovery codes, another app and turning it off each ask for password and code', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(400))
  const admin = await makeAdmin('Lata Iyer')
  await signIn(admin)
  await page.goto('/auth/set-up-two-factor')
  const { key, codes } = await setUp(page, admin)
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  // The page behind the dialog has a form with a field of the same name.
  await dialog.getByLabel('Code', { exact: true }).fill('000 000')
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await dialog.getByLabel('Current password').fill(admin.password)
  await dialog.getByLabel('Code', { exact: true }).fill('000 000')
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  await expect(dialog.getByText('This code is wrong or has already been used.')).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill(await makeCode(key))
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  const renewed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(renewed).toHaveCount(10)
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(renewed).toHaveCount(10)
  const [first = ''] = await renewed.allInnerTexts()
  expect(codes).not.toContain(first)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('link', { name: 'Use another app' }).click()
  await page.getByLabel('Code', { exact: true }).fill(first)
  const other = await setUp(page, admin)
  expect(other.key).not.toBe(key)
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Current password').fill(admin.password)
  await dialog.getByLabel('Code', { exact: true }).fill(await makeCode(other.key))
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-factor login is off.')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Two-factor login' })
  await expect(panel.getByText('Off', { exact: true })).toBeVisible()
})

test('an agent has no such screen', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await page.goto('/dashboard/user-profile')
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Two-factor login' })).toHaveCount(0)
  await page.goto('/auth/set-up-two-factor')
  await expect(page).toHaveURL('/auth/unauthorized')
})

test('an admin can open only the set-up if two-factor login is required', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(403))
  const { address, stop } = await startExtraProduct({ ADMIN_TWO_FACTOR: 'required' })
  try {
    await giveCredentials(page, admin, address)
    await expect(page).toHaveURL(`${address}/auth/set-up-two-factor`)
    await expect(page.getByText(/^Raahi admins log in with a password and a code/)).toBeVisible()
    await page.goto(`${address}/dashboard/users`)
    await expect(page).toHaveURL(`${address}/auth/set-up-two-factor`)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(`${address}/auth/login`)

    await giveCredentials(page, admin, address)
    const { key } = await setUp(page, admin, extraProduct)
    // When the admin returns to the page, two-factor login is on and the same steps apply.
    const reloaded = page.waitForResponse(/\/api\/auth\/twoFactor$/)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await reloaded
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await page.goto(`${address}/dashboard/admin-profile`)
    await expect(
      page.getByText('Required for all admins, so it cannot be turned off.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)

    await logOut(page)
    await giveCredentials(page, admin, address)
    await page.getByLabel('Authenticator code').fill(await makeCode(key, extraProduct))
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  } finally {
    // A page with an open event stream logs each refused connection after its product has stopped.
    await page.goto('about:blank')
    await stop()
  }
})
