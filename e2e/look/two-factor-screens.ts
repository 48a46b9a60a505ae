import type { Page } from '@playwright/test'
import { admin } from '../support/api.ts'
import { fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

/** Answers a call in place of the server, so that the demo admin gets no second factor. */
function fakeAuth(page: Page, call: string, data: object): Promise<void> {
  return fakeAnswer(page, `**/api/auth/${call}`, data)
}

const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const setup = {
  key,
  address: `otpauth://totp/Raahi:admin%40raahi.example?issuer=Raahi&secret=${key}&algorithm=SHA1&digits=6&period=30`,
}
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `4F7K-9QWX-2MTB-6RHC-8DNP-${n}VZJ`)

async function startSetup(page: Page) {
  await fakeAuth(page, 'twoFactor/start', setup)
  await page.getByLabel('Current password').fill('Admin@12345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: '2 of 3: Your authenticator app' }).waitFor()
  await page.locator('svg[aria-label^="QR code"] path[d^="M4 4"]').waitFor()
}

/** The states of two-factor login that look different. */
export const twoFactorScreens: readonly Screen[] = [
  {
    name: 'login second step',
    path: '/auth/login',
    heading: 'Login',
    prepare: async (page) => {
      const expiresAt = '2026-11-21T10:00:00.000Z'
      await fakeAuth(page, 'login', { twoFactor: { challenge: 'looks-only', expiresAt } })
      await page.getByLabel('Email or phone').fill('admin@raahi.example')
      await page.getByLabel('Password', { exact: true }).fill('Admin@12345')
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('heading', { name: 'One more step' }).waitFor()
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByText('Enter the 6-digit code shown in your app.').waitFor()
    },
  },
  {
    name: 'two-factor set-up',
    leavesState: true,
    path: '/auth/set-up-two-factor',
    account: admin,
    heading: 'Two-factor login',
    shows: (page) => page.getByRole('heading', { name: '1 of 3: Your password' }),
    prepare: startSetup,
  },
  {
    name: 'two-factor recovery codes',
    leavesState: true,
    path: '/auth/set-up-two-factor',
    account: admin,
    heading: 'Two-factor login',
    prepare: async (page) => {
      await startSetup(page)
      await fakeAuth(page, 'twoFactor/confirm', { recoveryCodes })
      await page.getByLabel('Authenticator code').fill('123456')
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    },
  },
  {
    name: 'two-factor on',
    path: '/dashboard/admin-profile',
    account: admin,
    heading: 'Admin Profile',
    fakeAnswers: (page) =>
      fakeAuth(page, 'twoFactor', {
        since: '2026-11-21T10:00:00.000Z',
        recoveryCodesLeft: 2,
        required: false,
        available: true,
      }),
    prepare: async (page) => {
      const panel = page.getByRole('region', { name: 'Two-factor login' })
      await panel.getByText('2 recovery codes are left.').waitFor()
      await panel.scrollIntoViewIfNeeded()
    },
  },
]
