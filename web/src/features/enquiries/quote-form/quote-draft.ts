import { readDraft } from '../../../lib/kept-draft.ts'
import { controlOf } from './form-texts.ts'
import { quoteFields } from './quote-fields.ts'

/** Under which the quote form is kept; all pages with one share it. */
export const QUOTE_DRAFT = 'raahi-quote-draft'

/**
 * Puts back what was typed before a reload, where nothing has been typed since. The destination belongs to the page it
 * was typed on: another page has chosen its own. Consent is given anew.
 */
export function restoreQuote(form: HTMLFormElement, destination: string): void {
  const draft = readDraft(QUOTE_DRAFT)
  const isOfThisPage = draft.page === destination
  for (const name of quoteFields) {
    const control = controlOf(form, name)
    const kept = draft[name]
    if (name === 'consent' || control === null || kept === undefined) continue
    if (name === 'destination') {
      if (isOfThisPage && control.value === destination) control.value = kept
    } else if (control.value === '') {
      control.value = kept
    }
  }
}
