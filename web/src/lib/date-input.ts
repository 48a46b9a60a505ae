// Helps with typing a date as DD-MM-YYYY. Only date fields load it; addresses with dates need `date-text.ts` alone.

import { formatDateText, parseDateText } from './date-text.ts'

const partLengths = [2, 2, 4]
const lastPart = partLengths.length - 1

/** The error text of a finished input; null for an empty field and for a date that exists. */
export function validateDateText(text: string): string | null {
  if (text === '' || parseDateText(text)) return null
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
  const complete =
    typed.length < before.length ? formatDateText(typed.trim()) : normaliseDateText(typed)
  if (complete) return complete
  if (!typed.startsWith(before)) return keepDigitsAndHyphens(typed).slice(0, 10)
  const parts = ['']
  for (const char of keepDigitsAndHyphens(typed)) {
    const at = parts.length - 1
    const part = parts[at] ?? ''
    if (char === '-') {
      if (part !== '' && at < lastPart) parts.splice(at, 1, part.padStart(2, '0'), '')
    } else if (part.length < (partLengths[at] ?? 0)) parts[at] = part + char
    else if (at < lastPart) parts.push(char)
  }
  const isFull = parts.length - 1 < lastPart && parts.at(-1)?.length === 2
  return parts.join('-') + (isFull && typed.length > before.length ? '-' : '')
}

/** 'DD-MM-YYYY' for a complete date in another notation: one digit for day or month, other separators; otherwise ''. */
export function normaliseDateText(typed: string): string {
  const text = typed.trim().replace(/[\s./-]+/g, '-')
  const match = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(text)
  if (match) return `${match[1]?.padStart(2, '0')}-${match[2]?.padStart(2, '0')}-${match[3]}`
  return formatDateText(text)
}

function keepDigitsAndHyphens(typed: string): string {
  return typed.replace(/[\s./]+/g, '-').replace(/[^\d-]/g, '')
}
