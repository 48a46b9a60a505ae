import type { Browser, Page } from '@playwright/test'
import type { Agent } from '../support/api.ts'
import { linkInMail } from '../support/mailbox.ts'
import { smallPng } from '../support/pictures.ts'
import { expect, statusError, storeSession, test } from '../support/test.ts'

const picture = (name = 'me.png') => ({ name, mimeType: 'image/png', buffer: smallPng })
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
const password = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function openProfile(page: Page) {
  await page.goto('/dashboard/user-profile')
  await expect(page.getByRole('heading', { name: 'User Profile', level: 1 })).toBeVisible()
}

test('the greeting, the bottom of the sidebar and the menu link to the profile', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent({ name: 'Devika Menon' })
  await signIn(agent)
  const ways = [
    () => page.getByRole('main').getByRole('link', { name: 'Devika Menon' }),
    () => sidebar(page).getByRole('link', { name: /Devika Menon/ }),
    () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }),
  ]
  for (const way of ways) {
    await page.goto('/dashboard')
    await way().click()
    await expect(page).toHaveURL('/dashboard/user-profile')
  }
  await expect(page.getByRole('region', { name: 'Devika Menon' })).toContainText(agent.id.slice(-8))
})

test('saves fields and picture together and shows them on every screen at once', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(await api.makeAgent({ name: 'Ravi Kumar' }))
  await openProfile(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ravi Kumar')
  await expect(page.getByLabel('City')).toHaveValue('Pune')
  await page.getByLabel('Name', { exact: true }).fill('Ravi Kulkarni')
  await page.getByLabel('Company').fill('Kulkarni & Sons')
  await page.getByLabel('City').fill('')
  await page.getByLabel('Choose picture').setInputFiles(picture())
  await expect(page.getByText('me.png is saved with Submit.')).toBeVisible()
  await submit(page)
  await expect(page.getByText('Successfully updated user profile')).toBeVisible()
  await expect(sidebar(page)).toContainText('Ravi Kulkarni')
  await expect(sidebar(page)).toContainText('Kulkarni & Sons')
  const avatar = sidebar(page).locator('img')
  await expect(avatar).toHaveAttribute('src', /^\/files\/profile\//)
  await page.reload()
  await expect(page.getByLabel('Company')).toHaveValue('Kulkarni & Sons')
  await expect(page.getByLabel('City')).toHaveValue('')
  await expect(avatar).toBeVisible()
  await expect
    .poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
})

test('shows each error under its field and focuses the field', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(409), statusError(415))
  const [agent, other] = await Promise.all([api.makeAgent(), api.makeAgent()])
  await signIn(agent)
  await openProfile(page)
  // The name of the notice to confirm the email contains this word too.
  const email = page.getByRole('textbox', { name: 'Email' })
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await email.fill('not an email')
  await submit(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    /Name is required/,
  )
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Kiran Rao')
  await email.fill(other.emailOrPhone)
  await submit(page)
  await expect(page.getByText('Enter your password to change your email.')).toBeVisible()
  await page.getByLabel('Your password', { exact: true }).fill(agent.password)
  await submit(page)
  await expect(page.getByText(/^Failed to update user profile\./)).toBeVisible()
  await expect(email).toHaveAccessibleDescription(/An account with this email already exists\./)
  await expect(email).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kiran Rao')

  await email.fill(agent.emailOrPhone)
  const picker = page.getByLabel('Choose picture')
  await picker.setInputFiles(picture('me.svg'))
  await expect(page.getByText('Choose a JPG, PNG or WebP picture.')).toBeVisible()
  await picker.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(2 * 1024 * 1024 + 1),
  })
  await expect(page.getByText('The picture is larger than 2 MB.')).toBeVisible()
  await picker.setInputFiles({
    name: 'html.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html><script>alert(1)</script></html>'),
  })
  await submit(page)
  // The message of the earlier failure may still be visible.
  await expect(
    page.getByText(/^Failed to update user profile\. .*(JPG, PNG or WebP|accepted)/),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/JPG, PNG or WebP|accepted/)
})

test('keeps the input of a profile that failed to save, and sends it again', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await signIn(await api.makeAgent())
  await openProfile(page)
  await page.getByLabel('City').fill('Nashik')
  await page.route('**/api/auth/updateUser', (route) => route.abort())
  await submit(page)
  await expect(page.getByText(/^Failed to update user profile\. Could not reach/)).toBeVisible()
  await page.unroute('**/api/auth/updateUser')
  await expect(page.getByLabel('City')).toHaveValue('Nashik')
  await submit(page)
  await expect(page.getByText('Successfully updated user profile')).toBeVisible()
})

test('keeps what is typed while a change is saved', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent({ name: 'Ravi Kumar' }))
  await openProfile(page)
  const saved = Promise.withResolvers<void>()
  await page.route('**/api/auth/updateUser', async (route) => {
    await saved.promise
    await route.continue()
  })
  await page.getByLabel('City').fill('Kochi')
  await submit(page)
  await page.getByLabel('Name', { exact: true }).fill('Devika M')
  saved.resolve()
  await expect(page.getByText('Successfully updated user profile')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Devika M')
  await expect(page.getByLabel('City')).toHaveValue('Kochi')
  // What was saved is no longer an unsaved change.
  await page.getByLabel('Name', { exact: true }).fill('Ravi Kumar')
  await page.getByRole('link', { name: 'My Leads', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Travel Leads' })).toBeVisible()
})

test('asks before it leaves unsaved changes', async ({ page, api, signIn }) => {
  await signIn(await api.makeAgent())
  await openProfile(page)
  await page.getByLabel('City').fill('Nash')
  await page.getByRole('link', { name: 'My Leads', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await expect(question).toContainText('Your profile has unsaved changes.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('City')).toHaveValue('Nash')
  await page.getByRole('link', { name: 'My Leads', exact: true }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/dashboard/my-leads?status=buy')
})

test('keeps the input while the account reloads', async ({ page, api, signIn }) => {
  const agent = await api.makeAgent({ wallet: 10 })
  await signIn(agent)
  await openProfile(page)
  await page.getByLabel('Company').fill('Half a na')
  const reloaded = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/me'))
  await api.asAdmin('put', '/api/auth/updateUser', {
    userId: agent.id,
    name: 'Changed By Admin',
    email: agent.emailOrPhone,
  })
  await reloaded
  await expect(sidebar(page)).toContainText('Changed By Admin')
  await expect(page.getByLabel('Company')).toHaveValue('Half a na')
})

test('changes the password with the current one and ends the other sessions', async ({
  page,
  browser,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(statusError(400))
  const agent = await api.makeAgent()
  const elsewhere = await signInElsewhere(browser, agent)
  await signIn(agent)
  await openProfile(page)
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByText('Enter your current password.')).toBeVisible()
  await expect(page.getByText('Please fill in both password fields.')).toHaveCount(2)
  await expect(password(page, 'Current password')).toBeFocused()
  await password(page, 'Current password').fill('wrong')
  await password(page, 'New password').fill('New@123456')
  await password(page, 'Confirm new password').fill('New@1234567')
  await change.click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await password(page, 'Confirm new password').fill('New@123456')
  await change.click()
  await expect(password(page, 'Current password')).toHaveAccessibleDescription(
    /This is not your current password\./,
  )
  await expect(password(page, 'Current password')).toBeFocused()
  await password(page, 'Current password').fill(agent.password)
  await change.click()
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(password(page, 'New password')).toHaveValue('')
  await expect(elsewhere.getByRole('dialog', { name: 'You were logged out' })).toBeVisible({
    timeout: 15_000,
  })
  await elsewhere.context().close()
  await api.signIn({ ...agent, password: 'New@123456' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible()
})

test('lists the sessions of the account, and ends one or all of them', async ({
  page,
  browser,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const phone = await signInElsewhere(browser, agent, iPhone)
  const tablet = await signInElsewhere(browser, agent)
  await signIn(agent)
  await openProfile(page)
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  await expect(sessions.getByRole('listitem').first()).toContainText('This device')
  await expect(sessions.getByText('This device')).toHaveCount(1)
  const onPhone = sessions.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  await expect(onPhone).toContainText(/Last used \d\d-\d\d-\d{4} \d\d:\d\d [AP]M, from (127|::)/)
  await onPhone.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('Logged out of that device.')).toBeVisible()
  await expect(onPhone).toHaveCount(0)
  await expect(phone.getByRole('dialog', { name: 'You were logged out' })).toBeVisible({
    timeout: 15_000,
  })
  await sessions.getByRole('button', { name: 'Log out of all devices' }).click()
  const question = page.getByRole('dialog', { name: 'Log out of all devices?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Log out of all devices' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(tablet.getByRole('dialog', { name: 'You were logged out' })).toBeVisible({
    timeout: 15_000,
  })
  await Promise.all([phone.context().close(), tablet.context().close()])
})

test('shows that the profile is out of date if it fails to reload', async ({
  page,
  api,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await signIn(await api.makeAgent())
  await page.route('**/api/auth/me', (route) => route.abort())
  await openProfile(page)
  await expect(page.getByText(/^Failed to fetch user profile\./)).toBeVisible()
  await page.unroute('**/api/auth/me')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(/^Failed to fetch user profile\./)).toHaveCount(0)
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

/** Opens another browser context in which this agent is signed in and idle. */
async function signInElsewhere(browser: Browser, agent: Agent, userAgent?: string): Promise<Page> {
  const context = await browser.newContext({ ...(userAgent && { userAgent }) })
  const page = await context.newPage()
  await storeSession(page, agent)
  await page.goto('/dashboard/user-profile')
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible()
  return page
}

test('a new email needs the password and its confirmation link, and then logs in', async ({
  page,
  api,
  signIn,
}) => {
  const agent = await api.makeAgent()
  const email = `new-${agent.emailOrPhone}`
  await signIn(agent)
  await openProfile(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Your password', { exact: true }).fill(agent.password)
  await submit(page)
  await expect(page.getByText('Confirm your new email', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(agent.emailOrPhone)

  const link = await linkInMail(page, email)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Open your dashboard' }).click()
  await openProfile(page)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(page.getByText('Confirm your new email', { exact: true })).toHaveCount(0)
})

test('an expired confirmation link leads to the login', async ({ page, allowConsole }) => {
  allowConsole(statusError(409))
  await page.goto(`/confirm-email#${'b'.repeat(43)}`)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
})
