import { z } from 'zod'
import { hasWebAddress, isEmail, isPlain, normalisePhone, webAddressError } from './text-checks.ts'

export { isEmail, normalisePhone }

// What no form can send still gets a sentence; a schema's own text comes first.
z.config({
  customError: ({ code }) =>
    code === 'invalid_type' || code === 'invalid_value' ? 'This value is not valid.' : undefined,
})

/** Id of a record on the wire: a UUID. */
export const id = z.uuid({ error: 'This is not a valid ID.' }).toLowerCase()

export const idParams = z.strictObject({ id })

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A calendar day, YYYY-MM-DD, that exists; the database knows no year 0. */
export const day = z.iso
  .date({ error: 'Enter a date as YYYY-MM-DD.' })
  .refine((text) => !text.startsWith('0000'), { error: 'Enter a date as YYYY-MM-DD.' })

/** Required single-line text, trimmed. Control characters are refused. */
export function requiredText(message: string, maxLength = 120) {
  return z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(maxLength, { error: `At most ${maxLength} characters.` })
    .refine(isPlain, { error: 'Remove any special control characters.' })
}

/** Name of a person or a company. It takes no web address, because mails and screens show it to other people. */
export function nameField(message: string) {
  return requiredText(message).refine((text) => !hasWebAddress(text), {
    error: webAddressError,
  })
}

/** Required text of one or more lines, trimmed. Control characters other than these line breaks are refused. */
export function requiredLines(message: string, maxLength: number) {
  return z
    .string({ error: message })
    .trim()
    .min(1, { error: message })
    .max(maxLength, { error: `At most ${maxLength} characters.` })
    .refine(isPlainLines, { error: 'Remove any special control characters.' })
}

/** Optional single-line text, trimmed; '' and absent read as null. */
export function optionalText(maxLength = 120) {
  return z
    .string()
    .trim()
    .max(maxLength, { error: `At most ${maxLength} characters.` })
    .refine(isPlain, { error: 'Remove any special control characters.' })
    .nullish()
    .transform((text) => text || null)
}

/** Text of one or more lines, or none, trimmed. Control characters other than these line breaks are refused. */
export function linesText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, { error: `At most ${maxLength} characters.` })
    .refine(isPlainLines, { error: 'Remove any special control characters.' })
}

/** Text that a filter looks for, trimmed. */
export function filterText(maxLength = 120) {
  return z
    .string()
    .trim()
    .max(maxLength, { error: `At most ${maxLength} characters.` })
    .refine(isPlain, { error: 'Remove any special control characters.' })
}

function isPlainLines(text: string): boolean {
  return isPlain(text.replace(/[\n\r\t]/g, ' '))
}

/** An email as people type it: trimmed, case kept; compared without case everywhere. */
export function emailField(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required })
    .max(254, { error: 'Invalid email format' })
    .refine((text) => text === '' || isEmail(text), { error: 'Invalid email format' })
}

/** A phone number as typed, read into its normal form (+91… or +…). */
export function phoneField(required: string) {
  return z
    .string({ error: required })
    .trim()
    .min(1, { error: required })
    .max(40, { error: 'Enter a valid phone number.' })
    .transform((text, context) => {
      const normal = normalisePhone(text)
      if (normal === null && text !== '') {
        context.addIssue({ code: 'custom', message: 'Enter a valid phone number.' })
        return z.NEVER
      }
      return normal ?? ''
    })
}

/** `''` counts as absent: empty filters are left out of a query. */
export function optionalFilter<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

/** A boolean in a query: 'true' or 'false'. */
export const trueOrFalse = z
  .enum(['true', 'false'], { error: 'Choose true or false.' })
  .transform((text) => text === 'true')

const wholeNumberText = z
  .string()
  .regex(/^-?\d{1,9}$/, { error: 'Enter a whole number.' })
  .transform(Number)

/** Page number in a query: 1 unless told; below 1 is refused. */
export const pageNumber = wholeNumberText
  .refine((page) => page >= 1, { error: 'The page number must be 1 or more.' })
  .default(1)

/** Page size in a query: cut to the largest allowed, below 1 refused. */
export function pageLimit(fallback: number, largest = 50) {
  return wholeNumberText
    .refine((limit) => limit >= 1, { error: 'The limit must be 1 or more.' })
    .transform((limit) => Math.min(limit, largest))
    .default(fallback)
}

/** The paged answer of users, transactions and requests. */
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

/** Fills the paged answer's figures. */
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
