import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { contactForm } from './contact.ts'
import { contactFields } from './contact-form.ts'
import { enquiryCorrection, enquiryForm } from './enquiries.ts'
import {
  type QuoteField,
  quoteErrors,
  quoteFieldNames,
  quoteInput,
  travellerErrors,
  travellerFieldNames,
  travellerInput,
  wishNames,
} from './enquiry-form.ts'
import { maxLengths } from './field-checks.ts'
import { formErrors, type Texts } from './form-field.ts'
import { tripWishes, wishAnswers } from './leads.ts'
import { dayInIndia } from './trip-field-checks.ts'

/** The first error of each field. */
function errorsOf(schema: z.ZodType, input: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(input).error?.issues ?? []) {
    errors[path.join('.')] ??= message
  }
  return errors
}

const empty = Object.fromEntries(quoteFieldNames.map((name) => [name, ''])) as Texts<QuoteField>
const required = { ...empty, name: 'Meera Nair', phone: '98765 43210', consent: 'on' }
const yesterday = dayInIndia(new Date(Date.now() - 24 * 3600 * 1000))

const cases: [string, Partial<Texts<QuoteField>>][] = [
  ['only the required fields', {}],
  ['no input', empty],
  [
    'every field',
    {
      email: 'meera@mail.example',
      city: 'Kochi',
      destination: 'Bali',
      travelDate: dayInIndia(),
      travelDays: '5',
      travelNights: '4',
      adult: '2',
      children: '0',
      infant: ' 1 ',
      tripType: 'Couples',
      leadType: 'international',
      travelMonth: 'May',
      budgetPerPerson: '15000-30000',
      priority: 'food',
      source: 'Referral',
    },
  ],
  ['a blank name', { name: '   ' }],
  ['the longest name', { name: 'm'.repeat(120) }],
  ['a name that is too long', { name: 'm'.repeat(121) }],
  ['a web address as name', { name: 'Win at evil.com/now' }],
  ['a name with dots', { name: 'Dr.A.Kumar' }],
  ['a control character', { name: 'Meera\u0000', city: 'Ko\u0007chi' }],
  ['a phone with brackets and a leading 0', { phone: '0 (98765)-43210' }],
  ['a foreign phone', { phone: '+44 20 7946 0958' }],
  ['nine digits', { phone: '987654321' }],
  ['a foreign phone without +', { phone: '442079460958' }],
  ['a phone with many blanks', { phone: `98765${' '.repeat(40)}43210` }],
  ['letters as phone', { phone: 'call me' }],
  ['an email without @', { email: 'meera.mail.example' }],
  ['an email without a dotted domain', { email: 'meera@mail' }],
  ['an email that is too long', { email: `${'m'.repeat(250)}@mail.example` }],
  ['yesterday', { travelDate: yesterday }],
  ['an incomplete date', { travelDate: '2027-03' }],
  ['a day that does not exist', { travelDate: '2097-02-29' }],
  ['the year 0', { travelDate: '0000-01-01' }],
  ['invalid numbers', { adult: 'two', children: '-1', infant: '1.5', travelDays: '1e3' }],
  ['numbers that are too large', { adult: '10000', travelDays: '1000', travelNights: '1000' }],
  ['the largest numbers', { adult: '9999', travelDays: '999', travelNights: '999' }],
  ['more nights than days', { travelDays: '3', travelNights: '4' }],
  ['as many nights as days', { travelDays: '3', travelNights: '3' }],
  ['one day with nights', { travelDays: '1', travelNights: '2', name: '' }],
  ['no traveller', { adult: '0', children: '0', infant: '' }],
  ['children without an adult', { adult: '0', children: '2' }],
  ['a foreign place within India', { destination: ' Bali, Indonesia', leadType: 'domestic' }],
  ['an Indian place abroad', { destination: 'Bombay & Goa', leadType: 'international' }],
  ['a place of an uncertain country', { destination: 'Springfield', leadType: 'domestic' }],
  ['places in India and abroad', { destination: 'Goa, Dubai', leadType: 'domestic' }],
  ['no consent', { consent: '' }],
]

describe('the quote form rejects what the API rejects, with the same texts', () => {
  test.each(cases)('%s', (_name, fields) => {
    const texts = { ...required, ...fields }
    expect(quoteErrors(texts)).toEqual(errorsOf(enquiryForm, quoteInput(texts)))
    const { source: _, consent: __, ...traveller } = texts
    expect(Object.keys(traveller)).toEqual(travellerFieldNames)
    expect(travellerErrors(traveller)).toEqual(
      errorsOf(enquiryCorrection, travellerInput(traveller)),
    )
  })
})

test('each wish of a lead is a choice of the quote form, and the reverse', () => {
  const asked = ['travelMonth', ...wishNames]
  expect(Object.keys(wishAnswers)).toEqual(asked)
  expect(Object.keys(tripWishes)).toEqual(asked)
})

const message = {
  name: 'Meera Iyer',
  email: 'meera@mail.example',
  message: 'Is March too hot for Jaipur?',
}

describe('the contact form rejects what the API rejects, with the same texts', () => {
  test.each([
    ['everything filled in', message],
    ['nothing filled in', { name: '', email: '', message: '' }],
    ['only blanks', { name: '  ', email: ' ', message: '\n ' }],
    ['surrounding blanks', { name: ' Meera ', email: ' meera@mail.example ', message: ' Hello\n' }],
    ['a control character', { ...message, name: 'Meera\u0007', message: 'Hello\u0000' }],
    ['several lines', { ...message, message: 'Hello\n\tMeera' }],
    ['an email that is too long', { ...message, email: `${'m'.repeat(250)}@mail.example` }],
    ['the longest message', { ...message, message: 'm'.repeat(maxLengths.message) }],
    ['a message that is too long', { ...message, message: 'm'.repeat(maxLengths.message + 1) }],
  ])('%s', (_name, texts) => {
    expect(formErrors(contactFields, texts)).toEqual(errorsOf(contactForm, texts))
  })
})
