import type { FieldErrors } from './errors.ts'
import { gstChoicesOf } from './quote-rules.ts'
import type { QuoteContent } from './quotes.ts'

/**
 * The fields that a draft lacks to be sent, with their messages; empty: it can be sent.
 * @param agency.today the calendar day in India, YYYY-MM-DD
 */
export function findQuoteGaps(
  draft: QuoteContent,
  { gstin, today }: { gstin: string | null; today: string },
): FieldErrors {
  const emptyDay = draft.days.findIndex(
    ({ title, text }) => title.trim() === '' && text.trim() === '',
  )
  return {
    ...(draft.title.trim() === '' && { title: 'Enter a title for the trip.' }),
    ...(draft.days.length === 0 && { days: 'Add at least one day.' }),
    ...(emptyDay >= 0 && {
      [`days.${emptyDay}.title`]: `Fill in day ${emptyDay + 1}, or remove it.`,
    }),
    ...(draft.pricePerPersonPaise === 0 && { pricePerPersonPaise: 'Enter a price.' }),
    ...(draft.persons === 0 && { persons: 'Enter the number of persons.' }),
    ...(!gstChoicesOf(gstin).includes(draft.gst) && {
      gst: gstin
        ? 'Your agency has a GSTIN, so choose whether the price includes GST.'
        : 'Your profile has no GSTIN, so a quote cannot show GST.',
    }),
    ...(draft.validUntil === null
      ? { validUntil: 'Choose until when the quote is valid.' }
      : draft.validUntil < today && { validUntil: 'This day has passed.' }),
  }
}
