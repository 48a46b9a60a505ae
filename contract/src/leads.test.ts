import { describe, expect, it } from 'vitest'
import { leadForm, leadListQuery, leadStates, updateLeadBody } from './leads.ts'
import { stateAfter } from './states.ts'

const form = {
  name: ' Asha Rao ',
  phone: '98765 43210',
  email: 'asha@example.com',
  city: 'Pune',
  destination: 'Goa',
}

describe('the lead form', () => {
  it('accepts the form of the specification, and ignores fields that the server sets', () => {
    const lead = leadForm.parse({
      ...form,
      travelDate: '2027-01-05',
      travelTime: '5 (days) - 4 (nights)',
      totalMembers: { adult: '2', children: '1', infant: '0' },
      tripType: 'Senior_citizen',
      leadType: 'international',
      adult: 2,
      children: 1,
      infant: 0,
      travelDays: 5,
      travelNights: 4,
      id: 'whatever',
      createdAt: 'whenever',
      leadId: 'LEAD-1',
    })
    expect(lead).toEqual({
      name: 'Asha Rao',
      phone: '+919876543210',
      email: 'asha@example.com',
      city: 'Pune',
      destination: 'Goa',
      travelDate: '2027-01-05',
      travelDays: 5,
      travelNights: 4,
      adult: 2,
      children: 1,
      infant: 0,
      tripType: 'Senior_Citizen',
      leadType: 'international',
      travelMonth: null,
      budgetPerPerson: null,
      priority: null,
    })
  })

  it('fills in absent fields, from the derived texts or with defaults', () => {
    const lead = leadForm.parse({
      ...form,
      travelTime: '3 (days) - 2 (nights)',
      totalMembers: { adult: '4', children: '', infant: '1' },
    })
    expect(lead).toMatchObject({
      travelDate: null,
      travelDays: 3,
      travelNights: 2,
      adult: 4,
      children: 0,
      infant: 1,
      tripType: 'Others',
      leadType: 'domestic',
    })
  })

  it('reports all missing fields at once, with the texts of the specification', () => {
    const result = leadForm.safeParse({
      name: ' ',
      phone: '',
      email: '',
      city: '',
      destination: '',
    })
    const texts = result.error?.issues.map((issue) => issue.message)
    expect(texts).toEqual([
      'Name is required',
      'Phone number is required',
      'Email is required',
      'City is required',
      'Destination is required',
    ])
  })

  it.each([
    { email: 'nobody' },
    { adult: -1 },
    { adult: 1.5 },
    { travelDate: '2027-02-30' },
    { satatus: 'sold' },
    { cost: 1 },
    { name: 'a\u0000b' },
    { name: 'Win at evil.com' },
  ])('is rejected with %j', (change) => {
    expect(leadForm.safeParse({ ...form, ...change }).success).toBe(false)
  })
})

describe('an update of a lead', () => {
  it('is either a sale or the form, never both', () => {
    expect(updateLeadBody.parse({ satatus: 'sold' })).toEqual({ satatus: 'sold' })
    expect(updateLeadBody.parse(form)).toMatchObject({ name: 'Asha Rao' })
    expect(updateLeadBody.safeParse({ ...form, satatus: 'sold' }).success).toBe(false)
  })
})

describe('the states of a lead', () => {
  it('sold is final: it allows no sale and no edit', () => {
    expect(Object.values(leadStates.sold)).toEqual(['sold'])
    expect(stateAfter(leadStates, 'sold', 'purchase')).toBeNull()
    expect(stateAfter(leadStates, 'sold', 'markSold')).toBeNull()
    expect(stateAfter(leadStates, 'sold', 'edit')).toBeNull()
    expect(stateAfter(leadStates, 'buy', 'purchase')).toBe('sold')
  })
})

describe('the filters of the list', () => {
  it('ignores empty filters and rejects unknown ones', () => {
    expect(leadListQuery.parse({ search: '', leadType: '' })).toEqual({
      page: 1,
      limit: 50,
      sort: '-createdAt',
    })
    expect(leadListQuery.safeParse({ phone: '+91' }).success).toBe(false)
    expect(leadListQuery.safeParse({ satatus: 'buy', status: 'buy' }).success).toBe(false)
  })
})
