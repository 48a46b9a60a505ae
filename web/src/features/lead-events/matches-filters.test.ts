import type { Lead } from '@raahi/contract/leads'
import { expect, it } from 'vitest'
import type { LeadFilters } from '../lead-facts/public/lead-filters.ts'
import { matchesFilters } from './matches-filters.ts'

const lead = {
  satatus: 'buy',
  name: 'Meera Nair',
  destination: 'Goa, India',
  city: null,
  leadType: 'domestic',
  tripType: 'Family',
  travelDate: '2027-02-10',
  cost: 50,
  travelMonth: null,
  phoneVerifiedAt: '2026-11-23T10:00:00.000Z',
  emailVerifiedAt: null,
  createdAt: '2026-11-23T10:00:00.000Z',
} as Lead
const matches = (filters: object, fields: Partial<Lead> = {}) =>
  matchesFilters({ ...lead, ...fields }, { page: 1, sort: '-createdAt', ...filters } as LeadFilters)

it('compares texts without regard to case, and the search only with the name', () => {
  expect(matches({ search: 'NAIR' })).toBe(true)
  expect(matches({ search: 'goa' })).toBe(false)
  expect(matches({ destination: 'goa' })).toBe(true)
  expect(matches({ cities: 'Pune' })).toBe(false)
  expect(matches({ destinations: 'Kerala,goa' })).toBe(true)
  expect(matches({ destination: 'Kerala, goa' })).toBe(true)
})

it('matches a price up to the highest one, and not a missing price', () => {
  expect(matches({ maxPrice: '50' })).toBe(true)
  expect(matches({ maxPrice: '49.99' })).toBe(false)
  expect(matches({ maxPrice: '50' }, { cost: null })).toBe(false)
})

it('matches a travel date, or a travel month with at least one day in the range', () => {
  expect(matches({ travelFrom: '2027-02-10', travelTo: '2027-02-10' })).toBe(true)
  expect(matches({ travelFrom: '2027-02-11' })).toBe(false)
  const february = { travelDate: null, travelMonth: 'February' } as const
  expect(matches({ travelFrom: '2027-02-28', travelTo: '2027-03-05' }, february)).toBe(true)
  expect(matches({ travelFrom: '2027-03-01' }, february)).toBe(false)
  expect(matches({ travelTo: '2027-01-31' }, february)).toBe(false)
  expect(matches({ travelTo: '2027-12-31' }, { travelDate: null })).toBe(false)
})

it('counts a travel month from the month in India in which the lead was created', () => {
  const november = { travelDate: null, travelMonth: 'November' } as const
  const lastMinute = { ...november, createdAt: '2026-11-30T18:29:00.000Z' }
  const nextMinute = { ...november, createdAt: '2026-11-30T18:30:00.000Z' }
  expect(matches({ travelTo: '2026-11-30' }, lastMinute)).toBe(true)
  expect(matches({ travelTo: '2026-11-30' }, nextMinute)).toBe(false)
  expect(matches({ travelFrom: '2027-11-30' }, nextMinute)).toBe(true)
})

it('matches status, types and verified contacts', () => {
  expect(matches({ status: 'buy', leadType: 'domestic', tripType: 'Family' })).toBe(true)
  expect(matches({ status: 'expired' })).toBe(false)
  expect(matches({ leadType: 'international' })).toBe(false)
  expect(matches({ verified: 'phone' })).toBe(true)
  expect(matches({ verified: 'email' })).toBe(false)
  expect(matches({ verified: 'both' })).toBe(false)
})
