import type { Session } from '@raahi/contract/auth'
import { staffRights } from '@raahi/contract/staff-rights'
import type { User } from '@raahi/contract/users'

/** Increase this when the shape below changes. Values of another version are discarded. */
export const sessionVersion = 1

/** The state with a signed-in user. */
export interface SignedIn extends Session {
  /** In ms of this browser's clock: the token is renewed before it is used after this time. */
  renewAt: number
}
type SignedOut = { [field in keyof SignedIn]: null }

/** The session; all fields are null if no user is signed in. */
export type SessionState = SignedIn | SignedOut

export const signedOut: SignedOut = {
  user: null,
  accessToken: null,
  accessTokenExpiresAt: null,
  renewAt: null,
}

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const isFlag: Check = (value) => typeof value === 'boolean'
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string)
const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]))

// Repeats the contract's zod schemas, which would cost the first screen a quarter of its script limit. `satisfies`
// checks the fields, a test compares the meaning.
const isAgency = shape({
  _id: isText,
  role: oneOf('owner', 'buyer', 'caller'),
  dailyLimit: nullable(isNumber),
  isRoleShown: isFlag,
})

const isRight = oneOf(...staffRights)
const isUser = shape({
  _id: isText,
  name: isText,
  email: isText,
  phone: isText,
  city: nullable(isText),
  companyName: isText,
  gstin: nullable(isText),
  billingState: nullable(isText),
  billingAddress: nullable(isText),
  role: oneOf('admin', 'user'),
  agency: (value) => value === undefined || isAgency(value),
  rights: (value) => value === undefined || (Array.isArray(value) && value.every(isRight)),
  userStatus: oneOf('active', 'suspended'),
  emailConfirmed: isFlag,
  pendingEmail: nullable(isText),
  plan: nullable(shape({ planName: isText, price: isNumber })),
  wallet: isNumber,
  profile: nullable(isText),
  kyc: nullable(shape({ name: isText, type: isText })),
  kycDeletedAt: (value) => value === undefined || isText(value),
  createdAt: isText,
} satisfies Record<keyof User, Check>)

const isSignedIn = shape({
  user: isUser,
  accessToken: (value) => isText(value) && value !== '',
  accessTokenExpiresAt: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  renewAt: isNumber,
} satisfies Record<keyof SignedIn, Check>)

const isNull: Check = (value) => value === null
const isSignedOut = shape({
  user: isNull,
  accessToken: isNull,
  accessTokenExpiresAt: isNull,
  renewAt: isNull,
} satisfies Record<keyof SignedOut, Check>)

/**
 * Parses a stored session.
 * @returns null for any value that is not a session of this version
 */
export function parseStoredSession(text: string): { state: SessionState; version: number } | null {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return null
  }
  const isValid = shape({
    state: (state) => isSignedIn(state) || isSignedOut(state),
    version: (version) => version === sessionVersion,
  })
  return isValid(stored) ? (stored as { state: SessionState; version: number }) : null
}
