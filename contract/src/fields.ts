import { normalisePhone, phoneError } from '@raahi/contract/phones'
import { z } from 'zod'
import { emailError, normaliseEmail } from './emails.ts'
import {
  type Check,
  invalidTexts,
  lineError,
  linesError,
  maxLengths,
  requiredTexts,
} from './field-checks.ts'
import { nameError, normaliseName } from './names.ts'
import { countError, dayError } from './trip-field-checks.ts'

// The error of a value of a wrong type, which no form sends. A text in the schema has priority.
z.config({
  customError: ({ code }) =>
    code === 'invalid_type' || code === 'invalid_value' ? 'This value is not valid.' : undefined,
})

/** Id of a record on the wire: a UUID. */
export const id = z.uuid({ error: 'This is not a valid ID.' }).toLowerCase()

export const idParams = z.strictObject({ id })

/** The person of an agency who did it: the name and the id. */
export const person = { by: z.string(), byId: id }

/** The version of a record that an admin has seen. */
export const seenVersion = z.int({ error: 'Reload the page.' }).min(0).max(2_147_483_647)

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Adds a check of field-checks.ts to a schema. */
export function withCheck<S extends z.ZodType<string>>(schema: S, check: Check): S {
  return schema.superRefine((text, context) => {
    const message = check(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

/** A trimmed text. */
function checkedText(check: Check, maxLength: number) {
  return withCheck(z.string().trim(), check).meta({ maxLength })
}

/** A trimmed text that is not empty. */
function requiredCheckedText(check: Check, maxLength: number, message: string) {
  const text = z.string({ error: message }).trim()
  return withCheck(text, (typed) => (typed === '' ? message : check(typed))).meta({
    minLength: 1,
    maxLength,
  })
}

/** A calendar day, YYYY-MM-DD, that exists. */
export const day = withCheck(z.string({ error: invalidTexts.day }), dayError).meta({
  format: 'date',
})

/** Required single-line text, trimmed. */
export function requiredText(message: string, maxLength: number = maxLengths.line) {
  return requiredCheckedText((text) => lineError(text, maxLength), maxLength, message)
}

/** Name of a person or a company, a required city or destination, in the form of `normaliseName`. */
export function nameField(message: string = requiredTexts.name) {
  return requiredCheckedText(nameError, maxLengths.line, message).transform(normaliseName)
}

/** City of a user, which others see beside the name. It may be empty. */
export function cityField() {
  return checkedText(
    (text) => (text === '' ? undefined : nameError(text)),
    maxLengths.line,
  ).transform(normaliseName)
}

/** Optional city or destination; '' and absent read as null. */
export function optionalPlace() {
  return cityField()
    .nullish()
    .transform((text) => text || null)
}

/** Required text of one or more lines, trimmed. */
export function requiredLines(message: string, maxLength: number) {
  return requiredCheckedText((text) => linesError(text, maxLength), maxLength, message)
}

/** Optional single-line text, trimmed; '' and absent read as null. */
export function optionalText(maxLength: number = maxLengths.line) {
  return filterText(maxLength)
    .nullish()
    .transform((text) => text || null)
}

/** Text of one or more lines, trimmed; it may be empty. */
export function linesText(maxLength: number) {
  return checkedText((text) => linesError(text, maxLength), maxLength)
}

/** Single-line text, trimmed; it may be empty. Filters use it. */
export function filterText(maxLength: number = maxLengths.line) {
  return checkedText((text) => lineError(text, maxLength), maxLength)
}

/** An email as typed, converted to its normal form. */
export function emailField(message: string = requiredTexts.email) {
  return requiredCheckedText(emailError, maxLengths.email, message).transform(
    (text) => normaliseEmail(text) ?? '',
  )
}

/** A phone number as typed, converted to its E.164 form. */
export function phoneField(message: string = requiredTexts.phone) {
  return requiredCheckedText(phoneError, maxLengths.phone, message).transform(
    (text) => normalisePhone(text) ?? text,
  )
}

/** A whole number from 0 to `max`. */
export function countField(limits: { label: string; max: number }) {
  return z
    .int({ error: ({ input }) => countError(input, limits) })
    .superRefine((count, context) => {
      const message = countError(count, limits)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .meta({ minimum: 0, maximum: limits.max })
}

/** `''` counts as absent: empty filters are left out of a query. */
export function optionalFilter<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

/** A boolean in a query: 'true' or 'false'. */
export const trueOrFalse = z
  .enum(['true', 'false'], { error: 'Choose true or false.' })
  .transform((text) => text === 'true')

/** A whole number in a query. */
export const wholeNumberText = z
  .string()
  .regex(/^-?\d{1,9}$/, { error: 'Enter a whole number.' })
  .transform(Number)

/** Page number in a query: 1 by default; numbers below 1 are rejected. */
export const pageNumber = wholeNumberText
  .refine((page) => page >= 1, { error: 'The page number must be 1 or more.' })
  .default(1)

/** Page size in a query. Sizes above `largest` are reduced to it; sizes below 1 are rejected. */
export function pageLimit(fallback: number, largest = 50) {
  return wholeNumberText
    .refine((limit) => limit >= 1, { error: 'The limit must be 1 or more.' })
    .transform((limit) => Math.min(limit, largest))
    .default(fallback)
}

/** A page of users, transactions, requests and other records. */
export function pagedDocs<S extends z.ZodType>(doc: S) {
  return z.object({
    docs: z.array(doc),
    totalDocs: z.int(),
    limit: z.int(),
    totalPages: z.int(),
    page: z.int(),
    hasPrevPage: z.boolean(),
    hasNextPage: z.boolean(),
    prevPage: z.int().nullable(),
    nextPage: z.int().nullable(),
  })
}

/** Computes the figures of a page. */
export function pageOf<T>(docs: T[], totalDocs: number, page: number, limit: number) {
  const totalPages = Math.max(1, Math.ceil(totalDocs / limit))
  const hasPrevPage = page > 1
  const hasNextPage = page < totalPages
  return {
    docs,
    totalDocs,
    limit,
    totalPages,
    page,
    hasPrevPage,
    hasNextPage,
    prevPage: hasPrevPage ? page - 1 : null,
    nextPage: hasNextPage ? page + 1 : null,
  }
}
