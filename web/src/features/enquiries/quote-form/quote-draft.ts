import { quoteFieldNames } from '@raahi/contract/enquiry-form'
import { readDraft } from '../../../lib/form-draft.ts'
import { defaultAdults } from './derive-fields.ts'
import { readText, setText } from './form-texts.ts'
import { lastStep } from './quote-steps.ts'

/** The storage key of the draft. All pages with a quote form share it. */
export const quoteDraft = 'raahi-quote-draft'

const isUntyped = (name: string, text: string) =>
  text === '' || (name === 'adult' && text === defaultAdults)

/** The trip fields that depend on the destination. */
const ofDestination: readonly string[] = ['destination', 'leadType']

/**
 * Restores the draft after a reload, in fields that are still empty. The destination is only restored on the page
 * where it was typed, because other pages preselect another. Consent must be given again.
 * @returns the step that the form was left in
 */
export function restoreQuote(form: HTMLFormElement, destination: string): number {
  const draft = readDraft(quoteDraft)
  const isOfThisPage = draft.page === destination
  const isUntouched = readText(form, 'destination') === destination
  for (const name of quoteFieldNames) {
    const stored = draft[name]
    if (name === 'consent' || stored === undefined) continue
    if (ofDestination.includes(name)) {
      if (isOfThisPage && isUntouched) setText(form, name, stored)
    } else if (isUntyped(name, readText(form, name))) {
      setText(form, name, stored)
    }
  }
  const step = Number(draft.step)
  return isOfThisPage && step > 0 && step <= lastStep ? step : 0
}
