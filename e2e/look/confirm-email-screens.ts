import { demoAgent } from '../support/api.ts'
import type { Screen } from './screen.ts'
import { changeAccount } from './told-account.ts'

const path = `/confirm-email#${'a'.repeat(43)}`

/** The page where an email is confirmed, and the notices that ask for it. */
export const confirmEmailScreens: readonly Screen[] = [
  {
    name: 'confirm email',
    path,
    heading: 'Confirm your email',
    shows: (page) => page.getByRole('button', { name: 'Confirm' }),
  },
  {
    name: 'confirm email with a cut link',
    path: '/confirm-email',
    heading: 'Confirm your email',
    shows: (page) => page.getByText('This link is incomplete.'),
  },
  {
    name: 'email confirmed',
    // A page that differs only after `#` would not be loaded again.
    path: '/auth/login',
    heading: 'Login',
    prepare: async (page) => {
      await page.route('**/api/auth/confirmEmail', (route) =>
        route.fulfill({
          json: { success: true, data: { email: 'priya.raghunathan@kaveri-holidays.example' } },
        }),
      )
      await page.goto(path)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    },
  },
  {
    name: 'agent dashboard with an email to confirm',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    prepare: async (page) => {
      await changeAccount(page, { emailConfirmed: false })
      await page.reload()
      await page.getByRole('button', { name: 'Send the email again' }).waitFor()
      await page.getByRole('link', { name: /^\+91/ }).first().waitFor()
    },
  },
  {
    name: 'user profile with a new email to confirm',
    path: '/dashboard/user-profile',
    account: demoAgent,
    heading: 'User Profile',
    prepare: async (page) => {
      const pendingEmail = 'bookings.and.accounts@blue-harbour-holidays.example'
      await changeAccount(page, { pendingEmail })
      await page.reload()
      await page.getByText('Confirm your new email').waitFor()
      await page.getByText('This device').waitFor()
    },
  },
]
