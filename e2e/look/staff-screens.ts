import { pageOf } from '../../contract/src/fields.ts'
import type { MoneyRequest } from '../../contract/src/money-requests.ts'
import type { StaffMember } from '../../contract/src/staff.ts'
import { staffRights } from '../../contract/src/staff-rights.ts'
import { admin } from '../support/api.ts'
import { emptyPage, fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const idOf = (number: number) => `01a1ff16-4ebd-7160-8d67-3716c296ae0${number}`

const member = (number: number, changed: Partial<StaffMember>): StaffMember => ({
  _id: idOf(number),
  name: 'Divya Nair',
  email: 'divya@raahi.example',
  rights: ['support'],
  userStatus: 'active',
  twoFactor: true,
  lastActiveAt: '2026-11-22T03:12:00.000Z',
  ...changed,
})

const staff = [
  member(1, { name: 'Asha Rao', email: 'asha@raahi.example', rights: [...staffRights] }),
  member(2, {}),
  member(3, {
    name: 'Venkatanarasimharajuvaripeta Subramanian',
    email: 'venkatanarasimharajuvaripeta.subramanian@operations.raahi.example',
    rights: ['leads', 'money'],
    twoFactor: false,
    lastActiveAt: null,
  }),
  member(4, { name: 'Former Clerk', userStatus: 'suspended' }),
]

const request = (number: number, changed: Partial<MoneyRequest>): MoneyRequest => ({
  _id: idOf(number),
  kind: 'recharge',
  status: 'pending',
  amount: 25000,
  user: { _id: idOf(7), name: 'Kabir Anand', email: 'agent@raahi.example' },
  paymentId: null,
  reference: 'UPI 4471 2203 9981',
  note: 'Thank you for the bank transfer of 20 November.',
  askedBy: { _id: idOf(2), name: 'Divya Nair' },
  askedAt: '2026-11-22T03:12:00.000Z',
  expiresAt: '2026-11-29T03:12:00.000Z',
  decidedBy: null,
  decidedAt: null,
  canDecide: true,
  ...changed,
})

const decided = {
  canDecide: false,
  decidedBy: { _id: idOf(1), name: 'Asha Rao' },
  decidedAt: '2026-11-22T05:12:00.000Z',
}
const requests = [
  request(1, {}),
  request(2, {
    kind: 'refund',
    amount: 349.5,
    paymentId: 'pay_LooksOnly00042',
    reference: null,
    note: 'Paid twice by mistake',
    canDecide: false,
  }),
  request(3, { ...decided, status: 'approved' }),
  request(4, { ...decided, status: 'declined', reference: null, note: null }),
]

const failing = { success: false, code: 'INTERNAL_ERROR', message: 'Something went wrong.' }

/** The admins with their rights, and what waits for a second admin. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'staff',
    path: '/dashboard/staff',
    account: admin,
    heading: 'Staff',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/staff', staff),
    shows: (page) => page.getByRole('list', { name: 'Staff' }),
  },
  {
    name: 'staff failing',
    path: '/dashboard/staff',
    account: admin,
    heading: 'Staff',
    status: 500,
    fakeAnswers: async (page) => {
      await page.route('**/api/staff', (route) => route.fulfill({ status: 500, json: failing }))
    },
    shows: (page) => page.getByText('The staff could not be loaded.'),
  },
  {
    name: 'staff add with errors',
    path: '/dashboard/staff',
    account: admin,
    heading: 'Staff',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add admin' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add admin' })
      await dialog.getByRole('button', { name: 'Add admin' }).click()
      await dialog.getByText('Choose at least one right.').waitFor()
    },
  },
  {
    name: 'approvals',
    path: '/dashboard/approvals?status=all',
    account: admin,
    heading: 'Approvals',
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/money-requests?*', pageOf(requests, requests.length, 1, 10)),
    shows: (page) => page.getByRole('list', { name: 'Requests', exact: true }),
  },
  {
    name: 'approvals none',
    path: '/dashboard/approvals',
    account: admin,
    heading: 'Approvals',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/money-requests?*', emptyPage),
    shows: (page) => page.getByText(/^Nothing is waiting\./),
  },
]
