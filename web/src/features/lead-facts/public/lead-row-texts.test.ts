import type { TripBudget } from '@raahi/contract/enquiry-labels'
import { expect, it } from 'vitest'
import {
  shortTripKinds,
  shortTripLength,
  timeAgo,
  travellers,
  tripDates,
  yearInIndia,
} from './lead-row-texts.ts'

it.each([
  ['2026-12-25', 5, '25–29 Dec'],
  ['2026-12-25', 1, '25 Dec'],
  ['2026-12-25', 0, '25 Dec'],
  ['2026-11-29', 4, '29 Nov – 2 Dec'],
  ['2026-12-30', 4, '30 Dec – 2 Jan 2027'],
  ['2027-03-14', 5, '14–18 Mar 2027'],
  ['2028-02-27', 4, '27 Feb – 1 Mar 2028'],
  ['2026-03-01', 380, '1 Mar – 15 Mar 2027'],
  [null, 5, 'dates open'],
])('the days of a trip on %s for %i days are %s', (travelDate, travelDays, text) => {
  expect(tripDates({ travelDate, travelDays, travelMonth: null }, 2026)).toBe(text)
})

it('names the month of a trip without a date', () => {
  const trip = { travelDate: null, travelDays: 5, travelMonth: 'May' } as const
  expect(tripDates(trip, 2026)).toBe('in May')
})

it('uses the current year in India, even if the browser is still in the old year', () => {
  expect(yearInIndia(Date.parse('2026-12-31T18:29:59Z'))).toBe(2026)
  expect(yearInIndia(Date.parse('2026-12-31T18:30:00Z'))).toBe(2027)
})

it('names the travellers by the type of their trip', () => {
  expect(travellers('Friends', 5)).toBe('5 friends')
  expect(travellers('Family', 4)).toBe('family of 4')
  expect(travellers('Couples', 2)).toBe('couple')
  expect(travellers('Couples', 6)).toBe('couples, 6 travellers')
  expect(travellers('Business', 1)).toBe('1 on business')
  expect(travellers('Senior_Citizen', 0)).toBe('senior citizen')
})

it('abbreviates the length of a trip', () => {
  expect(shortTripLength({ travelDays: 5, travelNights: 4 })).toBe('5D/4N')
  expect(shortTripLength({ travelDays: 5, travelNights: 0 })).toBe('5D')
})

it('shows how long ago a lead was posted', () => {
  const now = Date.parse('2026-11-22T10:00:00Z')
  const at = (instant: string) => timeAgo(instant, now)
  expect(at('2026-11-22T09:59:30Z')).toBe('just now')
  expect(at('2026-11-22T10:00:30Z'), 'a clock that is behind').toBe('just now')
  expect(at('2026-11-22T09:15:00Z')).toBe('45 min ago')
  expect(at('2026-11-22T08:00:00Z')).toBe('2 h ago')
  expect(at('2026-11-21T08:00:00Z')).toBe('1 day ago')
  expect(at('2026-07-20T08:00:00Z')).toBe('4 months ago')
  expect(at('2024-07-20T08:00:00Z')).toBe('2 years ago')
})

it('names the kinds of a trip except the trip type, and abbreviates budgets', () => {
  const trip = { tripType: 'Family', leadType: 'domestic', priority: 'food' } as const
  const kinds = (budgetPerPerson: TripBudget | null) => shortTripKinds({ ...trip, budgetPerPerson })
  expect(kinds(null)).toBe('Domestic · Good food')
  expect(kinds('15000-30000')).toBe('Domestic · ₹15K–30K pp · Good food')
  expect(kinds('60000-100000')).toBe('Domestic · ₹60K–1L pp · Good food')
  expect(kinds('over-100000')).toBe('Domestic · Over ₹1L pp · Good food')
})
