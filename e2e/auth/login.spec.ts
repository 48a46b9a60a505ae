import { admin, demoAgent } from '../support/api.ts'
import { expect, statusError, test } from '../support/test.ts'

const phoneOfDemoAgent = '90000 00101'

test('an agent logs in with the email', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(`  ${demoAgent.emailOrPhone.toUpperCase()} `)
  await page.getByLabel('Password', { exact: true }).fill(demoAgent.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
})

test('an agent logs in with the phone, by keyboard alone', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').focus()
  await page.keyboard.type(phoneOfDemoAgent)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoAgent.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
})

test('an admin lands on the admin dashboard, with the admin menu alone', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(admin.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(menu).toHaveText([
    'Dashboard',
    'Users',
    'Add Leads',
    'Add New Plans',
    /^Enquiries/,
    'Sources',
    'Import',
    /^Messages/,
    'Transactions',
    'Approvals',
    'Invoices',
    'Lead Cost',
    'Replacements',
    'KYC',
    'Audit Log',
    'Settings',
    'Webhooks',
    'Profile',
  ])
})

test('the menu of an agent has what an agent may open', async ({ page, api, signIn }) => {
  // A new agent has no follow-up that is due, which the menu would count.
  await signIn(await api.makeAgent())
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(menu).toHaveText([
    'Dashboard',
    'My Leads',
    'Saved Searches',
    'Plans',
    'Purchased Leads',
    'Pipeline',
    'Wallet',
    'Invoices',
    'Members',
    'Webhooks',
    'API Keys',
    'Profile',
  ])
})

test('requires both fields, with a message under each that disappears while typing', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email or phone is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email or phone')).toBeFocused()
  await expect(page.getByLabel('Email or phone')).toHaveAccessibleDescription(
    'Email or phone is required',
  )
  await page.getByLabel('Email or phone').fill('a')
  await expect(page.getByText('Email or phone is required')).toHaveCount(0)
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('shows a wrong password, keeps the input, and stays on the page', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(401))
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(demoAgent.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Invalid email or password')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Email or phone')).toHaveValue(demoAgent.emailOrPhone)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password')
  // The message disappears after five seconds, and the form can be sent again.
  await expect(page.getByText('Invalid email or password')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
})

test('shows that a login failed to reach the server', async ({ page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/auth/login')
  await page.getByLabel('Email or phone').fill(demoAgent.emailOrPhone)
  await page.getByLabel('Password', { exact: true }).fill(demoAgent.password)
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not reach Raahi.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoAgent.password)
})

test('shows the typed password on request', async ({ page }) => {
  await page.goto('/auth/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('open sesame')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show characters' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('redirects a signed-in user from the login to the dashboard', async ({ page, signIn }) => {
  await signIn(demoAgent)
  await page.goto('/auth/login')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/auth/signup')
  await expect(page).toHaveURL('/dashboard')
})

test('login and sign-up link to each other', async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/auth/signup')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/auth/login')
})
