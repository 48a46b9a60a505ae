import { z } from 'zod'

// The kinds of settings that several of them are of.

/** The settings that are set: one that is empty counts as unset. */
export function givenSettings(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
}

/** A whole number in these bounds, written in digits. */
export function wholeNumber(name: string, from: number, to: number, fallback: number) {
  return anyWholeNumber(name, from, to).default(fallback)
}

/** The same for a setting that has no default of its own. */
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
 * Scheme, host and port, no slash at the end.
 * @param example what stands in the error as one that is right
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

/** An address of the web, as it was written: a name and password in it would end up in logs and pages. */
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

/** What is wrong between several settings, with the sentence that says it. */
export interface Problem<Settings> {
  holds: (set: Settings) => boolean
  error: string
}
