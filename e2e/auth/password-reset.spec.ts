import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Agent } from '../support/api.ts'
import { onDatabase } from '../support/database.ts'
import { openMail, readCode } from '../support/mailbox.ts'
import { expect, statusError, test } from '../support/test.ts'

const newPassword = 'Monsoon@2026'

const codeFields = (page: Page) => page.getByRole('group', { name: 'OTP' }).getByRole('textbox')
const verify = (page: Page) => page.getByRole('button', { name: 'Verify OTP' }).click()

/** Requests a code and waits for the next screen. */
async function askForCode(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL('/verify-otp')
  await expect(codeFields(page).first()).toBeFocused()
}

async function typeCode(page: Page, code: string) {
  await codeFields(page).first().focus()
  await page.keyboard.type(code)
}

/** Advances the clock of the page, and makes the code of this user older by the same time. */
async function pass(page: Page, email: string, seconds: number) {
  // The code is stored by a job, so after the answer.
  const moved = () =>
    onDatabase(async ({ pool }) => {
      const { rowCount } = await pool.query(
        `update password_resets set requested_at = requested_at - make_interval(secs => $1)
        where user_id = (select id from users where email = $2)`,
        [seconds, email],
      )
      return rowCount
    })
  await expect.poll(moved).toBeGreaterThan(0)
  await page.clock.fastForward(seconds * 1000)
}

const wrongCode = (code: string) => (code === '99999' ? '10000' : String(Number(code) + 1))

test('an agent who forgot the password gets a code by email and sets a new password', async ({
  page,
  api,
  allowConsole,
}) => {
  allowConsole(statusError(400))
  const agent = await api.makeAgent()
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(agent.emailOrPhone)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue(agent.emailOrPhone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText(agent.emailOrPhone)).toBeVisible()

  const code = await readCode(page, agent.emailOrPhone)
  await typeCode(page, wrongCode(code))
  await verify(page)
  await expect(page.getByRole('alert')).toHaveText('Invalid OTP or server error.')
  await typeCode(page, code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('OTP verified successfully!')).toBeVisible()

  await expect(page).toHaveURL('/add-new-password')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password').fill(`${newPassword}!`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(page.getByLabel('Confirm new password')).toBeFocused()
  await page.getByLabel('Confirm new password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()

  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Email or phone')).toHaveValue(agent.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await openMail(page, agent.emailOrPhone, 'Your Raahi password was changed')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your Raahi password was changed' }),
  ).toBeVisible()
})

test('refuses the right code after five wrong ones, and accepts a new code requested after 30 seconds', async ({
  page,
  api,
  allowConsole,
}) => {
  // Playwright's clock is a script, and the frame that shows a mail blocks scripts.
  allowConsole(statusError(400), /^Blocked script execution in 'about:srcdoc'/)
  const { emailOrPhone } = await api.makeAgent()
  await askForCode(page, emailOrPhone)
  await expect(page.getByText(/^Resend available in (30|2\d)s$/)).toBeVisible()
  // A reload does not restart the countdown.
  await page.clock.install()
  await pass(page, emailOrPhone, 15)
  await expect(page.getByText(/^Resend available in 1?\ds$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Resend available in 1?\ds$/)).toBeVisible()

  const code = await readCode(page, emailOrPhone)
  for (const tried of [...Array<string>(5).fill(wrongCode(code)), code]) {
    await typeCode(page, tried)
    await verify(page)
    await expect(page.getByRole('alert')).toHaveText('Invalid OTP or server error.')
    await page.keyboard.press('Backspace')
  }

  await typeCode(page, '123')
  await pass(page, emailOrPhone, 15)
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByText('OTP resent successfully!')).toBeVisible()
  await expect(page.getByText(/^Resend available in (30|2\d)s$/)).toBeVisible()
  for (const box of await codeFields(page).all()) await expect(box).toHaveValue('')
  await expect(codeFields(page).first()).toBeFocused()

  await typeCode(page, await readCode(page, emailOrPhone, 2))
  await verify(page)
  await expect(page).toHaveURL('/add-new-password')
})

test('the five fields accept only digits, refuse pasting, and work by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await askForCode(page, `${randomUUID()}@agents.example`)
  const values = () =>
    codeFields(page).evaluateAll((all) =>
      all.map((box) => (box as HTMLInputElement).value).join('|'),
    )
  expect(await codeFields(page).count()).toBe(5)
  for (const box of await codeFields(page).all())
    await expect(box).toHaveAttribute('inputmode', 'numeric')

  await page.keyboard.type('1a-2 .3')
  expect(await values()).toBe('1|2|3||')
  await page.evaluate(() => navigator.clipboard.writeText('98765'))
  await page.keyboard.press('ControlOrMeta+V')
  expect(await values()).toBe('1|2|3||')
  await page.keyboard.press('Backspace')
  expect(await values()).toBe('1|2|||')
  await expect(codeFields(page).nth(2)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(codeFields(page).nth(1)).toBeFocused()
  await page.keyboard.type('7')
  expect(await values()).toBe('1|7|||')
  await page.keyboard.press('Home')
  await expect(codeFields(page).first()).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Please enter all 5 digits of the OTP.')
  await expect(page.getByRole('group', { name: 'OTP' })).toHaveAccessibleDescription(
    'Please enter all 5 digits of the OTP.',
  )
  await expect(codeFields(page).nth(2)).toBeFocused()
  await page.keyboard.type('4')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('shows a missing or invalid email under the field, and trims the input', async ({ page }) => {
  await page.goto('/forgot-password')
  const send = page.getByRole('button', { name: 'Send code' })
  await send.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('no-email')
  await send.click()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  const email = `${randomUUID()}@agents.example`
  await page.getByLabel('Email').fill(`  ${email} `)
  await send.click()
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible()
})

for (const address of ['/verify-otp', '/add-new-password']) {
  test(`${address} without an email leads back to the first step`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByText('No email found. Please try again.')).toBeVisible()
    await page.getByRole('link', { name: 'Enter your email' }).click()
    await expect(page).toHaveURL('/forgot-password')
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page).toHaveURL('/auth/login')
  })
}

test('shows a failure, keeps the input, and allows another attempt', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/, statusError(401))
  const email = `${randomUUID()}@agents.example`
  await page.route('**/api/auth/forgotPassword', (route) => route.abort())
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  const send = page.getByRole('button', { name: 'Send code' })
  await send.click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.unroute('**/api/auth/forgotPassword')
  await send.click()

  await page.route('**/api/auth/reSendOtp', (route) => route.abort())
  await expect(page.getByText(/^Resend available in/)).toBeVisible()
  await page.clock.install()
  await page.clock.fastForward('00:31')
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByText('Failed to resend OTP. Try again later.')).toBeVisible()

  // The reset ticket, which only a valid code yields, is missing.
  await page.goto('/add-new-password')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Failed to change password. Please try again.',
  )
  await page.getByRole('link', { name: 'Request a new code' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
})

test('a new password ends the session in this browser and everywhere else', async ({
  page,
  api,
  signIn,
}) => {
  const agent: Agent = await api.makeAgent()
  await signIn(agent)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await askForCode(page, agent.emailOrPhone)
  await typeCode(page, await readCode(page, agent.emailOrPhone))
  await verify(page)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm new password').fill(newPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/auth\/login/)
})
