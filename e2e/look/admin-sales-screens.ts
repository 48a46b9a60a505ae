import { admin } from '../support/api.ts'
import type { Screen } from './screen.ts'

/** Dashboard, leads, transactions, plans and prices of an admin. */
export const adminSalesScreens: readonly Screen[] = [
  {
    name: 'admin dashboard',
    path: '/dashboard',
    account: admin,
    heading: 'Admin Dashboard',
    shows: (page) => page.getByRole('heading', { name: 'Unsold leads by age' }),
  },
  {
    name: 'admin dashboard of a period that has not begun',
    path: '/dashboard?from=2999-01-01&to=2999-01-31',
    account: admin,
    heading: 'Admin Dashboard',
    shows: (page) => page.getByText('No day of this period has begun.'),
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
    shows: (page) => page.getByRole('checkbox', { name: /^Select LD-/ }).first(),
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
    name: 'correct a recharge dialog',
    path: '/dashboard/transactions?method=recharge_by_admin',
    account: admin,
    heading: 'All Transactions',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Details of TX-/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Correct recharge/ }).click()
      await page.getByRole('textbox', { name: 'Amount to take back' }).waitFor()
    },
  },
  {
    name: 'refund of a payment',
    path: '/dashboard/transactions?method=Online&status=captured&search=Zubin+Irani',
    account: admin,
    heading: 'All Transactions',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Details of pay_/ })
        .first()
        .click()
      await page.getByRole('button', { name: /^Refund payment/ }).click()
      await page.getByRole('dialog').getByText('Payment ID').waitFor()
    },
  },
  {
    name: 'no transactions',
    path: '/dashboard/transactions?search=nowhere-at-all',
    account: admin,
    heading: 'All Transactions',
    shows: (page) => page.getByText('No transactions found.'),
  },
  {
    name: 'all invoices',
    path: '/dashboard/invoices',
    account: admin,
    heading: 'Invoices',
    shows: (page) => page.getByRole('link', { name: /^TRA\// }).first(),
  },
  {
    name: 'statement dialog',
    path: '/dashboard/invoices',
    account: admin,
    heading: 'Invoices',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'GST statement' }).click()
      await page.getByRole('dialog', { name: 'GST statement' }).waitFor()
    },
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
    name: 'replacement of an invoice',
    path: '/dashboard/invoices?kind=invoice&search=Blue+Harbour',
    account: admin,
    heading: 'Invoices',
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^TRA\// })
        .first()
        .click()
      await page.getByRole('button', { name: 'Replace', exact: true }).click()
      await page.getByText('Can be replaced until').waitFor()
    },
  },
  {
    name: 'audit log',
    path: '/dashboard/audit-log',
    account: admin,
    heading: 'Audit Log',
    shows: (page) => page.getByRole('main').getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'audit log entry',
    path: '/dashboard/audit-log',
    account: admin,
    heading: 'Audit Log',
    prepare: (page) => page.getByRole('main').getByRole('heading', { level: 2 }).first().click(),
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
    shows: (page) => page.getByText('Domestic, all'),
  },
  {
    name: 'prices by age question',
    path: '/dashboard/lead-cost',
    account: admin,
    heading: 'Lead Cost Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add a step for Domestic' }).click()
      await page.getByLabel('After days, step 1 of Domestic').fill('30')
      await page.getByLabel('Per cent less, step 1 of Domestic').fill('20')
      await page.getByText('Domestic, from 30 days').waitFor()
      await page.getByRole('button', { name: /^Save as version/ }).click()
      await page.getByRole('dialog', { name: /^Save version/ }).waitFor()
    },
  },
  {
    name: 'lead cost being edited',
    path: '/dashboard/lead-cost',
    account: admin,
    heading: 'Lead Cost Management',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).first().click()
      const form = page.getByRole('form', { name: /^Edit Lead Cost/ })
      await form.getByLabel('Price').fill('73')
      await form.getByText(/available leads? changes? (their|its) price/).waitFor()
    },
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
]
