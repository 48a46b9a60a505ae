import { demoAgent } from '../support/api.ts'
import { fakeAccount, fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const path = `/confirm-email#${'a'.repeat(43)}`

/** The page that confirms an email, and the notices that ask for it. */
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
    // A second visit that differs only after `#` would not load the page again.
    path: '/auth/login',
    heading: 'Login',
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/auth/confirmEmail', {
        email: 'priya.raghunathan@kaveri-holidays.example',
      }),
    prepare: async (page) => {
      await page.goto(path)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByRole('heading', { name: 'Your email is confirmed' }).waitFor()
    },
  },
  {
    name: 'agent dashboard with first steps',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    fakeAnswers: (page) => fakeAccount(page, { gstin: null, billingState: null }),
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Add details' }).waitFor()
      await page.getByRole('link', { name: /^\+91/ }).first().waitFor()
    },
  },
  {
    name: 'saved searches with an email to confirm',
    path: '/dashboard/saved-searches',
    account: demoAgent,
    heading: 'Saved Searches',
    fakeAnswers: (page) => fakeAccount(page, { emailConfirmed: false }),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send the email again' }).waitFor()
      await page.getByText('Quiet hours').first().waitFor()
    },
  },
  {
    name: 'user profile with a new email to confirm',
    path: '/dashboard/user-profile',
    account: demoAgent,
    heading: 'User Profile',
    fakeAnswers: (page) =>
      fakeAccount(page, { pendingEmail: 'bookings.and.accounts@blue-harbour-holidays.example' }),
    prepare: async (page) => {
      await page.getByText('Confirm your new email').waitFor()
      await page.getByText('This device').waitFor()
    },
  },
]
