import { z } from 'zod'
import { agentRoles } from './agency-roles.ts'
import { endpoint } from './endpoint.ts'
import { maxLengths } from './field-checks.ts'
import {
  filterText,
  id,
  idParams,
  instant,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
} from './fields.ts'
import { kycStatuses } from './kyc-states.ts'
import { rupees } from './money.ts'
import { staffRights } from './staff-rights.ts'

export const roles = ['admin', 'user'] as const
export type Role = (typeof roles)[number]

export const userStatuses = ['active', 'suspended'] as const
export type UserStatus = (typeof userStatuses)[number]

/** The KYC document of an agent who does not log in within this many days after sign-up is deleted. */
export const unusedAccountDays = 30

/** A suspension ends the sessions of the user at once. An admin can reactivate the user. */
export const userStates = {
  active: { suspend: 'suspended' },
  suspended: { reactivate: 'active' },
} as const satisfies Record<UserStatus, Record<string, UserStatus>>

/** A user, as the user and admins see it. */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string().nullable(),
  companyName: z.string(),
  /** Billing details for the user's invoices. The state is that of the GSTIN, if one is set. */
  gstin: z.string().nullable(),
  billingState: z.string().nullable(),
  billingAddress: z.string().nullable(),
  role: z.enum(roles),
  /** The agency that an agent belongs to; absent for admins. */
  agency: z
    .object({
      /** The id of the account that founded it. */
      _id: id,
      role: z.enum(agentRoles),
      /** What a buyer may buy on a day in India; null: no limit. */
      dailyLimit: rupees.nullable(),
      /** False until a new member has read what the role means. */
      isRoleShown: z.boolean(),
    })
    .optional(),
  /** What an admin may do; absent for agents. */
  rights: z.array(z.enum(staffRights)).optional(),
  userStatus: z.enum(userStatuses),
  /** Whether the owner of the email proved to receive mail there. */
  emailConfirmed: z.boolean(),
  /** The email that replaces the present one once it is confirmed; null: none. */
  pendingEmail: z.string().nullable(),
  /** The plan in use; null: none. */
  plan: z.object({ planName: z.string(), price: rupees }).nullable(),
  /** Balance in rupees; 0 for admins, who have no wallet, and for callers. */
  wallet: rupees,
  /** Address of the profile picture; null: none. */
  profile: z.string().nullable(),
  /** Null unless the viewer is an admin. */
  kyc: z.object({ name: z.string(), type: z.string() }).nullable(),
  /** For admins: when the KYC document was deleted because the account was not used. Absent where it was not. */
  kycDeletedAt: instant.optional(),
  createdAt: instant,
})
export type User = z.output<typeof user>

/** Number of past days that `spent` of a listed user covers. */
export const spentDays = 30

/** A user in the list of an admin: with its KYC, figures, and every active plan, the one that ends soonest first. */
const listedUser = user.extend({
  kycStatus: z.enum(kycStatuses),
  /** The other members of the agency, by name; absent without any. */
  members: z
    .array(
      z.object({
        _id: id,
        name: z.string(),
        email: z.string(),
        role: z.enum(agentRoles),
        userStatus: z.enum(userStatuses),
        /** By the owner of the agency. */
        suspended: z.boolean(),
        /** The name, email or search of the filters matches this member. */
        isFound: z.boolean(),
      }),
    )
    .optional(),
  /** When a session was last renewed, which happens every quarter of an hour while it is in use; null: never. */
  lastActiveAt: instant.nullable(),
  /** What the wallet paid for leads and what was paid for plans in `spentDays` days, before refunds. */
  spent: rupees,
  purchases: z.int(),
  /** Purchases whose replacement was approved. */
  returns: z.int(),
  /** `returns` in percent of `purchases`, one decimal; null without a purchase. */
  returnRate: z.number().nullable(),
  activePlans: z.array(
    z.object({
      planName: z.string(),
      price: rupees,
      leadsLeft: z.int(),
      /** Whole days, rounded up. */
      daysLeft: z.int(),
    }),
  ),
})
export type ListedUser = z.output<typeof listedUser>

export const getUserById = endpoint('GET', '/api/auth/getUserById/{id}', {
  name: 'getUserById',
  summary: 'Get a user. Agents: only themselves',
  access: 'signed-in',
  lowestRole: 'caller',
  right: ['agents', 'money', 'support'],
  params: idParams,
  answer: user,
  errors: ['USER_NOT_FOUND'],
})

export const getUserKyc = endpoint('GET', '/api/auth/users/{userId}/kyc', {
  name: 'getUserKyc',
  summary: 'Download a user’s KYC document',
  access: 'admin',
  right: 'agents',
  params: z.strictObject({ userId: id }),
  answerType: 'application/pdf, image/jpeg, image/png',
  errors: ['USER_NOT_FOUND', 'FILE_NOT_FOUND'],
})

/** Orders of the list of users. A leading minus is the highest or latest first; users without the figure come last then. */
export const userSorts = [
  '-createdAt',
  '-lastActive',
  'lastActive',
  '-spent',
  'spent',
  '-returnRate',
  'returnRate',
  'name',
  '-name',
] as const
export type UserSort = (typeof userSorts)[number]

/** Whether a user has an active plan. */
export const planFilters = ['active', 'none'] as const

export const listUsers = endpoint('GET', '/api/auth/users', {
  name: 'listUsers',
  summary: 'List users, newest first. Filters match parts of a field, ignoring case',
  access: 'admin',
  right: ['agents', 'money', 'support'],
  list: true,
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    name: optionalFilter(filterText()),
    email: optionalFilter(filterText(maxLengths.email)),
    city: optionalFilter(filterText()),
    companyName: optionalFilter(filterText()),
    /** Part of the name, email, phone, company, city, GSTIN or id. */
    search: optionalFilter(filterText(maxLengths.email)),
    status: optionalFilter(z.enum(userStatuses, { error: 'Choose active or suspended.' })),
    plan: optionalFilter(z.enum(planFilters, { error: 'Choose active or none.' })),
    kycStatus: optionalFilter(
      z.enum(kycStatuses, { error: 'Choose none, submitted, approved or rejected.' }),
    ),
    sort: optionalFilter(z.enum(userSorts, { error: 'This sort order is not recognised.' })),
  }),
  answer: pagedDocs(listedUser),
})
export type UserFilters = z.output<typeof listUsers.query>

export const suspendUser = endpoint('POST', '/api/auth/suspendUser/{userId}', {
  name: 'suspendUser',
  summary: 'Suspend or activate a user. Suspension ends all sessions',
  access: 'admin',
  right: ['agents', 'settings'],
  params: z.strictObject({ userId: z.uuid({ error: 'Invalid user ID' }).toLowerCase() }),
  query: z.strictObject({
    status: z.enum(userStatuses, { error: 'Choose active or suspended.' }),
  }),
  answer: user,
  errors: [
    'USER_NOT_FOUND',
    'OWN_ACCOUNT_NOT_SUSPENDED',
    'LAST_ADMIN_NOT_SUSPENDED',
    'DEMO_ACCOUNT_STAYS_SUSPENDED',
    'OWNER_NOT_CHANGED',
  ],
})
