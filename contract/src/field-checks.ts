// One check per kind of field. The schemas (fields.ts), the public forms and the forms without JavaScript use the same
// checks. This file imports no zod, so that a public page can load it.

/** Returns the error of a trimmed text that is not empty; undefined if it is valid. */
export type Check = (text: string) => string | undefined

/** Maximum lengths in characters. */
export const maxLengths = {
  line: 120,
  email: 254,
  phone: 40,
  /** A number or a code, as a filter. */
  reference: 60,
  /** Several places with commas, as a filter. */
  places: 600,
  message: 4000,
} as const

/** The errors of empty fields. */
export const requiredTexts = {
  name: 'Name is required',
  phone: 'Phone number is required',
  email: 'Email is required',
  city: 'City is required',
  destination: 'Destination is required',
  companyName: 'Company name is required',
  message: 'Message is required',
} as const

/** The errors of invalid fields, also of an optional field that holds another type of value. */
export const invalidTexts = {
  phone: 'Enter a valid phone number.',
  email: 'Invalid email format',
  day: 'Enter a date as YYYY-MM-DD.',
  characters: 'Remove any special control characters.',
} as const

/** A single line without control characters. */
export function lineError(text: string, maxLength: number = maxLengths.line): string | undefined {
  if (text.length > maxLength) return `At most ${maxLength} characters.`
  return isPlain(text) ? undefined : invalidTexts.characters
}

/** One or more lines; the only control characters are line breaks and tabs. */
export function linesError(text: string, maxLength: number): string | undefined {
  return lineError(text.replace(/[\n\r\t]/g, ' '), maxLength)
}

/** Whether a normalised number is an Indian mobile number: those have ten digits and begin with 6 to 9. */
export function isIndianMobile(phone: string): boolean {
  return /^\+91[6-9]\d{9}$/.test(phone)
}

/** Without control characters and halves of surrogate pairs: the database stores neither NUL nor these. */
export function isPlain(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}
