import type { TravelMonth, TripBudget, TripPriority } from '@raahi/contract/enquiry-words'
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
 * What the form is filled in for: a lead that an admin enters needs an email, a city and a destination; one that came from an
 * enquiry may lack them.
 */
export type LeadFormKind = 'entered' | 'of-enquiry' | 'conversion'

const schemas = { entered: leadForm, 'of-enquiry': leadOfEnquiryForm, conversion: convertForm }

/** What the lead form holds while it is typed: texts as typed, `''` for a number left empty. */
export interface LeadFormValues {
  name: string
  phone: string
  email: string
  city: string
  destination: string
  /** YYYY-MM-DD, as the browser's date field gives it. */
  travelDate: string
  travelDays: number | string
  travelNights: number | string
  tripType: TripType
  /** '' while an admin has not chosen: only of an enquiry whose traveller did not say. */
  leadType: LeadType | ''
  adult: number | string
  children: number | string
  infant: number | string
  travelMonth: TravelMonth | ''
  budgetPerPerson: TripBudget | ''
  priority: TripPriority | ''
}

/** Every field starts at what the server would fill in, so that nothing unseen is saved. */
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

/** A lead or an enquiry, loaded into the form. Unknown values become empty fields. */
export function leadFormValues(
  trip: {
    [Name in keyof LeadFormValues]: LeadFormValues[Name] | null
  },
): LeadFormValues {
  const names = Object.keys(emptyLeadForm) as (keyof LeadFormValues)[]
  const values = Object.fromEntries(names.map((name) => [name, trip[name] ?? '']))
  return { ...(values as unknown as LeadFormValues), phone: formatPhone(trip.phone ?? '') }
}

/** The body of POST and PUT /api/leads: counts as numbers, and again as the texts derived from them. */
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

/** Every fault of the form at once, one text per field; empty when it can be sent. */
export function leadFormErrors(
  values: LeadFormValues,
  kind: LeadFormKind = 'entered',
): FieldErrors {
  const errors: FieldErrors = {}
  const found = fieldErrorsOf(schemas[kind], leadFormBody(values))
  for (const [name, text] of Object.entries(found)) errors[formFieldOf(name)] ??= text
  return kind === 'conversion' ? { ...conversionErrors(values), ...errors } : errors
}

/** What the traveller's own form refuses, where a lead can tell: a count of 0 on a lead says that it is unknown. */
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
 * The server's refusals, put under the fields of this form.
 * @returns the errors per form field, and the texts that belong to none of its fields.
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

/** The derived texts have no field of their own: their faults belong to the numbers they come from. */
function formFieldOf(name: string): string {
  if (name === 'travelTime') return 'travelDays'
  return name.startsWith('totalMembers.') ? name.slice('totalMembers.'.length) : name
}

function countOf(typed: number | string): number {
  return typed === '' ? 0 : Number(typed)
}
