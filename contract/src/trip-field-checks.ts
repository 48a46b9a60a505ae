import { invalidTexts } from './field-checks.ts'

// Checks of days and counts; field-checks.ts contains those of texts. Without zod. In a separate file, because the
// contact form needs no days or counts.

/** Label and largest value of each count of a trip. */
export const tripCounts = {
  travelDays: { label: 'Days', max: 999 },
  travelNights: { label: 'Nights', max: 999 },
  adult: { label: 'Adults', max: 9999 },
  children: { label: 'Children', max: 9999 },
  infant: { label: 'Infants', max: 9999 },
} as const

/** A calendar day, YYYY-MM-DD, that exists. The database has no year 0. */
export function dayError(text: string): string | undefined {
  const time = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  const isValid = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  return isValid ? undefined : invalidTexts.day
}

/** The day on which a traveller wants to start. */
export function travelDateError(text: string, today = dayInIndia()): string | undefined {
  return dayError(text) ?? (text < today ? 'Choose today or a later date.' : undefined)
}

/** A whole number from 0 to `max`. */
export function countError(
  value: unknown,
  { label, max }: { label: string; max: number },
): string | undefined {
  if (!Number.isSafeInteger(value)) return `${label} must be a whole number.`
  const count = Number(value)
  if (count < 0) return `${label} cannot be below 0.`
  return count > max ? `${label} cannot be above ${max}.` : undefined
}

/** Reads the text of a number field. Other text stays text, so that the check rejects it; '' reads as undefined. */
export function readCount(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed
}

const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' })

/** The day in India, now by default: YYYY-MM-DD. */
export function dayInIndia(at = new Date()): string {
  return indianDay.format(at)
}
