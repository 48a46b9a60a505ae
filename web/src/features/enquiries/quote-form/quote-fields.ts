import { todayInIndia } from '@raahi/contract/enquiry-words'
import {
  hasWebAddress,
  isEmail,
  isPlain,
  normalisePhone,
  webAddressError,
} from '@raahi/contract/text-checks'
import { travelDateError, tripErrors } from '@raahi/contract/trip-checks'

/** The fields about a traveller and the trip, in the order of the form, with the names of the contract. */
export const travellerFields = [
  'name',
  'phone',
  'email',
  'city',
  'destination',
  'travelDate',
  'travelDays',
  'travelNights',
  'adult',
  'children',
  'infant',
  'tripType',
  'leadType',
] as const
export type TravellerField = (typeof travellerFields)[number]

/** All fields of the quote form. */
export const quoteFields = [...travellerFields, 'source', 'consent'] as const
export type QuoteField = (typeof quoteFields)[number]

/** The values of the fields as text. */
export type Texts<Field extends string> = Record<Field, string>
export type Errors<Field extends string> = Partial<Record<Field, string>>

/** Maximum length of a single-line text, as in the contract. */
export const TEXT_LENGTH = 120

/** Whole-number fields: label and maximum. */
export const numberFields = {
  travelDays: ['Days', 999],
  travelNights: ['Nights', 999],
  adult: ['Adults', 9999],
  children: ['Children', 9999],
  infant: ['Infants', 9999],
} as const satisfies Partial<Record<TravellerField, readonly [label: string, largest: number]>>

/**
 * Repeats the contract's validation without its schemas, which would load zod on a public page. A test compares both,
 * and the server validates again.
 * @returns one text per invalid field; empty if all are valid
 */
export function validateTraveller(texts: Texts<TravellerField>): Errors<TravellerField> {
  const checks: Partial<Record<TravellerField, string | undefined>> = {
    name: nameError(texts.name),
    phone: phoneError(texts.phone.trim()),
    email: emailError(texts.email.trim()),
    city: lineError(texts.city),
    destination: lineError(texts.destination),
    travelDate: dateError(texts.travelDate),
  }
  for (const [name, [label, largest]] of Object.entries(numberFields)) {
    const field = name as keyof typeof numberFields
    checks[field] = numberError(parseWholeNumber(texts[field]), label, largest)
  }
  return { ...tripErrors(buildTravellerBody(texts)), ...keepErrors(checks) }
}

export function validateQuote(texts: Texts<QuoteField>): Errors<QuoteField> {
  const consent =
    texts.consent === ''
      ? 'Please agree to be contacted: without it no agent may call you.'
      : undefined
  return { ...validateTraveller(texts), ...keepErrors({ consent }) }
}

/** The field that shows the error of a rule over several fields, for each other field of the rule. */
const errorFieldOf: Record<string, string> = {
  travelDays: 'travelNights',
  children: 'adult',
  infant: 'adult',
  destination: 'leadType',
}

/** The errors that remain after a field was changed. */
export function removeErrorsOf<Field extends string>(
  changed: string,
  errors: Errors<Field>,
): Errors<Field> {
  const kept = Object.entries(errors).filter(
    ([name]) => name !== changed && name !== errorFieldOf[changed],
  )
  return Object.fromEntries(kept) as Errors<Field>
}

/** The request body for these texts, without empty fields. */
export function buildTravellerBody(texts: Texts<TravellerField>) {
  const { name, phone, email, city, destination, travelDate, tripType, leadType } = texts
  return {
    name,
    phone,
    email,
    city,
    destination,
    travelDate,
    tripType,
    leadType,
    travelDays: parseWholeNumber(texts.travelDays),
    travelNights: parseWholeNumber(texts.travelNights),
    adult: parseWholeNumber(texts.adult),
    children: parseWholeNumber(texts.children),
    infant: parseWholeNumber(texts.infant),
  }
}

export function buildQuoteBody(texts: Texts<QuoteField>) {
  const { source, consent } = texts
  return { ...buildTravellerBody(texts), source, consent: consent !== '' }
}

/** Text that is not a whole number stays text, so that the validation rejects it. */
function parseWholeNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}

function lineError(text: string): string | undefined {
  if (text.trim().length > TEXT_LENGTH) return `At most ${TEXT_LENGTH} characters.`
  return isPlain(text.trim()) ? undefined : 'Remove any special control characters.'
}

function nameError(name: string): string | undefined {
  if (name.trim() === '') return 'Name is required'
  return lineError(name) ?? (hasWebAddress(name) ? webAddressError : undefined)
}

function phoneError(phone: string): string | undefined {
  if (phone === '') return 'Phone number is required'
  const isPhone = phone.length <= 40 && normalisePhone(phone) !== null
  return isPhone ? undefined : 'Enter a valid phone number.'
}

function emailError(email: string): string | undefined {
  if (email === '' || (isEmail(email) && email.length <= 254)) return undefined
  return 'Invalid email format'
}

function dateError(date: string): string | undefined {
  if (date === '') return undefined
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'Enter a date as YYYY-MM-DD.'
  return travelDateError(date, todayInIndia())
}

function numberError(value: ReturnType<typeof parseWholeNumber>, label: string, largest: number) {
  if (value === undefined) return undefined
  if (typeof value === 'string') return `${label} must be a whole number.`
  return value > largest ? `${label} cannot be above ${largest}.` : undefined
}

/** Removes the fields without an error. */
function keepErrors<Field extends string>(
  checks: Partial<Record<Field, string | undefined>>,
): Errors<Field> {
  const wrong = Object.entries(checks).filter(([, text]) => text !== undefined)
  return Object.fromEntries(wrong) as Errors<Field>
}
