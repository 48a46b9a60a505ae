import { quoteFieldNames } from '@raahi/contract/enquiry-form'
import { readDraft } from '../../../lib/form-draft.ts'
import { findControl } from './form-texts.ts'

/** The storage key of the draft. All pages with a quote form share it. */
export const QUOTE_DRAFT = 'raahi-quote-draft'

/**
 * Restores the draft after a reload, in fields that are still empty. The destination is only restored on the page
 * where it was typed, because other pages preselect another. Consent must be given again.
 */
export function restoreQuote(form: HTMLFormElement, destination: string): void {
  const draft = readDraft(QUOTE_DRAFT)
  const isOfThisPage = draft.page === destination
  for (const name of quoteFieldNames) {
    const control = findControl(form, name)
    const stored = draft[name]
    if (name === 'consent' || control === null || stored === undefined) continue
    if (name === 'destination') {
      if (isOfThisPage && control.value === destination) control.value = stored
    } else if (control.value === '') {
      control.value = stored
    }
  }
}
