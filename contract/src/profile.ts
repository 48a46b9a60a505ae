import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant } from './fields.ts'
import { currentPassword, newPasswordFields, samePasswords } from './passwords.ts'
import { user } from './users.ts'

export const profileImageMaxBytes = 2 * 1024 * 1024
export const profileImageTypes = ['jpg', 'png', 'webp'] as const
/** The error of a picture of another file type. */
export const profileImageTypeText = 'Choose a JPG, PNG or WebP picture.'

export const updateImageOfUser = endpoint('POST', '/api/auth/updateImageOfUser', {
  name: 'updateImageOfUser',
  summary: 'Set the logged-in user’s profile picture',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  body: z.strictObject({}),
  file: {
    field: 'profile',
    maxBytes: profileImageMaxBytes,
    types: profileImageTypes.join(', '),
    required: true,
  },
  answer: user,
  message: 'Successfully updated user profile',
  errors: ['FILE_TOO_LARGE', 'UNSUPPORTED_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

export const changeOwnPassword = endpoint('POST', '/api/auth/changeOwnPassword', {
  name: 'changeOwnPassword',
  summary: 'Change the logged-in user’s password. The other sessions end',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  body: samePasswords(z.strictObject({ currentPassword, ...newPasswordFields })),
  message: 'Password changed successfully!',
  errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
})

/** A browser that is logged in with an account. */
export const userSession = z.object({
  _id: id,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: instant,
  /** When it was last renewed; within the last quarter of an hour while it is in use. */
  lastUsedAt: instant,
})
export type UserSession = z.output<typeof userSession>

export const ownSession = userSession.extend({
  /** Whether the request came from it. */
  current: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

export const listOwnSessions = endpoint('GET', '/api/auth/sessions', {
  name: 'listOwnSessions',
  summary: 'List the logged-in user’s sessions, the current one first',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  answer: z.array(ownSession),
})

export const listUserSessions = endpoint('GET', '/api/auth/users/{userId}/sessions', {
  name: 'listUserSessions',
  summary: 'List a user’s sessions, the last used one first',
  access: 'admin',
  right: 'agents',
  list: true,
  params: z.strictObject({ userId: id }),
  answer: z.array(userSession),
  errors: ['USER_NOT_FOUND'],
})

export const endOwnSession = endpoint('DELETE', '/api/auth/sessions/{id}', {
  name: 'endOwnSession',
  summary: 'End one of the logged-in user’s sessions',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  params: idParams,
  message: 'Logged out of that device.',
  errors: ['SESSION_NOT_FOUND'],
})

export const endOwnSessions = endpoint('DELETE', '/api/auth/sessions', {
  name: 'endOwnSessions',
  summary: 'End all of the logged-in user’s sessions',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  message: 'Logged out of all devices.',
})
