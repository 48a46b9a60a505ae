import type { Session } from '@raahi/contract/auth'
import type { User } from '@raahi/contract/users'

/** Raised when the shape below changes; a value of another version is dropped. */
export const SESSION_VERSION = 1

/** Somebody is signed in. */
export interface SignedIn extends Session {
  /** This browser's clock, in ms: from here on the token is renewed before it is used. */
  renewAt: number
}
type SignedOut = { [field in keyof SignedIn]: null }

/** Who is signed in, or nobody: all fields are null then. */
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
const orNull =
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

// The contract's zod schemas would say the same, but cost the first screen a quarter of the script it
// may have. `satisfies` keeps the fields in step with the contract; a test keeps the meaning.
const isUser = shape({
  _id: isText,
  name: isText,
  email: isText,
  phone: isText,
  city: orNull(isText),
  companyName: isText,
  gstin: orNull(isText),
  billingState: orNull(isText),
  billingAddress: orNull(isText),
  role: oneOf('admin', 'user'),
  userStatus: oneOf('active', 'suspended'),
  emailConfirmed: isFlag,
  pendingEmail: orNull(isText),
  plan: orNull(shape({ planName: isText, price: isNumber })),
  wallet: isNumber,
  profile: orNull(isText),
  kyc: orNull(shape({ name: isText, type: isText })),
  kycDeletedAt: (value) => value === undefined || isText(value),
  createdAt: isText,
} satisfies Record<keyof User, Check>)

const isSignedIn = shape({
  user: isUser,
  accessToken: (value) => isText(value) && value !== '',
  accessTokenExpiresAt: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)),
  renewAt: isNumber,
} satisfies Record<keyof SignedIn, Check>)

const isNothing: Check = (value) => value === null
const isSignedOut = shape({
  user: isNothing,
  accessToken: isNothing,
  accessTokenExpiresAt: isNothing,
  renewAt: isNothing,
} satisfies Record<keyof SignedOut, Check>)

/**
 * Reads what a browser has kept.
 * @returns null for anything that isn't a session of this version: broken, foreign, or from another time.
 */
export function parseStoredSession(text: string): { state: SessionState; version: number } | null {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return null
  }
  const isOurs = shape({
    state: (state) => isSignedIn(state) || isSignedOut(state),
    version: (version) => version === SESSION_VERSION,
  })
  return isOurs(stored) ? (stored as { state: SessionState; version: number }) : null
}
