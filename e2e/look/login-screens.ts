import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'

/** Requests a code for an address without an account, so that no mail is sent. */
async function requestCode(page: Page) {
  await page.getByLabel('Email').fill('priya.sharma@agents.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('heading', { name: 'Verify OTP' }).waitFor()
}

/** The legal pages, and the screens before the login. */
export const loginScreens: readonly Screen[] = [
  { name: 'privacy', path: '/privacy', heading: 'Privacy notice' },
  { name: 'terms', path: '/terms', heading: 'Terms of use' },
  { name: 'login', path: '/auth/login', heading: 'Login' },
  { name: 'signup', path: '/auth/signup', heading: 'Create your account' },
  { name: 'forgot password', path: '/forgot-password', heading: 'Forgot password?' },
  { name: 'verify otp without email', path: '/verify-otp', heading: 'Verify OTP' },
  {
    name: 'verify otp',
    path: '/forgot-password',
    heading: 'Forgot password?',
    prepare: async (page) => {
      await requestCode(page)
      await page.getByRole('button', { name: 'Verify OTP' }).click()
      await page.getByText('Please enter all 5 digits of the OTP.').waitFor()
    },
  },
  {
    name: 'new password',
    path: '/forgot-password',
    heading: 'Forgot password?',
    prepare: async (page) => {
      await requestCode(page)
      await page.goto('/add-new-password')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Please fill in both password fields.').first().waitFor()
    },
  },
  {
    name: 'unauthorized',
    path: '/auth/unauthorized',
    heading: 'This page is not for your account',
  },
  {
    name: 'not found',
    path: '/no/such/place',
    heading: 'This road leads nowhere',
    status: 404,
  },
]
