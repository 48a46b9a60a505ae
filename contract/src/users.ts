import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  emailField,
  filterText,
  id,
  idParams,
  instant,
  linesText,
  optionalFilter,
  pagedDocs,
  pageLimit,
  pageNumber,
  phoneField,
  requiredText,
} from './fields.ts'
import { gstStates, isGstin } from './gst.ts'
import { rupees } from './money.ts'

export const roles = ['admin', 'user'] as const
export type Role = (typeof roles)[number]

export const userStatuses = ['active', 'suspended'] as const
export type UserStatus = (typeof userStatuses)[number]

/** A suspended user is out at once; an admin lets it in again. */
export const userStates = {
  active: { suspend: 'suspended' },
  suspended: { reactivate: 'active' },
} as const satisfies Record<UserStatus, Record<string, UserStatus>>

/** A user as itself or an admin sees it. */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string().nullable(),
  companyName: z.string(),
  /** What stands on the user's invoices. The state is that of the GSTIN, where there is one. */
  gstin: z.string().nullable(),
  billingState: z.string().nullable(),
  billingAddress: z.string().nullable(),
  role: z.enum(roles),
  userStatus: z.enum(userStatuses),
  /** The plan in use; null: none. */
  plan: z.object({ planName: z.string(), price: rupees }).nullable(),
  /** Balance in rupees; 0 for admins, who have no wallet. */
  wallet: rupees,
  /** Address of the profile picture; null: none. */
  profile: z.string().nullable(),
  /** Filled for admins alone. */
  kyc: z.object({ name: z.string(), type: z.string() }).nullable(),
  createdAt: instant,
})
export type User = z.output<typeof user>

export const getUserById = endpoint({
  name: 'getUserById',
  summary: 'A user: oneself, or anyone for an admin',
  method: 'GET',
  path: '/api/auth/getUserById/{id}',
  access: 'signed-in',
  params: idParams,
  answer: user,
  errors: ['USER_NOT_FOUND'],
})

export const getUserKyc = endpoint({
  name: 'getUserKyc',
  summary: 'The KYC document of a user, as an attachment',
  method: 'GET',
  path: '/api/auth/users/{userId}/kyc',
  access: 'admin',
  params: z.strictObject({ userId: id }),
  answerType: 'application/octet-stream',
  errors: ['USER_NOT_FOUND', 'FILE_NOT_FOUND'],
})

export const listUsers = endpoint({
  name: 'listUsers',
  summary: 'A page of all users, newest first; each filter is a part of the field, in any case',
  method: 'GET',
  path: '/api/auth/users',
  access: 'admin',
  query: z.strictObject({
    page: pageNumber,
    limit: pageLimit(10),
    name: optionalFilter(filterText()),
    email: optionalFilter(filterText(254)),
    city: optionalFilter(filterText()),
    companyName: optionalFilter(filterText()),
  }),
  answer: pagedDocs(user),
})
export type UserFilters = z.output<typeof listUsers.query>

/** A blank text, as an unfilled field of a form sends it, counts as absent. */
function optionalField<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.nullish(),
  )
}

/** A GSTIN as typed, in capitals and without blanks; '' empties it. */
const gstinField = z
  .string()
  .transform((text) => text.replace(/\s/g, '').toUpperCase())
  .refine((text) => text === '' || isGstin(text), { error: 'Enter a valid GSTIN.' })

/** Two digits of a state; '' empties it. */
const stateField = z
  .string()
  .refine((code) => code === '' || Object.hasOwn(gstStates, code), { error: 'Choose a state.' })

/**
 * What changes of a user. Phone and company name stay where they are absent or blank; city, GSTIN, billing state and
 * address stay where they are absent and are emptied by a blank. A GSTIN brings its state along. Role, wallet, status
 * and plan never change through it.
 */
export const updateUserBody = z.strictObject({
  /** Oneself where absent; another one's is for admins alone. */
  userId: id.optional(),
  name: requiredText('Name is required'),
  email: emailField('Email is required'),
  phone: optionalField(phoneField('Phone number is required')),
  city: filterText().nullish(),
  companyName: optionalField(requiredText('Company name is required')),
  gstin: gstinField.nullish(),
  billingState: stateField.nullish(),
  billingAddress: linesText(300).nullish(),
})

export const updateUser = endpoint({
  name: 'updateUser',
  summary: 'Change a user: oneself, or anyone for an admin',
  method: 'PUT',
  path: '/api/auth/updateUser',
  access: 'signed-in',
  body: updateUserBody,
  answer: user,
  message: 'User updated successfully!',
  errors: ['USER_NOT_FOUND', 'EMAIL_TAKEN', 'PHONE_TAKEN', 'TOO_MANY_REQUESTS'],
})

export const suspendUser = endpoint({
  name: 'suspendUser',
  summary: 'Suspend a user, who is out at once, or let it in again',
  method: 'POST',
  path: '/api/auth/suspendUser/{userId}',
  access: 'admin',
  params: z.strictObject({ userId: z.uuid({ error: 'Invalid user ID' }).toLowerCase() }),
  query: z.strictObject({
    status: z.enum(userStatuses, { error: 'Choose active or suspended.' }),
  }),
  answer: user,
  errors: ['USER_NOT_FOUND', 'OWN_ACCOUNT_NOT_SUSPENDED', 'LAST_ADMIN_NOT_SUSPENDED'],
})
