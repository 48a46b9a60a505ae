// Converts between DD-MM-YYYY, which people type, and YYYY-MM-DD, which the app stores.

const SIZES = [2, 2, 4]
const LAST = SIZES.length - 1

/** 'YYYY-MM-DD' for a complete date 'DD-MM-YYYY' that exists; null for any other text. */
export function dateFromText(text: string): string | null {
  const match = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text)
  if (!match) return null
  const [, day, month, year] = match
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const exists = Number(year) >= 1900 && date.getUTCDate() === Number(day)
  return exists ? `${year}-${month}-${day}` : null
}

/** 'DD-MM-YYYY' for a stored date; '' for none. */
export function textFromDate(date: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  return match ? `${match[3]}-${match[2]}-${match[1]}` : ''
}

/** The error text of a finished input; null for an empty field and for a date that exists. */
export function dateFault(text: string): string | null {
  if (text === '' || dateFromText(text)) return null
  return /^\d{2}-\d{2}-\d{4}$/.test(text)
    ? `${text} is not a date. Please check the day and the month.`
    : 'Enter the whole date as DD-MM-YYYY, or clear it.'
}

/**
 * Formats typed text as DD-MM-YYYY: inserts hyphens, replaces other separators, and converts a pasted date, also
 * YYYY-MM-DD. Deletions and changes in the middle stay as typed.
 * @param before the text before this change
 */
export function maskDateText(typed: string, before: string): string {
  const whole = typed.length < before.length ? textFromDate(typed.trim()) : wholeDateText(typed)
  if (whole) return whole
  if (!typed.startsWith(before)) return cleaned(typed).slice(0, 10)
  const parts = ['']
  for (const sign of cleaned(typed)) {
    const at = parts.length - 1
    const part = parts[at] ?? ''
    if (sign === '-') {
      if (part !== '' && at < LAST) parts.splice(at, 1, part.padStart(2, '0'), '')
    } else if (part.length < (SIZES[at] ?? 0)) parts[at] = part + sign
    else if (at < LAST) parts.push(sign)
  }
  const isFull = parts.length - 1 < LAST && parts.at(-1)?.length === 2
  return parts.join('-') + (isFull && typed.length > before.length ? '-' : '')
}

/** 'DD-MM-YYYY' for a complete date in another notation: one digit for day or month, other separators; otherwise ''. */
export function wholeDateText(typed: string): string {
  const text = typed.trim().replace(/[\s./-]+/g, '-')
  const match = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text)
  if (match) return `${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}-${match[3]}`
  return textFromDate(text)
}

function cleaned(typed: string): string {
  return typed.replace(/[\s./]+/g, '-').replace(/[^\d-]/g, '')
}
