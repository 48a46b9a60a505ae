import { phoneError } from '@raahi/contract/phones'
import { emailError } from './emails.ts'
import {
  enquiryConsent,
  enquirySources,
  travelMonths,
  tripBudgets,
  tripCountries,
  tripKinds,
  tripPriorities,
} from './enquiry-labels.ts'
import { type Check, maxLengths, requiredTexts } from './field-checks.ts'
import { type Errors, type FormField, formErrors, type Texts } from './form-field.ts'
import { nameError } from './names.ts'
import { phoneHint } from './phone-hint.ts'
import { tripErrors } from './trip-checks.ts'
import { countError, readCount, travelDateError, tripCounts } from './trip-field-checks.ts'

// The fields of the quote form, for its page with and without JavaScript and for the page that corrects an enquiry.
// Without zod. `enquiryForm` is the schema of the same fields; a test compares both.

/** The text of a whole-number field. */
function countField(section: 'trip' | 'people', limits: { label: string; max: number }) {
  const check: Check = (text) => countError(readCount(text), limits)
  return { label: limits.label, kind: 'number', section, maxLength: 9, check } as const
}

/** The fields about a traveller and the trip, in the order of the form, with the names of the contract. */
export const travellerFields = {
  destination: {
    label: 'Destination',
    kind: 'text',
    section: 'trip',
    maxLength: maxLengths.line,
    autoComplete: 'off',
    check: nameError,
  },
  leadType: {
    label: 'Within India or abroad',
    kind: 'select',
    section: 'trip',
    options: Object.entries(tripCountries),
  },
  travelMonth: {
    label: 'Travel month',
    kind: 'select',
    section: 'trip',
    options: travelMonths.map((month) => [month, month] as const),
  },
  travelDate: { label: 'Travel date', kind: 'date', section: 'trip', check: travelDateError },
  travelNights: countField('trip', tripCounts.travelNights),
  travelDays: countField('trip', tripCounts.travelDays),
  tripType: {
    label: 'Kind of trip',
    kind: 'select',
    section: 'people',
    options: Object.entries(tripKinds),
  },
  adult: countField('people', tripCounts.adult),
  children: countField('people', tripCounts.children),
  infant: countField('people', tripCounts.infant),
  budgetPerPerson: {
    label: 'Budget per person',
    kind: 'select',
    section: 'people',
    options: Object.entries(tripBudgets),
  },
  priority: {
    label: 'What matters most',
    kind: 'select',
    section: 'people',
    options: Object.entries(tripPriorities),
  },
  name: {
    label: 'Full name',
    kind: 'text',
    section: 'traveller',
    required: requiredTexts.name,
    maxLength: maxLengths.line,
    autoComplete: 'name',
    check: nameError,
  },
  phone: {
    label: 'Phone',
    kind: 'tel',
    section: 'traveller',
    required: requiredTexts.phone,
    maxLength: maxLengths.phone,
    autoComplete: 'tel',
    placeholder: '98765 43210',
    hint: phoneHint,
    check: phoneError,
  },
  city: {
    label: 'Current city',
    kind: 'text',
    section: 'traveller',
    maxLength: maxLengths.line,
    autoComplete: 'address-level2',
    check: nameError,
  },
  email: {
    label: 'Email',
    kind: 'email',
    section: 'traveller',
    autoComplete: 'email',
    check: emailError,
  },
} as const satisfies Record<string, FormField>
export type TravellerField = keyof typeof travellerFields

/** Choices that a lead has too, in the order of its form. The travel month, which replaces a date, is not one of them. */
export const wishNames = ['budgetPerPerson', 'priority'] as const satisfies TravellerField[]

/** All fields of the quote form. With scripts the source is asked after the form was sent. */
export const quoteFields = {
  ...travellerFields,
  source: {
    label: 'How did you find us?',
    kind: 'select',
    section: 'traveller',
    options: enquirySources.map((source) => [source, source] as const),
  },
  consent: {
    label: enquiryConsent.text,
    kind: 'consent',
    required: 'Please agree to be contacted: without it no agent may call you.',
  },
} as const satisfies Record<string, FormField>
export type QuoteField = keyof typeof quoteFields

export const travellerFieldNames = Object.keys(travellerFields) as TravellerField[]
export const quoteFieldNames = Object.keys(quoteFields) as QuoteField[]

/** The errors of the fields and of the trip as a whole. */
export function travellerErrors(texts: Texts<TravellerField>): Errors<TravellerField> {
  return { ...tripErrors(travellerInput(texts)), ...formErrors(travellerFields, texts) }
}

export function quoteErrors(texts: Texts<QuoteField>): Errors<QuoteField> {
  return { ...tripErrors(travellerInput(texts)), ...formErrors(quoteFields, texts) }
}

/** Converts typed texts to the input of the schema: counts to numbers, other texts unchanged. */
export function travellerInput(texts: Partial<Texts<string>>): Record<string, unknown> {
  const counts = Object.keys(tripCounts).map((name) => [name, readCount(texts[name] ?? '')])
  return { ...texts, ...Object.fromEntries(counts) }
}

export function quoteInput(texts: Partial<Texts<string>>): Record<string, unknown> {
  return { ...travellerInput(texts), consent: Boolean(texts.consent) }
}
