import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredTexts } from './field-checks.ts'
import {
  emailField,
  instant,
  nameField,
  optionalPlace,
  phoneField,
  requiredText,
} from './fields.ts'
import { user } from './users.ts'

export const kycMaxBytes = 5 * 1024 * 1024
export const kycTypes = ['pdf', 'jpg', 'png'] as const
/** The error of a document of another file type. */
export const kycTypeText = 'Choose a PDF, JPG or PNG file.'

/** Lengths of passwords in characters. */
export const minNewPassword = 8
const maxNewPassword = 128
export const maxPasswordInput = 1024

/** 8 to 128 characters, taken exactly as typed. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .min(minNewPassword, { error: `Use at least ${minNewPassword} characters.` })
  .max(maxNewPassword, { error: `At most ${maxNewPassword} characters.` })

/** A password to be compared with the stored one. */
export function requiredPassword(message: string) {
  return z
    .string({ error: message })
    .min(1, { error: message })
    .max(maxPasswordInput, { error: `At most ${maxPasswordInput} characters.` })
}

export const loginBody = z.strictObject({
  emailOrPhone: requiredText('Email or phone is required', 254),
  password: requiredPassword('Password is required'),
})

/** A session as the browser keeps it. The refresh token is sent only in a cookie. */
export const session = z.object({
  user,
  accessToken: z.string(),
  accessTokenExpiresAt: instant,
})
export type Session = z.output<typeof session>

/** The response to a login that needs a code. `verifyTwoFactor` exchanges the challenge for a session, once. */
export const loginChallenge = z.object({
  twoFactor: z.object({ challenge: z.string(), expiresAt: instant }),
})
export type LoginChallenge = z.output<typeof loginChallenge>

/**
 * Returns the session of a login response, for users without two-factor login.
 * @throws Error if the login needs a code
 */
export function sessionOf(answer: Session | LoginChallenge): Session {
  if ('twoFactor' in answer) throw new Error('this login needs a code')
  return answer
}

export const login = endpoint('POST', '/api/auth/login', {
  name: 'login',
  summary: 'Log in with email or phone. Accounts with two-factor login get a challenge',
  access: 'public',
  body: loginBody,
  answer: z.union([session, loginChallenge]),
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS'],
})

export const registerBody = z.strictObject({
  name: nameField(),
  email: emailField(),
  password: newPassword,
  phone: phoneField(),
  companyName: nameField(requiredTexts.companyName),
  city: optionalPlace(),
})

/** An admin who registers another person gives the city too. The route checks it for admins. */
export const registerByAdminBody = registerBody.extend({ city: nameField(requiredTexts.city) })

export const register = endpoint('POST', '/api/auth/register', {
  name: 'register',
  summary: 'Create an agent account. Admins also give the city',
  access: 'public',
  body: registerBody,
  file: { field: 'kyc', maxBytes: kycMaxBytes, types: kycTypes.join(', ') },
  answer: user,
  status: 201,
  message: 'Signup successfully',
  errors: [
    'EMAIL_TAKEN',
    'PHONE_TAKEN',
    'FILE_TOO_LARGE',
    'UNSUPPORTED_FILE_TYPE',
    'TOO_MANY_REQUESTS',
  ],
})

export const refresh = endpoint('POST', '/api/auth/refresh', {
  name: 'refresh',
  summary: 'Get a new access token and a new refresh cookie',
  access: 'cookie',
  answer: session,
  errors: ['UNAUTHENTICATED', 'TOO_MANY_REQUESTS'],
})

export const logout = endpoint('POST', '/api/auth/logout', {
  name: 'logout',
  summary: 'End the current session',
  access: 'cookie',
  message: 'Logged out',
})

export const me = endpoint('GET', '/api/auth/me', {
  name: 'me',
  summary: 'Get the logged-in user',
  access: 'signed-in',
  lowestRole: 'caller',
  right: 'none',
  answer: user,
})
