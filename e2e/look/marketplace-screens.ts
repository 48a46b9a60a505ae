import type { Page } from '@playwright/test'
import { demoAgent } from '../support/api.ts'
import { fakeAccount, fakeAnswer } from './fake-answers.ts'
import { fakeDevices } from './fake-devices.ts'
import { fakeSkippedLeads } from './fake-skipped-leads.ts'
import { fakeSubscription } from './fake-subscription.ts'
import { fakeLeadOdds } from './returns-screens.ts'
import type { Screen } from './screen.ts'

const firstCard = (page: Page) => page.getByRole('listitem').filter({ hasText: '₹' }).first()

/** Gives the demo agent these plans. */
function fakePlans(page: Page, plans: readonly object[]): Promise<void> {
  return fakeAnswer(page, '**/api/plan/getAllPlansOfUser*', plans)
}

const plan = (number: number, changed: object) => ({
  ...fakeSubscription,
  _id: `01a1ff16-4ebd-7160-8d67-3716c296ad0${number}`,
  price: 449,
  ...changed,
})

const severalPlans = [
  plan(1, { name: 'Desh Starter', planType: 'domestic', leadsLeft: 1, daysLeft: 2 }),
  plan(2, { daysLeft: 17 }),
  plan(3, {
    name: 'Sampoorna Annual, for desks that sell at home and abroad all the year round',
    planType: 'both',
    numberOfLeads: 300,
    leadsLeft: 211,
    daysLeft: 340,
  }),
]

/** Opens the purchase dialog of the first lead on sale. */
async function openBuyDialog(page: Page) {
  await page.getByRole('button', { name: 'Buy Now' }).first().click()
  await page.getByRole('button', { name: 'Yes, Buy!' }).waitFor()
}

/** Gives the demo agent ₹10 in the wallet and no plan. */
async function fakeSmallWallet(page: Page) {
  await fakeAccount(page, { wallet: 10 })
  await fakePlans(page, [])
}

/** The dashboard and the marketplace of an agent. */
export const marketplaceScreens: readonly Screen[] = [
  {
    name: 'agent dashboard',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    shows: (page) => page.getByRole('link', { name: /^\+91/ }).first(),
  },
  {
    name: 'agent dashboard with several plans',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    fakeAnswers: (page) => fakePlans(page, severalPlans),
    prepare: async (page) => {
      await page.getByText('Desh Starter', { exact: true }).waitFor()
      await page.getByRole('link', { name: /^\+91/ }).first().waitFor()
    },
  },
  {
    name: 'agent dashboard without a plan',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    fakeAnswers: (page) => fakePlans(page, []),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Get Plan' }).waitFor()
      await page.getByRole('link', { name: /^\+91/ }).first().waitFor()
    },
  },
  {
    name: 'get plan dialog',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    fakeAnswers: (page) => fakePlans(page, []),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Get Plan' }).click()
      await page.getByRole('list', { name: 'Plans on sale' }).waitFor()
    },
  },
  {
    name: 'my leads',
    path: '/dashboard/my-leads',
    short: '?destination=Ladakh',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
  },
  {
    name: 'my leads with filters and suggestions',
    path: '/dashboard/my-leads?satatus=buy&leadType=domestic&tripType=Family&search=a',
    short: '&destination=Ladakh',
    account: demoAgent,
    heading: 'All Travel Leads',
    prepare: async (page) => {
      const filters = page.getByRole('button', { name: /^Filters/ })
      if (await filters.isVisible()) await filters.click()
      // The list is updated later than the suggestions, and is paler until then.
      const listed = page.waitForResponse(/\/api\/leads\?.*\bcity=a/)
      await page.getByLabel("Traveller's city").fill('a')
      await listed
      await page
        .getByRole('option', { name: / leads?$/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'my leads without a lead',
    path: '/dashboard/my-leads?search=no-such-name',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: (page) => page.getByText('No leads match the current filters.'),
  },
  {
    name: 'saved searches',
    isAlone: true,
    path: '/dashboard/saved-searches',
    account: demoAgent,
    heading: 'Saved Searches',
    shows: (page) =>
      page.getByRole('list', { name: 'Saved searches' }).getByText('Paused', { exact: true }),
    fakeAnswers: fakeDevices,
    prepare: (page) => page.getByRole('button', { name: 'Send a test alert' }).waitFor(),
  },
  {
    name: 'automatic buying',
    path: '/dashboard/saved-searches',
    account: demoAgent,
    heading: 'Saved Searches',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Set up' }).first().click()
      await page.getByText('In the last 7 days').waitFor()
    },
  },
  {
    name: 'leads not bought',
    path: '/dashboard/saved-searches',
    account: demoAgent,
    heading: 'Saved Searches',
    fakeAnswers: fakeSkippedLeads,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Leads not bought' }).first().click()
      await page.getByText('Another buyer was first.').first().waitFor()
    },
  },
  {
    name: 'saved search',
    path: '/dashboard/saved-searches',
    account: demoAgent,
    heading: 'Saved Searches',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).first().click()
      await page.getByLabel('Email me about new leads').waitFor()
    },
  },
  {
    name: 'my places',
    path: '/dashboard/my-leads',
    short: '?destination=Ladakh',
    account: demoAgent,
    heading: 'All Travel Leads',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit my places' }).click()
      await page.getByText('from your latest purchases').waitFor()
    },
  },
  {
    name: 'keyboard shortcuts',
    path: '/dashboard/my-leads',
    short: '?destination=Ladakh',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
    prepare: async (page) => {
      await page.keyboard.press('?')
      await page.getByText('Next lead').waitFor()
    },
  },
  {
    name: 'buy dialog',
    path: '/dashboard/my-leads?satatus=buy',
    short: '&destination=Singapore',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
    fakeAnswers: fakeLeadOdds,
    prepare: async (page) => {
      await openBuyDialog(page)
      await page.getByText('Of 312 leads like this one, 4 in 100 were returned.').waitFor()
    },
  },
  {
    name: 'buy dialog from the wallet',
    path: '/dashboard/my-leads?satatus=buy',
    short: '&destination=Singapore',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
    prepare: async (page) => {
      await openBuyDialog(page)
      await page.getByRole('radio', { name: 'from your wallet' }).check()
    },
  },
  {
    name: 'buy dialog with too little money',
    path: '/dashboard/my-leads?satatus=buy',
    short: '&destination=Singapore',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
    fakeAnswers: fakeSmallWallet,
    prepare: async (page) => {
      await page.getByText('Wallet balance ₹10').waitFor()
      await openBuyDialog(page)
      await page.getByRole('button', { name: /^Add ₹.* and buy$/ }).waitFor()
    },
  },
  {
    name: 'buy dialog with the tax question',
    path: '/dashboard/my-leads?satatus=buy',
    short: '&destination=Singapore',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
    fakeAnswers: async (page) => {
      await fakeAccount(page, { wallet: 10, city: 'Jaipur', billingState: null, gstin: null })
      await fakePlans(page, [])
    },
    prepare: async (page) => {
      await page.getByText('Wallet balance ₹10').waitFor()
      await openBuyDialog(page)
      await page.getByRole('dialog').getByText('IGST 18%').waitFor()
    },
  },
  {
    name: 'buy notice of too little money',
    path: '/dashboard/my-leads?satatus=buy',
    short: '&destination=Singapore',
    account: demoAgent,
    heading: 'All Travel Leads',
    shows: firstCard,
    fakeAnswers: fakeSmallWallet,
    prepare: async (page) => {
      await page.getByText('Wallet balance ₹10').waitFor()
      await openBuyDialog(page)
      await page.getByRole('button', { name: 'Yes, Buy!' }).click()
      await page.getByText('Insufficient wallet balance!').waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
]
