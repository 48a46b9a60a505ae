import { z } from 'zod'
import { session } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { currentPassword } from './passwords.ts'

/** Digits of a code that an authenticator app shows, and the seconds for which it shows each code (RFC 6238). */
export const appCodeDigits = 6
export const appCodeSeconds = 30
export const recoveryCodeCount = 10

/** The second factor as typed: a code of the app or a recovery code. */
export type SecondFactor = { kind: 'app' | 'recovery'; code: string }

/**
 * Reads a code of the app or a recovery code, in any case and however it is grouped. Recovery codes are written in
 * Crockford's base 32, which has no I, L, O and U. I and L are read as 1, and O as 0.
 * @returns null if it is neither
 */
export function readSecondFactor(text: string): SecondFactor | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'app', code }
  const letters = code.replace(/[IL]/g, '1').replaceAll('O', '0')
  return /^[0-9A-HJKMNP-TV-Z]{24}$/.test(letters) ? { kind: 'recovery', code: letters } : null
}

const challengeText = 'Please log in again.'

/** The errors of a code, by the kind of code that a field accepts. */
export const codeErrors = {
  app: 'Enter the 6-digit code shown in your app.',
  recovery: 'Enter a recovery code: 24 letters and digits.',
  either: 'Enter the 6-digit code from your app, or a recovery code.',
} as const

/** A code of the app, or a recovery code. */
const secondFactor = z
  .string({ error: codeErrors.either })
  .max(64, { error: codeErrors.either })
  .transform((text, context) => {
    const read = readSecondFactor(text)
    if (read) return read
    context.addIssue({ code: 'custom', message: codeErrors.either })
    return z.NEVER
  })

/** Only a code of the app. */
const appCode = z
  .string({ error: codeErrors.app })
  .max(64, { error: codeErrors.app })
  .transform((text, context) => {
    const read = readSecondFactor(text)
    if (read?.kind === 'app') return read.code
    context.addIssue({ code: 'custom', message: codeErrors.app })
    return z.NEVER
  })

export const verifyTwoFactor = endpoint('POST', '/api/auth/verifyTwoFactor', {
  name: 'verifyTwoFactor',
  summary: 'Finish a two-factor login: exchange the challenge and a code for a session',
  access: 'public',
  body: z.strictObject({
    challenge: z
      .string({ error: challengeText })
      .min(1, { error: challengeText })
      .max(200, { error: challengeText }),
    code: secondFactor,
  }),
  answer: session,
  errors: ['WRONG_CODE', 'LOGIN_ENDED', 'TWO_FACTOR_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
})

/** State of a user's two-factor login. */
export const twoFactorState = z.object({
  /** Null: off. */
  since: instant.nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether every admin must use two-factor login. */
  required: z.boolean(),
  /** False if the operator has not configured an encryption key. */
  available: z.boolean(),
})
export type TwoFactorState = z.output<typeof twoFactorState>

export const getTwoFactor = endpoint('GET', '/api/auth/twoFactor', {
  name: 'getTwoFactor',
  summary: 'Get the state of the logged-in user’s two-factor login',
  access: 'admin',
  right: 'none',
  beforeTwoFactor: true,
  answer: twoFactorState,
})

/** The secret for an authenticator app. It is shown once. */
export const twoFactorSetup = z.object({
  /** Base 32, for typing. */
  key: z.string(),
  /** `otpauth://…`, for a QR code. */
  address: z.string(),
})
export type TwoFactorSetup = z.output<typeof twoFactorSetup>

export const startTwoFactor = endpoint('POST', '/api/auth/twoFactor/start', {
  name: 'startTwoFactor',
  summary:
    'Start to set up two-factor login or a new app. A new app requires a code of the current one. Takes effect on confirmation',
  access: 'admin',
  right: 'none',
  beforeTwoFactor: true,
  body: z.strictObject({ currentPassword, code: secondFactor.optional() }),
  answer: twoFactorSetup,
  errors: ['CURRENT_PASSWORD_WRONG', 'WRONG_CODE', 'TWO_FACTOR_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
})

/** Shown once, because only hashes of the codes are stored. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const confirmTwoFactor = endpoint('POST', '/api/auth/twoFactor/confirm', {
  name: 'confirmTwoFactor',
  summary:
    'Turn on two-factor login with a code of the app. Returns recovery codes; the other sessions end',
  access: 'admin',
  right: 'none',
  beforeTwoFactor: true,
  body: z.strictObject({ code: appCode }),
  answer: recoveryCodes,
  message: 'Two-factor login is on.',
  errors: ['WRONG_CODE', 'TWO_FACTOR_SETUP_ENDED', 'TWO_FACTOR_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
})

export const renewRecoveryCodes = endpoint('POST', '/api/auth/twoFactor/recoveryCodes', {
  name: 'renewRecoveryCodes',
  summary: 'Replace all recovery codes',
  access: 'admin',
  right: 'none',
  body: z.strictObject({ currentPassword, code: secondFactor }),
  answer: recoveryCodes,
  message: 'Your old recovery codes no longer work.',
  errors: [
    'CURRENT_PASSWORD_WRONG',
    'WRONG_CODE',
    'TWO_FACTOR_NOT_ON',
    'TWO_FACTOR_UNAVAILABLE',
    'TOO_MANY_REQUESTS',
  ],
})

export const turnOffTwoFactor = endpoint('POST', '/api/auth/twoFactor/off', {
  name: 'turnOffTwoFactor',
  summary: 'Turn off the logged-in user’s two-factor login, unless it is required',
  access: 'admin',
  right: 'none',
  body: z.strictObject({ currentPassword, code: secondFactor }),
  message: 'Two-factor login is off.',
  errors: [
    'CURRENT_PASSWORD_WRONG',
    'WRONG_CODE',
    'TWO_FACTOR_NOT_ON',
    'TWO_FACTOR_KEPT_ON',
    'TWO_FACTOR_UNAVAILABLE',
    'TOO_MANY_REQUESTS',
  ],
})
