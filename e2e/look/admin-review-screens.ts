import type { Page } from '@playwright/test'
import type { Settings } from '../../contract/src/settings.ts'
import type { StatementMail } from '../../contract/src/statements.ts'
import { admin } from '../support/api.ts'
import { failedJobsPage } from './failed-jobs.ts'
import { emptyPage, fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

/** Looks up a traveller with two enquiries in the demo data. */
async function findTraveller(page: Page) {
  await page.getByLabel('Phone number').fill('+919000060148')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Export as JSON' }).waitFor()
}

/** The first row of a list whose detail is beside it, or below the row. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).getByRole('button').first()
const enquiryRow = (page: Page) => rowOf(page, 'Enquiries')

const sentSettings: Settings = {
  version: 2,
  buyingNeedsKyc: true,
  accountantEmail: 'accounts.and.taxes@southern-hill-advisers.example',
  approvalAbove: 50_000,
  changed: {
    at: '2026-11-22T03:12:00.000Z',
    by: { _id: '01a1ff16-4ebd-7160-8d67-3716c296adb9', name: 'Asha Rao' },
  },
}
const sentStatement: StatementMail = {
  month: '2026-10',
  lastSent: {
    month: '2026-10',
    email: 'accounts.and.taxes@southern-hill-advisers.example',
    at: '2026-10-31T18:45:00.000Z',
    by: null,
  },
}

/** The queues in which an admin answers or decides, and the settings. */
export const adminReviewScreens: readonly Screen[] = [
  {
    name: 'enquiries',
    path: '/dashboard/enquiries',
    short: '?duplicates=only',
    account: admin,
    heading: 'Enquiries',
    shows: (page) => enquiryRow(page),
  },
  {
    name: 'enquiries all',
    path: '/dashboard/enquiries?status=all',
    short: '&search=Kerala',
    account: admin,
    heading: 'Enquiries',
    prepare: async (page) => {
      await enquiryRow(page).click()
      await page.getByRole('article').waitFor()
    },
  },
  {
    name: 'enquiries none',
    path: '/dashboard/enquiries?search=no-such-traveller',
    account: admin,
    heading: 'Enquiries',
    shows: (page) => page.getByText('No enquiries match the current filters.'),
  },
  {
    name: 'enquiry conversion with errors',
    leavesState: true,
    path: '/dashboard/enquiries',
    short: '?duplicates=only',
    account: admin,
    heading: 'Enquiries',
    prepare: async (page) => {
      await enquiryRow(page).click()
      await page
        .getByRole('button', { name: /^Convert to lead/ })
        .first()
        .click()
      const form = page.getByRole('dialog', { name: 'Convert to lead' })
      await form.getByLabel('Name').fill('')
      await form.getByRole('button', { name: 'Create Lead' }).click()
      await form.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'enquiry rejection',
    path: '/dashboard/enquiries',
    short: '?duplicates=only',
    account: admin,
    heading: 'Enquiries',
    prepare: async (page) => {
      await enquiryRow(page).click()
      await page
        .getByRole('button', { name: /^Reject RQ/ })
        .first()
        .click()
      const question = page.getByRole('dialog', { name: 'Reject enquiry' })
      await question.getByRole('button', { name: 'Reject' }).click()
      await question.getByText('Choose spam, duplicate or other.').waitFor()
    },
  },
  {
    name: 'contact messages',
    path: '/dashboard/contact-messages?status=all',
    account: admin,
    heading: 'Contact Messages',
    prepare: async (page) => {
      await rowOf(page, 'Contact messages').click()
      await page
        .getByRole('link', { name: /^Reply by email to/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'contact message being answered',
    path: '/dashboard/contact-messages',
    account: admin,
    heading: 'Contact Messages',
    prepare: async (page) => {
      await rowOf(page, 'Contact messages').click()
      await page
        .getByRole('button', { name: /^Answer / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Send answer' }).waitFor()
    },
  },
  {
    name: 'contact messages none',
    path: '/dashboard/contact-messages?search=no-such-traveller',
    account: admin,
    heading: 'Contact Messages',
    shows: (page) => page.getByText('No messages match the current search.'),
  },
  {
    name: 'personal data',
    path: '/dashboard/personal-data',
    account: admin,
    heading: 'Personal Data',
    prepare: findTraveller,
  },
  {
    name: 'personal data erasure',
    path: '/dashboard/personal-data',
    account: admin,
    heading: 'Personal Data',
    prepare: async (page) => {
      await findTraveller(page)
      await page.getByRole('button', { name: 'Erase' }).click()
      await page.getByRole('dialog').getByText('Will be erased:').waitFor()
    },
  },
  {
    name: 'replacements',
    path: '/dashboard/replacements',
    short: '?search=Kabir',
    account: admin,
    heading: 'Replacements',
    shows: (page) => rowOf(page, 'Replacement requests'),
  },
  {
    name: 'replacements approved',
    path: '/dashboard/replacements?status=approved',
    short: '&search=Kabir',
    account: admin,
    heading: 'Replacements',
    prepare: async (page) => {
      await rowOf(page, 'Replacement requests').click()
      await page
        .getByText(/^Approved \d/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'KYC',
    path: '/dashboard/kyc',
    account: admin,
    heading: 'KYC',
    prepare: async (page) => {
      await rowOf(page, 'KYC documents').click()
      await page.getByRole('button', { name: 'Open KYC document' }).first().click()
      await page.getByRole('link', { name: 'Download' }).waitFor()
    },
  },
  {
    name: 'KYC rejected none',
    path: '/dashboard/kyc?status=rejected',
    account: admin,
    heading: 'KYC',
    // Another test may have rejected a document, so the response is faked.
    fakeAnswers: (page) => fakeAnswer(page, '**/api/kyc?*', emptyPage),
    shows: (page) => page.getByText('No document was rejected.'),
  },
  {
    name: 'KYC rejection without a reason',
    path: '/dashboard/kyc',
    account: admin,
    heading: 'KYC',
    prepare: async (page) => {
      await rowOf(page, 'KYC documents').click()
      await page
        .getByRole('button', { name: /^Reject / })
        .first()
        .click()
      const question = page.getByRole('dialog', { name: 'Reject KYC' })
      await question.getByRole('button', { name: 'Reject' }).click()
      await question.getByText('Choose a reason.').waitFor()
    },
  },
  {
    name: 'failed jobs',
    path: '/dashboard/failed-jobs',
    account: admin,
    heading: 'Failed Jobs',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/failed-jobs?*', failedJobsPage),
    shows: (page) => page.getByText('The payment gateway did not respond.'),
  },
  {
    name: 'failed jobs question',
    path: '/dashboard/failed-jobs?page=2',
    account: admin,
    heading: 'Failed Jobs',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/failed-jobs?*', failedJobsPage),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Try all again' }).click()
      await page.getByRole('dialog', { name: 'Try 22 jobs again?' }).waitFor()
    },
  },
  {
    name: 'failed jobs none',
    path: '/dashboard/failed-jobs?page=1',
    account: admin,
    heading: 'Failed Jobs',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/failed-jobs?*', emptyPage),
    shows: (page) => page.getByText('Nothing has failed.'),
  },
  {
    name: 'settings',
    path: '/dashboard/settings',
    account: admin,
    heading: 'Settings',
    shows: (page) => page.getByText('Never changed.'),
  },
  {
    name: 'settings with a sent statement',
    path: '/dashboard/settings',
    account: admin,
    heading: 'Settings',
    fakeAnswers: async (page) => {
      await fakeAnswer(page, '**/api/settings', sentSettings)
      await fakeAnswer(page, '**/api/statements/mail', sentStatement)
    },
    shows: (page) => page.getByText(/^Sent last: October 2026/),
  },
  {
    name: 'return policy',
    path: '/dashboard/return-policy',
    account: admin,
    heading: 'Return Policy',
    shows: (page) =>
      page
        .getByText('No replacement was requested')
        .or(page.getByText('came after the last day to report')),
  },
  {
    name: 'return policy question',
    path: '/dashboard/return-policy',
    account: admin,
    heading: 'Return Policy',
    prepare: async (page) => {
      await page.getByLabel('Days to report').fill('7')
      await page.getByRole('button', { name: /^Save as version/ }).click()
      await page.getByRole('dialog', { name: /^Save version/ }).waitFor()
    },
  },
  {
    name: 'settings question',
    path: '/dashboard/settings',
    account: admin,
    heading: 'Settings',
    prepare: async (page) => {
      await page.getByRole('switch', { name: 'Buying needs an approved KYC' }).click()
      await page.getByRole('dialog', { name: 'Require an approved KYC?' }).waitFor()
    },
  },
  {
    name: 'replacements none',
    path: '/dashboard/replacements?search=no-such-traveller',
    account: admin,
    heading: 'Replacements',
    shows: (page) => page.getByText('No requests match the current filters.'),
  },
  {
    name: 'replacement decision',
    // An appeal that this admin may not decide has no decision.
    path: '/dashboard/replacements?decidable=true',
    short: '&search=Kabir',
    account: admin,
    heading: 'Replacements',
    prepare: async (page) => {
      await rowOf(page, 'Replacement requests').click()
      await page.getByText('This is final.').waitFor()
    },
  },
  {
    name: 'replacement rejection without a reason',
    path: '/dashboard/replacements?decidable=true',
    short: '&search=Kabir',
    account: admin,
    heading: 'Replacements',
    prepare: async (page) => {
      await rowOf(page, 'Replacement requests').click()
      await page
        .getByRole('button', { name: /^Reject / })
        .first()
        .click()
      const question = page.getByRole('form', { name: 'Reject replacement' })
      await question.getByRole('button', { name: 'Reject' }).click()
      await question.getByText('Write what you found. The agent will read it.').waitFor()
    },
  },
]
