import { normaliseEmail } from '@raahi/contract/emails'
import { z } from 'zod'

// Types of settings that several areas use.

/** Returns the settings that are set. An empty setting counts as unset. */
export function givenSettings(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}

/** An integer within these limits. */
export function wholeNumber(name: string, from: number, to: number, fallback: number) {
  return anyWholeNumber(name, from, to).default(fallback)
}

/** An optional integer within these limits. */
export function anyWholeNumber(name: string, from: number, to: number) {
  const error = `${name} must be a whole number from ${from} to ${to}.`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error })
}

export function oneOf<const T extends readonly string[]>(name: string, values: T) {
  return z.enum(values, { error: `${name} must be one of ${values.join(', ')}.` })
}

/**
 * Scheme, host and port, without a slash at the end.
 * @param example a valid value for the error message
 */
export function origin(name: string, example: string) {
  return z
    .string()
    .refine(isOrigin, {
      error: `${name} must be an http or https address without a path, such as ${example}.`,
    })
    .transform((text) => new URL(text).origin)
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  )
}

/** An optional email, in its normal form. */
export function emailSetting(name: string) {
  return z
    .string()
    .transform((text, context) => {
      const email = normaliseEmail(text)
      if (email !== null) return email
      context.addIssue(`${name} must be an email address.`)
      return z.NEVER
    })
    .optional()
}

/** A web address without a user name and password, which would otherwise appear in logs and pages. */
export function webAddress(name: string) {
  return z.string().refine(isWebAddress, {
    error: `${name} must be an http or https address without a name and password.`,
  })
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

export const isUnset = (value: unknown) => value === undefined

/** Whether all of these are set, or none. */
export function setTogether(...values: unknown[]): boolean {
  return new Set(values.map(isUnset)).size === 1
}

/** A contradiction between several settings, with its error message. */
export interface Problem<Settings> {
  holds: (set: Settings) => boolean
  error: string
}
