import { toComparableEmail } from '@raahi/contract/emails'
import type { QuotedPurchaseRow } from './quotes.queries.ts'

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'shri', 'smt', 'kumari', 'sri'])
/** First names that are common words of an itinerary. They count only as part of the full name. */
const commonWords = new Set(
  'april august autumn garden gold grace happy holiday hope joy june king lucky may moon palace prince queen river rose sea sky star summer sun sunny'.split(
    ' ',
  ),
)

/** Whether a text contains the traveller's full name, one of the names with three or more letters, phone or email. */
export function namesTraveller(
  text: string,
  traveller: Pick<QuotedPurchaseRow, 'lead_name' | 'lead_phone' | 'lead_email'>,
): boolean {
  const words = wordsOf(text)
  const names = wordsOf(traveller.lead_name).filter((name) => !titles.has(name))
  const own = names.filter((name) => name.length > 2 && !commonWords.has(name))
  const digits = text.replace(/\D/g, '')
  const phone = traveller.lead_phone.replace(/\D/g, '').slice(-10)
  const email = traveller.lead_email
  return (
    own.some((name) => words.includes(name)) ||
    (names.length > 1 && ` ${words.join(' ')} `.includes(` ${names.join(' ')} `)) ||
    (phone.length === 10 && digits.includes(phone)) ||
    (email !== null && toComparableEmail(text).includes(email))
  )
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}
