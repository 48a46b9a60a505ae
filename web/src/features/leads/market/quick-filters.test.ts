import { expect, it } from 'vitest'
import { readFilters } from '../../../lib/list-filters.ts'
import { leadFilters } from '../../lead-facts/public/lead-filters.ts'
import {
  otherFilters,
  quickFiltersOn,
  searchOfQuickFilters,
  toggleQuickFilter,
} from './quick-filters.ts'

const today = '2028-02-10'
const places = { destinations: ['Goa', 'Cox’s Bazar'], cities: ['Pune'] }
const read = (search: string) => readFilters(leadFilters, new URLSearchParams(search))

it('builds an address that turns remembered quick filters on again', () => {
  const all = ['available', 'domestic', 'thisMonth', 'myCities', 'myDestinations'] as const
  const search = searchOfQuickFilters(all, places, today)
  expect(quickFiltersOn(read(search), today)).toEqual(all)
  expect(read(search)).toMatchObject({
    status: 'buy',
    leadType: 'domestic',
    travelFrom: '2028-02-01',
    travelTo: '2028-02-29',
    cities: 'Pune',
    destinations: 'Goa,Cox’s Bazar',
  })
  expect(searchOfQuickFilters([], places, today)).toBe('')
  expect(searchOfQuickFilters(['myCities'], { destinations: [], cities: [] }, today)).toBe('')
})

it('uses the current month, even if This month was chosen in an earlier month', () => {
  const search = searchOfQuickFilters(['thisMonth'], places, '2028-12-31')
  expect(read(search)).toMatchObject({ travelFrom: '2028-12-01', travelTo: '2028-12-31' })
})

it('replaces one lead type with the other, and turns a quick filter off', () => {
  expect(toggleQuickFilter('international', true, places, today)).toEqual({
    leadType: 'international',
  })
  const off = toggleQuickFilter('thisMonth', false, places, today)
  expect(off).toEqual({ travelFrom: undefined, travelTo: undefined })
})

it('lists every other filter with the change that removes it', () => {
  const filters = read(
    'search=asha&destination=goa&city=pune&maxPrice=99.5&tripType=Family&status=sold&travelFrom=2028-02-01',
  )
  expect(otherFilters(filters, today).map(({ label }) => label)).toEqual([
    'Name: asha',
    'Destination: goa',
    'City: pune',
    'Up to ₹99.50',
    'Family',
    'Sold',
    'Travel from 01-02-2028',
  ])
  expect(
    otherFilters(read(searchOfQuickFilters(['available', 'thisMonth'], places, today)), today),
  ).toEqual([])
})
