import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoAgent } from '../support/api.ts'
import { expect, statusError, test } from '../support/test.ts'

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

interface Filled {
  email: string
  phone: string
}

/** Fills every field except the file, with an unused email and phone. */
async function fillForm(page: Page, changed: Partial<Filled> = {}): Promise<Filled> {
  const values = {
    email: `${randomUUID()}@agents.example`,
    phone: `8${randomInt(100_000_000, 999_999_999)}`,
    ...changed,
  }
  await page.goto('/auth/signup')
  await page.getByLabel('Name').fill('Nandini Iyer')
  await page.getByLabel('Company').fill('Iyer Holidays')
  await page.getByLabel('Email').fill(values.email)
  await page.getByLabel('Phone number').fill(values.phone)
  await page.getByLabel('City (optional)').fill('Chennai')
  await page.getByLabel('Password', { exact: true }).fill('Sunrise@2026')
  return values
}

const signUp = (page: Page) => page.getByRole('button', { name: 'Sign up' }).click()

test('a new agent signs up with every field, then logs in with an empty wallet', async ({
  page,
}) => {
  const { email } = await fillForm(page)
  const kyc = page.getByLabel('KYC document (optional)')
  await expect(kyc).toHaveAccessibleDescription(
    /GST certificate, shop licence or PAN; earns ‘Verified agency’/,
  )
  await kyc.setInputFiles({ name: 'licence.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText('licence.pdf')).toBeVisible()
  await signUp(page)
  await expect(page.getByText('Signup successfully')).toBeVisible()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Email or phone')).toHaveValue(email)
  await expect(page.getByText(`open the link that we have sent to ${email}.`)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Sunrise@2026')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await expect(page.getByText('Welcome, Nandini Iyer')).toBeVisible()
  await expect(page.getByText('₹0').first()).toBeVisible()
})

test('shows the required fields, without city and document', async ({ page }) => {
  await page.goto('/auth/signup')
  await signUp(page)
  for (const [label, text] of [
    ['Name', 'Name is required'],
    ['Company', 'Company name is required'],
    ['Email', 'Email is required'],
    ['Phone number', 'Phone number is required'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`^${text}`))
  }
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByText(/is required/)).toHaveCount(5)
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('N')
  await expect(page.getByText('Name is required', { exact: true })).toHaveCount(0)
})

test('shows an invalid email, phone or password under its field', async ({ page }) => {
  const checks = page.waitForResponse(/assets\/phones-/)
  await fillForm(page, { email: 'nandini@', phone: '12345' })
  // The response is there before the script has run.
  await page.evaluate((url) => import(url), (await checks).url())
  await page.getByLabel('Password', { exact: true }).fill('short')
  await signUp(page)
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expect(page.getByText('This number is too short. Please check the digits.')).toBeVisible()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await expect(page).toHaveURL('/auth/signup')
})

test('refuses a document that is over 5 MB, empty or of another type, under the field', async ({
  page,
}) => {
  await page.goto('/auth/signup')
  const kyc = page.getByLabel('KYC document (optional)')
  const tooLarge = Buffer.alloc(5 * 1024 * 1024 + 1)
  await kyc.setInputFiles({ name: 'big.pdf', mimeType: 'application/pdf', buffer: tooLarge })
  await expect(page.getByText('The file is larger than 5 MB.')).toBeVisible()
  await expect(page.getByText('big.pdf')).toBeVisible()
  await kyc.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b') })
  await expect(page.getByText('Choose a PDF, JPG or PNG file.')).toBeVisible()
  await kyc.setInputFiles({ name: 'e.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await expect(page.getByText('The file is empty.')).toBeVisible()
  await expect(kyc).toHaveAccessibleDescription(/The file is empty\./)
  await kyc.setInputFiles({ name: 'ok.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(page.getByText('The file is empty.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove ok.pdf' }).click()
  await expect(page.getByText('ok.pdf')).toHaveCount(0)
})

test('blocks the form until a refused document is removed', async ({ page }) => {
  const { email } = await fillForm(page)
  const kyc = page.getByLabel('KYC document (optional)')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) sent += 1
  })
  const tooLarge = Buffer.alloc(6 * 1024 * 1024)
  await kyc.setInputFiles({ name: 'big.pdf', mimeType: 'application/pdf', buffer: tooLarge })
  await signUp(page)
  await expect(kyc).toHaveAccessibleDescription(/The file is larger than 5 MB\./)
  await expect(kyc).toBeFocused()
  expect(sent).toBe(0)
  await page.getByRole('button', { name: 'Remove big.pdf' }).click()
  await signUp(page)
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Email or phone')).toHaveValue(email)
})

test('shows that the server refused a forged document, and keeps the form', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(415))
  const { email } = await fillForm(page)
  const pretender = Buffer.from('<html><script>alert(1)</script></html>')
  const kyc = page.getByLabel('KYC document (optional)')
  await kyc.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: pretender })
  await signUp(page)
  await expect(kyc).toHaveAccessibleDescription(/Choose a pdf, jpg or png file\.|not accepted\./i)
  await expect(page.getByRole('alert').filter({ hasText: /file/ }).first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('City (optional)')).toHaveValue('Chennai')
})

test('shows under its field that an email or a phone already has an account', async ({
  page,
  allowConsole,
}) => {
  allowConsole(statusError(409))
  const { phone } = await fillForm(page, { email: demoAgent.emailOrPhone.toUpperCase() })
  await signUp(page)
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'An account with this email already exists.',
  )
  await expect(page.getByLabel('Phone number')).toHaveValue(phone)
  await fillForm(page, { phone: '90000-00101' })
  await signUp(page)
  await expect(page.getByLabel('Phone number')).toHaveAccessibleDescription(
    /An account with this phone number already exists\./,
  )
})

test('creates one account if Sign up is pressed twice', async ({ page }) => {
  await fillForm(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) sent += 1
  })
  await page.getByRole('button', { name: 'Sign up' }).dblclick()
  await expect(page.getByText('Signup successfully')).toBeVisible()
  expect(sent).toBe(1)
})
