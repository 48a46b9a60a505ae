import { countryOf } from '@raahi/contract/places'
import { readText, setText } from './form-texts.ts'

/** Adults of the kinds of trip whose name says how many travel. */
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
