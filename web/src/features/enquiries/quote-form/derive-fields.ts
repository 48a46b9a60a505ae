import { countryOf } from '@raahi/contract/places'
import { readText, setText } from './form-texts.ts'

/** The number of adults for the trip types that imply one. */
const adultsOf: Record<string, string> = { Couples: '2', Others: '1' }

/** Fills in the fields that follow from the field that the traveller has changed. */
export function deriveFields(form: HTMLFormElement, changed: string): void {
  const text = readText(form, changed)
  if (changed === 'destination') {
    setText(form, 'leadType', countryOf(text) ?? '')
  } else if (changed === 'travelNights') {
    setText(form, 'travelDays', /^\d{1,3}$/.test(text) ? String(Number(text) + 1) : '')
  } else if (changed === 'travelDate' && text !== '') {
    setText(form, 'travelMonth', '')
  } else if (changed === 'tripType' && readText(form, 'adult') === '') {
    setText(form, 'adult', adultsOf[text] ?? '')
  }
}
