import { countryOf } from '@raahi/contract/places'
import { readText, setText } from './form-texts.ts'

/** The number of adults of a new form, and that of the trip types that imply one. */
export const defaultAdults = '2'
const adultsOf: Record<string, string> = { Couples: '2', Family: '2', Others: '1' }

/** Fills in the fields that follow from the field that the traveller has changed. */
export function deriveFields(form: HTMLFormElement, changed: string): void {
  const text = readText(form, changed)
  if (changed === 'destination') {
    setText(form, 'leadType', countryOf(text) ?? '')
  } else if (changed === 'travelNights') {
    setText(form, 'travelDays', /^\d{1,3}$/.test(text) ? String(Number(text) + 1) : '')
  } else if (changed === 'travelDate' && text !== '') {
    setText(form, 'travelMonth', '')
  }
}

/** Fills in the adults of a kind of trip, unless the traveller has typed another number. */
export function deriveAdults(form: HTMLFormElement): void {
  const implied = form.dataset.adults ?? defaultAdults
  const adults = adultsOf[readText(form, 'tripType')]
  if (adults === undefined || readText(form, 'adult') !== implied) return
  form.dataset.adults = adults
  setText(form, 'adult', adults)
}
