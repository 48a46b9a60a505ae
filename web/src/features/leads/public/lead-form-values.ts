import type { TravelMonth, TripBudget, TripPriority } from '@raahi/contract/enquiry-labels'
import type { FieldErrors } from '@raahi/contract/errors'
import { formatPhone } from '@raahi/contract/formats'
import {
  convertForm,
  type LeadType,
  leadForm,
  leadOfEnquiryForm,
  leadTypeError,
  type TripType,
} from '@raahi/contract/leads'
import { tripErrors } from '@raahi/contract/trip-checks'
import type { z } from 'zod'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'

/**
 * The use of the form. A lead that an admin enters needs an email, a city and a destination. A lead from an enquiry may
 * lack them.
 */
export type LeadFormKind = 'entered' | 'of-enquiry' | 'conversion'

const schemas = { entered: leadForm, 'of-enquiry': leadOfEnquiryForm, conversion: convertForm }

/** The values of the lead form: texts as typed, `''` for an empty number. */
export type LeadFormValues = {
  name: string
  phone: string
  email: string
  city: string
  destination: string
  /** YYYY-MM-DD; '' for none. */
  travelDate: string
  travelDays: number | string
  travelNights: number | string
  tripType: TripType
  /** '' until an admin chooses. Only an enquiry whose traveller did not say starts with ''. */
  leadType: LeadType | ''
  adult: number | string
  children: number | string
  infant: number | string
  travelMonth: TravelMonth | ''
  budgetPerPerson: TripBudget | ''
  priority: TripPriority | ''
}

/** Every field starts with the server's default, so that the form shows every value that is saved. */
export const emptyLeadForm: LeadFormValues = {
  name: '',
  phone: '',
  email: '',
  city: '',
  destination: '',
  travelDate: '',
  travelDays: 0,
  travelNights: 0,
  tripType: 'Others',
  leadType: 'domestic',
  adult: 0,
  children: 0,
  infant: 0,
  travelMonth: '',
  budgetPerPerson: '',
  priority: '',
}

/** The form values of a lead or an enquiry. Unknown values become empty fields. */
export function leadFormValues(
  trip: {
    [Name in keyof LeadFormValues]: LeadFormValues[Name] | null
  },
): LeadFormValues {
  const names = Object.keys(emptyLeadForm) as (keyof LeadFormValues)[]
  const values = Object.fromEntries(names.map((name) => [name, trip[name] ?? '']))
  return { ...(values as unknown as LeadFormValues), phone: formatPhone(trip.phone ?? '') }
}

/** The body of POST and PUT /api/leads: counts as numbers, and also as the texts derived from them. */
export function leadFormBody(values: LeadFormValues): z.input<typeof leadForm> {
  const days = countOf(values.travelDays)
  const nights = countOf(values.travelNights)
  const adult = countOf(values.adult)
  const children = countOf(values.children)
  const infant = countOf(values.infant)
  return {
    ...values,
    name: values.name.trim(),
    phone: values.phone.trim(),
    email: values.email.trim(),
    city: values.city.trim(),
    destination: values.destination.trim(),
    travelDate: values.travelDate || null,
    travelDays: days,
    travelNights: nights,
    travelTime: `${days} (days) - ${nights} (nights)`,
    adult,
    children,
    infant,
    totalMembers: { adult: String(adult), children: String(children), infant: String(infant) },
    leadType: values.leadType || undefined,
    travelMonth: values.travelMonth || null,
    budgetPerPerson: values.budgetPerPerson || null,
    priority: values.priority || null,
  }
}

/** All errors of the form, one text per field; empty if the form can be sent. */
export function leadFormErrors(
  values: LeadFormValues,
  kind: LeadFormKind = 'entered',
): FieldErrors {
  const errors: FieldErrors = {}
  const found = fieldErrorsOf(schemas[kind], leadFormBody(values))
  for (const [name, text] of Object.entries(found)) errors[formFieldOf(name)] ??= text
  return kind === 'conversion' ? { ...conversionErrors(values), ...errors } : errors
}

/** The checks of the traveller's form that also apply to a lead. A count of 0 on a lead means unknown. */
function conversionErrors(values: LeadFormValues): FieldErrors {
  const { destination, leadType } = values
  const travelDays = countOf(values.travelDays) || undefined
  const travelNights = countOf(values.travelNights)
  return {
    ...tripErrors({ destination, leadType, travelDays, travelNights }),
    ...(leadType === '' && { leadType: leadTypeError }),
  }
}

/**
 * Assigns the server's field errors to the fields of this form.
 * @returns the errors per form field, and the texts that belong to no field of the form
 */
export function placeFieldErrors(fieldErrors: FieldErrors): {
  placed: FieldErrors
  unplaced: string[]
} {
  const placed: FieldErrors = {}
  const unplaced: string[] = []
  for (const [name, text] of Object.entries(fieldErrors)) {
    const field = formFieldOf(name)
    if (field in emptyLeadForm) placed[field] ??= text
    else unplaced.push(text)
  }
  return { placed, unplaced }
}

/** The form field for a field of the API. Errors of derived texts belong to the numbers from which they are derived. */
function formFieldOf(name: string): string {
  if (name === 'travelTime') return 'travelDays'
  return name.startsWith('totalMembers.') ? name.slice('totalMembers.'.length) : name
}

function countOf(typed: number | string): number {
  return typed === '' ? 0 : Number(typed)
}
