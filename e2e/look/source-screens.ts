import { quoteFormSourceId } from '../../contract/src/source-labels.ts'
import { admin } from '../support/api.ts'
import type { Screen } from './screen.ts'

/** Where enquiries come from. */
export const sourceScreens: readonly Screen[] = [
  {
    name: 'sources',
    path: '/dashboard/sources',
    account: admin,
    heading: 'Sources',
    shows: (page) => page.getByRole('link', { name: 'Quote form' }),
  },
  {
    name: 'new source without a name',
    path: '/dashboard/sources',
    account: admin,
    heading: 'Sources',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Source' }).click()
      const form = page.getByRole('dialog', { name: 'Add Source' })
      await form.getByLabel('Kind').selectOption('Google Ads')
      await form.getByRole('button', { name: 'Add Source' }).click()
      await form.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'built-in source',
    path: `/dashboard/sources/${quoteFormSourceId}`,
    account: admin,
    heading: 'Quote form',
    shows: (page) => page.getByText('No cost entered.'),
  },
  {
    name: 'sources that failed to load',
    path: '/dashboard/sources?from=2026-01-01',
    account: admin,
    heading: 'Sources',
    status: 404,
    fakeAnswers: async (page) => {
      await page.route('**/api/sources?*', (route) =>
        route.fulfill({ status: 404, json: { success: false, code: 'X', message: 'Not now.' } }),
      )
    },
    shows: (page) => page.getByText('The sources could not be loaded. Not now.'),
  },
]
