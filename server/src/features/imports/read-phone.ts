import { formatPhone } from '@raahi/contract/formats'
import { normalisePhone } from '@raahi/contract/phones'

/** A phone as it was written, or a question where a spreadsheet has changed it. */
export type PhoneReading = { phone: string } | { question: string; suggestion: string | null }

/** 9.19E+11: the spreadsheet has replaced digits by zeros. */
const isScientific = /^[+-]?\d+([.,]\d+)?\s*e\s*\+?\d+$/i
/** What such a number becomes when the file is saved again. Spreadsheets shorten numbers of twelve digits and more. */
const hasLostDigits = /^\d{6,}0{6,}$/

/**
 * Reads a phone without a guess. Lead forms of Meta write 'p:' before the number.
 * @param repairs whether an admin has said that the file lost the zero of landlines and the plus of foreign numbers
 * @returns the text itself if it is no phone number: the check of the field gives the reason
 */
export function readPhone(text: string, repairs: boolean): PhoneReading {
  const typed = text.replace(/^p:\s*/i, '').replace(/^(\d+)\.0+$/, '$1')
  if (isScientific.test(typed))
    return { question: `The spreadsheet has shortened this phone to ${typed}.`, suggestion: null }
  if (hasLostDigits.test(typed.replace(/[\s-]/g, '')))
    return {
      question: `This phone ends in zeros, as if a spreadsheet had shortened it: ${typed}.`,
      suggestion: null,
    }
  if (normalisePhone(typed) !== null || !/^\d+$/.test(typed)) return { phone: typed }
  const repaired = normalisePhone(typed.length === 10 ? `0${typed}` : `+${typed}`)
  if (repaired === null) return { phone: typed }
  if (repairs) return { phone: repaired }
  const lost = typed.length === 10 ? 'the zero of a landline' : 'the plus sign'
  return {
    question: `Has the spreadsheet dropped ${lost}? It could be ${formatPhone(repaired)}.`,
    suggestion: repaired,
  }
}
