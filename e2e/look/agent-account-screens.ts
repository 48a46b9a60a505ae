import type { Page } from '@playwright/test'
import { demoAgent } from '../support/api.ts'
import { fakeAccount, fakeAnswer } from './fake-answers.ts'
import { fakeSubscription } from './fake-subscription.ts'
import type { Screen } from './screen.ts'

const showCards = async (page: Page) => {
  await page.getByRole('button', { name: 'Cards', exact: true }).click()
  await page
    .getByRole('button', { name: /^Copy phone/ })
    .first()
    .waitFor()
}

const firstPurchase = (page: Page) =>
  page.getByRole('list', { name: 'Purchased leads' }).getByRole('listitem').first()

/** Faked outcomes of a plan purchase, so that the demo agent buys no plan. */
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
  subscription: fakeSubscription,
}

/** Purchases, money and profile of an agent. */
export const agentAccountScreens: readonly Screen[] = [
  {
    name: 'purchased leads',
    path: '/dashboard/purchased-leads',
    short: '?search=a&leadType=international',
    account: demoAgent,
    heading: 'My Purchased Leads',
    shows: firstPurchase,
    prepare: showCards,
  },
  {
    name: 'purchased leads as a list',
    path: '/dashboard/purchased-leads',
    short: '?search=a&leadType=international',
    account: demoAgent,
    heading: 'My Purchased Leads',
    shows: firstPurchase,
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
    shows: firstPurchase,
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
    shows: firstPurchase,
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
    name: 'buy plan dialog with a part in the wallet',
    path: '/dashboard/plans',
    account: demoAgent,
    heading: 'Plans',
    fakeAnswers: (page) => fakeAccount(page, { wallet: 100 }),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Buy Plan' }).first().click()
      await page.getByRole('button', { name: /^Add ₹.* and buy$/ }).waitFor()
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
    name: 'top-up dialog of the first payment',
    path: '/dashboard/wallet',
    account: demoAgent,
    heading: 'Wallet Statement',
    fakeAnswers: (page) => fakeAccount(page, { gstin: null, billingState: null }),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add money' }).click()
      await page.getByText('included in the amount').waitFor()
    },
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
    name: 'user profile',
    path: '/dashboard/user-profile',
    account: demoAgent,
    heading: 'User Profile',
    shows: (page) => page.getByText('This device'),
  },
]
