import { type Lead, leadForm } from '@raahi/contract/leads'
import { describe, expect, test } from 'vitest'
import {
  emptyLeadForm,
  type LeadFormValues,
  leadFormBody,
  leadFormErrors,
  leadFormValues,
  placeFieldErrors,
} from './lead-form-values.ts'

const filled: LeadFormValues = {
  ...emptyLeadForm,
  name: '  Asha Rao ',
  phone: '98765 43210',
  email: ' asha@example.in ',
  city: 'Pune',
  destination: 'Kerala',
  travelDate: '2027-02-05',
  travelDays: 5,
  travelNights: 4,
  tripType: 'Senior_Citizen',
  leadType: 'international',
  adult: 2,
  children: '',
  infant: 1,
}

describe('the body of the form', () => {
  test('is trimmed, with numbers and the texts derived from them', () => {
    expect(leadFormBody(filled)).toEqual({
      name: 'Asha Rao',
      phone: '98765 43210',
      email: 'asha@example.in',
      city: 'Pune',
      destination: 'Kerala',
      travelDate: '2027-02-05',
      travelDays: 5,
      travelNights: 4,
      travelTime: '5 (days) - 4 (nights)',
      adult: 2,
      children: 0,
      infant: 1,
      totalMembers: { adult: '2', children: '0', infant: '1' },
      tripType: 'Senior_Citizen',
      leadType: 'international',
      travelMonth: null,
      budgetPerPerson: null,
      priority: null,
    })
  })

  test('has null for an empty travel date', () => {
    expect(leadFormBody({ ...filled, travelDate: '' }).travelDate).toBeNull()
  })
})

describe('the form refuses', () => {
  test('no complete lead', () => {
    expect(leadFormErrors(filled)).toEqual({})
  })

  test('all empty required fields at once, with the specified texts; spaces count as empty', () => {
    expect(leadFormErrors({ ...emptyLeadForm, city: '   ' })).toEqual({
      name: 'Name is required',
      phone: 'Phone number is required',
      email: 'Email is required',
      city: 'City is required',
      destination: 'Destination is required',
    })
  })

  test('a conversion without lead type or with an impossible trip, but not without email, city or destination', () => {
    const unsaid = { ...filled, email: ' ', city: '', destination: '', adult: '' }
    expect(leadFormErrors(unsaid, 'conversion')).toEqual({})
    expect(leadFormErrors({ ...unsaid, leadType: '' }, 'conversion')).toEqual({
      leadType: 'Choose domestic or international.',
    })
    const impossible = { destination: 'Kerala', travelDays: 2, travelNights: 3 }
    expect(leadFormErrors({ ...unsaid, ...impossible }, 'conversion')).toEqual({
      leadType: 'Kerala is in India. Please choose Domestic.',
      travelNights: 'A trip of 2 days cannot have 3 nights.',
    })
    expect(leadFormErrors({ ...filled, email: '' }, 'of-enquiry')).toEqual({})
  })

  test('a malformed email, phone and date, and invalid counts', () => {
    expect(
      leadFormErrors({
        ...filled,
        email: 'asha@example',
        phone: '12345',
        travelDate: '2027-02-31',
        travelDays: 2.5,
        adult: -1,
        infant: 10_000,
      }),
    ).toEqual({
      email: 'Invalid email format',
      phone: 'This number is too short. Please check the digits.',
      travelDate: 'Enter a date as YYYY-MM-DD.',
      travelDays: 'Days must be a whole number.',
      adult: 'Adults cannot be below 0.',
      infant: 'Infants cannot be above 9999.',
    })
  })
})

test('a lead loaded into the form and sent unchanged is the same lead', () => {
  const lead: Lead = {
    _id: '01890000-0000-7000-8000-000000000000',
    leadId: 'LD-000001',
    name: 'Asha Rao',
    phone: '+919876543210',
    email: 'asha@example.in',
    hasEmail: true,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    city: 'Pune',
    destination: 'Kerala',
    travelDate: '2027-02-05',
    travelTime: '5 (days) - 4 (nights)',
    travelDays: 5,
    travelNights: 4,
    adult: 2,
    children: 1,
    infant: 0,
    totalMembers: { adult: '2', children: '1', infant: '0' },
    tripType: 'Family',
    leadType: 'domestic',
    travelMonth: null,
    budgetPerPerson: '15000-30000',
    priority: 'food',
    satatus: 'buy',
    expired: false,
    underReview: false,
    fullCost: null,
    cost: 50,
    replacementStatus: null,
    createdAt: '2026-11-01T10:00:00.000Z',
  }
  const { phone, ...body } = leadFormBody(leadFormValues(lead))
  expect(phone).toBe('+91 98765 43210')
  expect(leadForm.parse({ ...body, phone })).toHaveProperty('phone', lead.phone)
  for (const [field, value] of Object.entries(body)) {
    expect(lead, field).toHaveProperty(field, value)
  }
})

test("the server's refusals are shown under the fields that they name; others are separate", () => {
  expect(
    placeFieldErrors({
      email: 'Invalid email format',
      'totalMembers.adult': 'Enter whole numbers.',
      travelTime: 'Too long.',
      cost: 'Not a field of this form.',
    }),
  ).toEqual({
    placed: {
      email: 'Invalid email format',
      adult: 'Enter whole numbers.',
      travelDays: 'Too long.',
    },
    unplaced: ['Not a field of this form.'],
  })
})
