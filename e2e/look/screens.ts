import type { Page } from '@playwright/test'
import { screens as dashboardScreens } from '../../web/src/app/screens.ts'
import { admin, demoAgent } from '../support/api.ts'
import { goToNextStep, openQuoteForm, sendQuote } from '../support/quote.ts'
import { boughtEnquiry } from './bought-enquiry.ts'
import { confirmEmailScreens } from './confirm-email-screens.ts'
import { failedJobsPage } from './failed-jobs.ts'
import { emptyPage, fakeAccount, fakeAnswer } from './fake-answers.ts'
import { fakeDevices } from './fake-devices.ts'
import { fakeSkippedLeads } from './fake-skipped-leads.ts'
import { pipelineScreens } from './pipeline-screens.ts'
import { quoteScreens } from './quote-screens.ts'
import { fakeLeadOdds, returnsScreens } from './returns-screens.ts'
import type { Screen } from './screen.ts'
import { twoFactorScreens } from './two-factor-screens.ts'

const showCards = async (page: Page) => {
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await page
    .getByRole('button', { name: /^Copy phone/ })
    .first()
    .waitFor()
}
const firstCard = (page: Page) => page.getByRole('listitem').filter({ hasText: '₹' }).first()

/** Requests a code for an address without an account, so that no mail is sent. */
async function requestCode(page: Page) {
  await page.getByLabel('Email').fill('priya.sharma@agents.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('heading', { name: 'Verify OTP' }).waitFor()
}

/** Looks up a traveller with two enquiries in the demo data. */
async function findTraveller(page: Page) {
  await page.getByLabel('Phone number').fill('+919000060148')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Export as JSON' }).waitFor()
}

/** A dialog that a button of the demo agent's card opens. @param shows a text of the dialog */
function userDialog(button: string, shows: string): Screen {
  return {
    name: `user dialog ${button}`,
    path: '/dashboard/users?name=Kabir',
    account: admin,
    heading: 'Users',
    prepare: async (page) => {
      if (['View Details', 'Wallet'].includes(button)) {
        await page.getByRole('button', { name: button, exact: true }).first().click()
      } else {
        await page.getByRole('button', { name: 'More actions' }).first().click()
        await page.getByRole('menuitem', { name: button, exact: true }).click()
      }
      await page.getByRole('dialog').getByText(shows).first().waitFor()
    },
  }
}

/** A tab of the drawer of the demo agent. @param shows a text of the tab */
function userTab(tab: string, shows: string): Screen {
  return {
    ...userDialog('View Details', 'Member since'),
    name: `user tab ${tab}`,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'View Details' }).first().click()
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByRole('tabpanel').getByText(shows).first().waitFor()
    },
  }
}

/** Outcomes of a plan purchase, answered in place of the server, so that the demo agent buys no plan. */
const cutOrder = {
  orderId: 'order_LooksOnly',
  amount: 349,
  amountPaise: 349_00,
  currency: 'INR',
  key: 'rzp_test_sandbox',
}
const openOrder = {
  orderId: cutOrder.orderId,
  kind: 'plan',
  status: 'open',
  amount: 349,
  paymentId: null,
  subscription: null,
  wallet: 0,
  invoiceId: null,
  createdAt: '2026-11-21T10:00:00.000Z',
}
const decliningCheckout = `window.Razorpay = class {
  on(event, listener) { this.decline = listener }
  open() { setTimeout(() => this.decline({ error: { description: 'Declined by the bank.' } })) }
  close() {}
}`
const freeOrder = {
  ...cutOrder,
  orderId: null,
  amount: 0,
  amountPaise: 0,
  subscription: {
    _id: '01a1ff16-4ebd-7160-8d67-3716c296adb9',
    plan: '01a1ff16-4ebd-7160-8d67-3716c296adb8',
    name: 'Videsh Starter',
    price: 0,
    planType: 'international',
    validity: 30,
    numberOfLeads: 10,
    leadsLeft: 10,
    status: true,
    startDate: '2026-11-21T10:00:00.000Z',
    endDate: '2026-12-21T10:00:00.000Z',
    daysLeft: 30,
  },
}

/** Gives the demo agent these plans. */
function fakePlans(page: Page, plans: readonly object[]): Promise<void> {
  return fakeAnswer(page, '**/api/plan/getAllPlansOfUser*', plans)
}

const plan = (number: number, changed: object) => ({
  ...freeOrder.subscription,
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

const listedScreens: readonly Screen[] = [
  { name: 'home', path: '/', heading: 'Where shall the road take you?' },
  {
    name: 'home search',
    path: '/',
    heading: 'Where shall the road take you?',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Where would you like to go?' }).fill('ker')
      await page.getByRole('option', { name: /^Kerala/ }).waitFor()
    },
  },
  { name: 'destinations', path: '/destinations', heading: 'Destinations' },
  ...['Goa', 'Kerala', 'Rajasthan', 'Manali', 'Jaipur'].map((place) => ({
    name: `destination ${place}`,
    path: `/destinations/${place.toLowerCase()}`,
    heading: place,
  })),
  {
    name: 'quote form with errors',
    path: '/destinations/goa',
    heading: 'Goa',
    prepare: async (page) => {
      await goToNextStep(await openQuoteForm(page), 2)
      await page.getByRole('button', { name: 'Get my quote' }).click()
      await page.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'quote form, people',
    path: '/destinations/goa',
    heading: 'Goa',
    prepare: async (page) => {
      await goToNextStep(await openQuoteForm(page))
      await page.getByRole('heading', { name: 'Who is travelling?' }).waitFor()
    },
  },
  {
    name: 'quote thanks',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
    },
  },
  {
    name: 'own enquiry',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'Correct it' }).waitFor()
    },
  },
  {
    name: 'own enquiry correction',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'Correct it' }).click()
      await page.getByRole('button', { name: 'Save' }).waitFor()
    },
  },
  {
    name: 'own enquiry withdrawal',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'Withdraw it' }).click()
      await page.getByRole('button', { name: 'Yes, withdraw it' }).waitFor()
    },
  },
  {
    name: 'own enquiry with its agent',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.route('**/api/enquiries/mine/*', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        Object.assign(json.data, boughtEnquiry)
        await route.fulfill({ response, json })
      })
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByText('Your travel agent').waitFor()
    },
  },
  {
    name: 'own enquiry with a question',
    path: '/destinations/kerala',
    heading: 'Kerala',
    prepare: async (page) => {
      await sendQuote(page)
      await page.route('**/api/enquiries/mine/*', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        const question = { answer: null, until: '2026-11-23T10:00:00.000Z' }
        Object.assign(json.data, boughtEnquiry, { question })
        await route.fulfill({ response, json })
      })
      await page.getByRole('link', { name: 'Your enquiry' }).click()
      await page.getByRole('button', { name: 'I am still planning' }).waitFor()
    },
  },
  {
    name: 'own enquiry with a wrong link',
    path: '/my-enquiry#cut',
    heading: 'Your enquiry',
    shows: (page) => page.getByText('This link does not open an enquiry'),
  },
  { name: 'about', path: '/about', heading: 'About us' },
  { name: 'for agents', path: '/agents', heading: 'For travel agents' },
  { name: 'contact', path: '/contact', heading: 'Contact us' },
  {
    name: 'contact with errors',
    path: '/contact',
    heading: 'Contact us',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send message' }).click()
      await page.getByText('Name is required').waitFor()
    },
  },
  ...returnsScreens,
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
      await page.getByLabel("Traveller's city").fill('a')
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
  {
    name: 'purchased leads',
    path: '/dashboard/purchased-leads',
    short: '?search=a&leadType=international',
    account: demoAgent,
    heading: 'My Purchased Leads',
    shows: firstCard,
    prepare: showCards,
  },
  {
    name: 'purchased leads as a list',
    path: '/dashboard/purchased-leads',
    short: '?search=a&leadType=international',
    account: demoAgent,
    heading: 'My Purchased Leads',
    shows: firstCard,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page
        .getByRole('button', { name: /^Copy phone/ })
        .first()
        .waitFor({ state: 'detached' })
    },
  },
  {
    name: 'purchased lead in the drawer',
    path: '/dashboard/purchased-leads',
    short: '?search=a&leadType=international',
    account: demoAgent,
    heading: 'My Purchased Leads',
    shows: firstCard,
    prepare: async (page) => {
      await page
        .getByRole('list', { name: 'Purchased leads' })
        .getByRole('heading')
        .first()
        .getByRole('link')
        .click()
      await page.getByRole('dialog').getByLabel('WhatsApp message').waitFor()
    },
  },
  {
    name: 'replacement dialog with errors',
    path: '/dashboard/purchased-leads',
    short: '?search=a&leadType=international',
    account: demoAgent,
    heading: 'My Purchased Leads',
    shows: firstCard,
    prepare: async (page) => {
      await showCards(page)
      await page.getByRole('button', { name: 'Request Replacement' }).first().click()
      await page.getByRole('button', { name: 'Submit request' }).click()
      await page.getByText('Please provide a reason for replacement.').waitFor()
    },
  },
  {
    name: 'wallet',
    path: '/dashboard/wallet',
    account: demoAgent,
    heading: 'Wallet Statement',
    shows: (page) => page.getByRole('cell').first(),
  },
  {
    name: 'plans',
    path: '/dashboard/plans',
    account: demoAgent,
    heading: 'Plans',
    shows: (page) => page.getByRole('button', { name: 'Buy Plan' }).first(),
  },
  {
    name: 'plans none',
    path: '/dashboard/plans?planType=both',
    account: demoAgent,
    heading: 'Plans',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/plan', []),
    shows: (page) => page.getByText('No plans available for the selected filter.'),
  },
  {
    name: 'buy plan dialog',
    path: '/dashboard/plans',
    account: demoAgent,
    heading: 'Plans',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Buy Plan' }).first().click()
      await page.getByRole('button', { name: 'Confirm Purchase' }).waitFor()
    },
  },
  {
    name: 'buy plan dialog failed',
    path: '/dashboard/plans',
    account: demoAgent,
    heading: 'Plans',
    fakeAnswers: async (page) => {
      await fakeAnswer(page, '**/api/razorPay/createorderPlan', cutOrder)
      await page.route('**/checkout.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: decliningCheckout }),
      )
      await fakeAnswer(page, '**/api/razorPay/orders/*', openOrder)
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Buy Plan' }).first().click()
      await page.getByRole('button', { name: 'Confirm Purchase' }).click()
      await page.getByText('If your bank still confirms').waitFor()
    },
  },
  {
    name: 'plan purchased',
    path: '/dashboard/plans',
    account: demoAgent,
    heading: 'Plans',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/razorPay/createorderPlan', freeOrder),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Buy Plan' }).first().click()
      await page.getByRole('button', { name: 'Confirm Purchase' }).click()
      await page.getByText('Successfully purchased the plan!').waitFor()
    },
  },
  {
    name: 'top-up dialog with error',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add money' }).click()
      await page.getByLabel('Amount').fill('0')
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Enter an amount of ₹1 or more.').waitFor()
    },
  },
  {
    name: 'admin dashboard',
    path: '/dashboard',
    account: admin,
    heading: 'Admin Dashboard',
    shows: (page) => page.getByRole('heading', { name: 'Unsold leads by age' }),
  },
  {
    name: 'admin dashboard without open work',
    leavesState: true,
    path: '/dashboard',
    account: admin,
    heading: 'Admin Dashboard',
    prepare: async (page) => {
      await page.route('**/api/dashboard/overview', async (route) => {
        const response = await route.fetch()
        const json = await response.json()
        const none = { count: 0, oldestAt: null }
        for (const item of json.data.openWork) Object.assign(item, none)
        await route.fulfill({ response, json })
      })
      await page.reload()
      await page.getByText('All done.').waitFor()
    },
  },
  {
    name: 'add leads',
    path: '/dashboard/add-leads',
    short: '?destination=Ladakh',
    account: admin,
    heading: 'Add Leads',
    shows: (page) => page.getByRole('button', { name: 'Mark as sold' }).first(),
  },
  {
    name: 'lead form with errors',
    path: '/dashboard/add-leads',
    short: '?destination=Ladakh',
    account: admin,
    heading: 'Add Leads',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add New Travel Lead' }).click()
      await page.getByRole('button', { name: 'Save Lead' }).click()
      await page.getByText('Name is required').waitFor()
    },
  },
  {
    name: 'all transactions',
    path: '/dashboard/transactions',
    account: admin,
    heading: 'All Transactions',
    shows: (page) => page.getByText('Completed').filter({ visible: true }).nth(1),
  },
  {
    name: 'no transactions',
    path: '/dashboard/transactions?search=nowhere-at-all',
    account: admin,
    heading: 'All Transactions',
    shows: (page) => page.getByText('No transactions found.'),
  },
  {
    name: 'my invoices',
    path: '/dashboard/invoices',
    account: demoAgent,
    heading: 'Invoices',
    shows: (page) => page.getByRole('link', { name: /^TRA\// }).first(),
  },
  {
    name: 'no invoices',
    leavesState: true,
    path: '/dashboard/invoices',
    account: demoAgent,
    heading: 'Invoices',
    prepare: async (page) => {
      await page.route('**/api/invoices/my*', async (route) => {
        const answer = await route.fetch()
        const { data } = await answer.json()
        const none = { ...data, docs: [], totalDocs: 0, totalPages: 1, hasNextPage: false }
        await route.fulfill({ json: { success: true, data: none } })
      })
      await page.reload()
      await page.getByText('No invoices yet.').waitFor()
    },
  },
  {
    name: 'invoice',
    path: '/dashboard/invoices',
    account: demoAgent,
    heading: 'Invoices',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^TRA\// })
        .first()
        .click()
      await page.getByText('Amount in words').waitFor()
    },
  },
  {
    name: 'credit note',
    path: '/dashboard/invoices',
    account: demoAgent,
    heading: 'Invoices',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^TCN\// })
        .first()
        .click()
      await page.getByText('Against invoice').waitFor()
    },
  },
  {
    name: 'all invoices',
    path: '/dashboard/invoices',
    account: admin,
    heading: 'Invoices',
    shows: (page) => page.getByRole('link', { name: /^TRA\// }).first(),
  },
  {
    name: 'invoice of a buyer without GSTIN',
    path: '/dashboard/invoices?search=Blue+Harbour',
    account: admin,
    heading: 'Invoices',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^TRA\// })
        .first()
        .click()
      await page.getByText('CGST 9%').waitFor()
    },
  },
  {
    name: 'audit log',
    path: '/dashboard/audit-log',
    account: admin,
    heading: 'Audit Log',
    shows: (page) => page.getByRole('listitem').filter({ hasText: 'Added money to' }).first(),
  },
  {
    name: 'empty audit log',
    path: '/dashboard/audit-log?actor=no-such-admin',
    account: admin,
    heading: 'Audit Log',
    shows: (page) => page.getByText('No actions match the current filters.'),
  },
  {
    name: 'plan management',
    path: '/dashboard/add-new-plans',
    account: admin,
    heading: 'Plan Management',
    shows: (page) => page.getByRole('button', { name: 'Edit' }).first(),
  },
  {
    name: 'plan management cards',
    path: '/dashboard/add-new-plans?view=cards',
    account: admin,
    heading: 'Plan Management',
    shows: (page) => page.getByRole('button', { name: 'Edit' }).first(),
  },
  {
    name: 'plan form with errors',
    leavesState: true,
    path: '/dashboard/add-new-plans',
    account: admin,
    heading: 'Plan Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add New Plan' }).click()
      const form = page.getByRole('dialog', { name: 'Add New Plan' })
      await form.getByLabel('Plan ID').fill(' ')
      await form.getByText('Plan ID is required.').waitFor()
    },
  },
  {
    name: 'plan details',
    path: '/dashboard/add-new-plans',
    account: admin,
    heading: 'Plan Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sampoorna Annual' }).click()
      await page.getByRole('dialog').getByText('300 leads over a year').waitFor()
    },
  },
  {
    name: 'plan delete dialog',
    path: '/dashboard/add-new-plans',
    account: admin,
    heading: 'Plan Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('dialog').getByText('until it ends').waitFor()
    },
  },
  {
    name: 'leads cost dialog',
    path: '/dashboard/add-new-plans',
    account: admin,
    heading: 'Plan Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Leads Cost' }).click()
      await page.getByText('Existing lead costs').waitFor()
    },
  },
  {
    name: 'lead cost',
    path: '/dashboard/lead-cost',
    account: admin,
    heading: 'Lead Cost Management',
    shows: (page) => page.getByRole('button', { name: 'Edit' }).first(),
  },
  {
    name: 'delete dialog',
    path: '/dashboard/lead-cost',
    account: admin,
    heading: 'Lead Cost Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor()
    },
  },
  {
    name: 'enquiries',
    path: '/dashboard/enquiries',
    short: '?duplicates=only',
    account: admin,
    heading: 'Enquiries',
    shows: (page) => page.getByRole('button', { name: /^Convert/ }).first(),
  },
  {
    name: 'enquiries all',
    path: '/dashboard/enquiries?status=all',
    short: '&search=Kerala',
    account: admin,
    heading: 'Enquiries',
    shows: (page) => page.getByText(/^Converted by/).first(),
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
      await page
        .getByRole('button', { name: /^Convert/ })
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
      await page
        .getByRole('button', { name: /^Reject/ })
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
    shows: (page) => page.getByRole('link', { name: /^Reply by email to/ }).first(),
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
    shows: (page) => page.getByRole('button', { name: 'Approve' }).first(),
  },
  {
    name: 'replacements approved',
    path: '/dashboard/replacements?status=approved',
    short: '&search=Kabir',
    account: admin,
    heading: 'Replacements',
    shows: (page) => page.getByText(/^Approved \d/).first(),
  },
  {
    name: 'KYC',
    path: '/dashboard/kyc',
    account: admin,
    heading: 'KYC',
    // The first document opens without a press.
    shows: (page) => page.getByRole('link', { name: 'Download' }),
  },
  {
    name: 'KYC rejected none',
    path: '/dashboard/kyc?status=rejected',
    account: admin,
    heading: 'KYC',
    // Another test may have rejected one.
    fakeAnswers: (page) => fakeAnswer(page, '**/api/kyc?*', emptyPage),
    shows: (page) => page.getByText('No document was rejected.'),
  },
  {
    name: 'KYC rejection without a reason',
    path: '/dashboard/kyc',
    account: admin,
    heading: 'KYC',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reject' }).first().click()
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
    path: '/dashboard/replacements',
    short: '?search=Kabir',
    account: admin,
    heading: 'Replacements',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Approve' }).first().click()
      await page.getByRole('dialog').getByText('This is final.').waitFor()
    },
  },
  {
    name: 'replacement rejection without a reason',
    path: '/dashboard/replacements',
    short: '?search=Kabir',
    account: admin,
    heading: 'Replacements',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reject' }).first().click()
      const question = page.getByRole('dialog', { name: 'Reject replacement' })
      await question.getByRole('button', { name: 'Reject' }).click()
      await question.getByText('Write what you found. The agent will read it.').waitFor()
    },
  },
  {
    name: 'users',
    path: '/dashboard/users',
    short: '?name=Kabir',
    account: admin,
    heading: 'Users',
    shows: (page) => page.getByRole('button', { name: 'View Details' }).first(),
  },
  {
    name: 'users as a table',
    leavesState: true,
    path: '/dashboard/users',
    short: '?name=Kabir',
    account: admin,
    heading: 'Users',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('button', { name: 'Spent in 30 days' }).click()
      await page.locator('th[aria-sort="descending"]').waitFor()
    },
  },
  {
    name: 'users none',
    path: '/dashboard/users?name=no-such-user',
    account: admin,
    heading: 'Users',
    shows: (page) => page.getByText('No users match the current filters.'),
  },
  {
    name: 'user add with errors',
    path: '/dashboard/users',
    short: '?name=Kabir',
    account: admin,
    heading: 'Users',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add New User' }).click()
      await page.getByRole('button', { name: 'Add User' }).click()
      await page.getByText('City is required').waitFor()
    },
  },
  userDialog('View Details', 'Member since'),
  userDialog('Purchased Leads', 'has bought'),
  userTab('Wallet', 'Wallet balance'),
  userTab('Audit', 'Agent'),
  userDialog('Assign Plan', 'Domestic and international'),
  userDialog('Wallet', 'Popular amounts'),
  {
    ...userDialog('Wallet', 'Popular amounts'),
    name: 'wallet question with reference and note',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Wallet', exact: true }).first().click()
      const form = page.getByRole('dialog', { name: 'Add Amount in Wallet' })
      await form.getByRole('textbox', { name: 'Amount' }).fill('2500')
      await form.getByLabel('Reference').fill('UPI/632514789012/HDFC0001234')
      await form
        .getByLabel('Note to the agent')
        .fill('For the three leads that we talked about on the phone. Thank you for your patience.')
      await form.getByRole('button', { name: 'Add Amount' }).click()
      await page.getByText('The new balance will be').waitFor()
    },
  },
  userDialog('Replacement', 'Pending'),
  userDialog('Suspend', 'cannot log in'),
  {
    name: 'user profile',
    path: '/dashboard/user-profile',
    account: demoAgent,
    heading: 'User Profile',
    shows: (page) => page.getByText('This device'),
  },
  {
    name: 'admin profile',
    path: '/dashboard/admin-profile',
    account: admin,
    heading: 'Admin Profile',
    shows: (page) => page.getByText('This device'),
  },
  ...confirmEmailScreens,
  ...pipelineScreens,
  ...quoteScreens,
  ...twoFactorScreens,
]

/** Screens behind the login that are not listed above. Their heading is their title, and they need no preparation. */
const otherScreens: readonly Screen[] = dashboardScreens
  .filter(({ path }) => !path.includes(':'))
  .filter(({ path }) => !listedScreens.some((listed) => listed.path.split('?')[0] === path))
  .map(({ path, title, roles }) => ({
    name: title.toLowerCase(),
    path,
    account: roles.includes('admin') ? admin : demoAgent,
    heading: title,
    prepare: (page) =>
      page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'hidden' }),
  }))

export const screens: readonly Screen[] = [...listedScreens, ...otherScreens]

/** Opens a screen and waits until it is complete. The account must be signed in already. */
export async function openScreen(
  page: Page,
  screen: Screen,
  { short = false, inApp = false } = {},
): Promise<void> {
  await screen.fakeAnswers?.(page)
  const address = screen.path + ((short && screen.short) || '')
  await (inApp ? openInApp(page, address) : page.goto(address))
  await page.getByRole('heading', { level: 1, name: screen.heading }).waitFor()
  await screen.shows?.(page).waitFor()
  await screen.prepare?.(page)
  // Results of earlier filters are drawn paler until those of the present ones arrive.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

/** Opens an address in the loaded app, as Forward does: the router numbers its entries of the history. */
export function openInApp(page: Page, address: string): Promise<void> {
  return page.evaluate((to) => {
    const state = { idx: (history.state?.idx ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
}

/** Changes the colour scheme of the system and waits until the page has followed. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  // Colours change in transitions, which begin at the next frame. The end of one may begin that of an inner element.
  await page.evaluate(async () => {
    let transitions: Animation[]
    do {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
    } while (transitions.length > 0)
  })
}
