import type { Invitation, Member } from '../../contract/src/members.ts'
import { demoAgent } from '../support/api.ts'
import { fakeAccount, fakeAnswer } from './fake-answers.ts'
import type { Screen } from './screen.ts'

const member = (number: number, changed: Partial<Member>): Member => ({
  _id: `01a1ff16-4ebd-7160-8d67-3716c296af0${number}`,
  name: 'Kabir Anand',
  email: 'agent@raahi.example',
  phone: '+919000000101',
  role: 'owner',
  dailyLimit: null,
  suspended: false,
  suspendedByRaahi: false,
  joinedAt: '2026-03-20T10:00:00.000Z',
  lastActiveAt: '2026-11-29T03:12:00.000Z',
  openLeads: 4,
  contacts: 120,
  quotes: 31,
  won: 7,
  bought: 58,
  ...changed,
})

const members = [
  member(1, {}),
  member(2, {
    name: 'Venkatanarasimharajuvaripeta Subrahmanyeswara Rao',
    email: 'subrahmanyeswara.venkatanarasimharajuvaripeta@marigold-journeys.example',
    role: 'buyer',
    dailyLimit: 5000,
  }),
  member(3, { name: 'Meera Nair', email: 'meera@marigold.example', role: 'caller', bought: 0 }),
  member(4, {
    name: 'Ravi Menon',
    email: 'ravi@marigold.example',
    role: 'caller',
    suspended: true,
    suspendedByRaahi: true,
    lastActiveAt: null,
    openLeads: 0,
  }),
]

const invitations: Invitation[] = [
  {
    _id: '01a1ff16-4ebd-7160-8d67-3716c296af09',
    email: 'zoya.khan@marigold-journeys.example',
    role: 'buyer',
    dailyLimit: 2500,
    createdAt: '2026-11-28T10:00:00.000Z',
    expiresAt: '2026-12-05T10:00:00.000Z',
  },
]

const answer = { members, invitations }
const names = members.map(({ _id, name, role, suspended }) => ({ _id, name, role, suspended }))
const path = '/dashboard/members'
const heading = 'Members'
const joinPath = `/join#${'a'.repeat(43)}`
const asMember = (role: 'buyer' | 'caller') => ({
  agency: {
    _id: '01a1ff16-4ebd-7160-8d67-3716c296af01',
    role,
    dailyLimit: role === 'buyer' ? 5000 : null,
    isRoleShown: false,
  },
})

/** The members of an agency, the page of an invitation, and the home of a member. Faked: the demo agent is alone. */
export const memberScreens: readonly Screen[] = [
  {
    name: 'members',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/members', answer),
    shows: (page) => page.getByText('zoya.khan@marigold-journeys.example'),
  },
  {
    name: 'members only the owner',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/members', {
        ...answer,
        members: members.slice(0, 1),
        invitations: [],
      }),
    shows: (page) => page.getByText('Only you'),
  },
  {
    name: 'members failed',
    path,
    account: demoAgent,
    heading,
    status: 400,
    fakeAnswers: async (page) => {
      await page.route('**/api/members', (route) =>
        route.fulfill({ status: 400, json: { success: false, code: 'MALFORMED_REQUEST' } }),
      )
    },
    shows: (page) => page.getByText('The members could not be loaded.'),
  },
  {
    name: 'invite member dialog with errors',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/members', answer),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite member' }).click()
      const form = page.getByRole('dialog', { name: 'Invite member' })
      await form.getByRole('radio', { name: 'Buyer' }).check()
      await form.getByRole('button', { name: 'Send invitation' }).click()
      await form.getByLabel('Email').and(page.locator('[aria-invalid=true]')).waitFor()
    },
  },
  {
    name: 'hand over dialog',
    path,
    account: demoAgent,
    heading,
    fakeAnswers: (page) => fakeAnswer(page, '**/api/members', answer),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Hand over to Meera Nair' }).click()
      await page.getByLabel('Your password').waitFor()
    },
  },
  {
    name: 'pipeline of an agency',
    path: '/dashboard/pipeline?view=board',
    account: demoAgent,
    heading: 'Pipeline',
    fakeAnswers: (page) => fakeAnswer(page, '**/api/members/names', names),
    shows: (page) => page.getByRole('button', { name: 'Not assigned' }),
  },
  {
    name: 'dashboard of a caller',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    leavesState: true,
    fakeAnswers: (page) => fakeAccount(page, asMember('caller')),
    shows: (page) => page.getByText('You are a caller'),
  },
  {
    name: 'dashboard of a buyer',
    path: '/dashboard',
    account: demoAgent,
    heading: 'Agent Dashboard',
    leavesState: true,
    fakeAnswers: (page) => fakeAccount(page, asMember('buyer')),
    shows: (page) => page.getByText('You are a buyer'),
  },
  {
    name: 'profile of a caller',
    path: '/dashboard/user-profile',
    account: demoAgent,
    heading: 'User Profile',
    leavesState: true,
    fakeAnswers: (page) => fakeAccount(page, asMember('caller')),
    shows: (page) => page.getByText('This device'),
  },
  {
    name: 'join an agency',
    // A second visit that differs only after `#` would not load the page again.
    path: '/auth/login',
    heading: 'Login',
    fakeAnswers: (page) =>
      fakeAnswer(page, '**/api/invitations/read', {
        companyName: 'Marigold Journeys',
        email: 'meera@marigold.example',
        role: 'caller',
        dailyLimit: null,
      }),
    prepare: async (page) => {
      await page.goto(joinPath)
      await page.getByRole('button', { name: 'Join' }).waitFor()
    },
  },
  {
    name: 'invitation ended',
    path: '/auth/login',
    heading: 'Login',
    status: 409,
    prepare: async (page) => {
      await page.goto(joinPath)
      await page.getByRole('heading', { name: 'This invitation has ended' }).waitFor()
    },
  },
]
