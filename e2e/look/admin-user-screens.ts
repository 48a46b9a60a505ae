import { admin } from '../support/api.ts'
import type { Screen } from './screen.ts'

/** A dialog that a button of the demo agent's row opens. @param shows a text of the dialog */
function userDialog(button: string, shows: string): Screen {
  return {
    name: `user dialog ${button}`,
    path: '/dashboard/users?name=Kabir',
    account: admin,
    heading: 'Users',
    prepare: async (page) => {
      if (button === 'View Details') {
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

/** The users, and the profile of an admin. */
export const adminUserScreens: readonly Screen[] = [
  {
    name: 'users',
    path: '/dashboard/users',
    short: '?name=Kabir',
    account: admin,
    heading: 'Users',
    shows: (page) => page.getByRole('button', { name: 'View Details' }).first(),
  },
  {
    name: 'users as cards',
    leavesState: true,
    path: '/dashboard/users',
    short: '?name=Kabir',
    account: admin,
    heading: 'Users',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Cards', exact: true }).click()
      await page.getByRole('list', { name: 'Users' }).waitFor()
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
  userTab('Audit', 'Kabir'),
  userDialog('Assign Plan', 'Domestic and international'),
  userDialog('Wallet', 'Popular amounts'),
  {
    ...userDialog('Wallet', 'Popular amounts'),
    name: 'wallet question with reference and note',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).first().click()
      await page.getByRole('menuitem', { name: 'Wallet', exact: true }).click()
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
    name: 'admin profile',
    path: '/dashboard/admin-profile',
    account: admin,
    heading: 'Admin Profile',
    shows: (page) => page.getByText('This device'),
  },
]
