import { maxNewMatches, type SavedSearch } from '@raahi/contract/saved-searches'
import { expect, it } from 'vitest'
import {
  describeDeviceAlerts,
  describeFilters,
  findShownSearch,
  formatNewMatches,
} from './search-labels.ts'

it('shows that more leads may match than the server counts', () => {
  expect(formatNewMatches(maxNewMatches - 1)).toBe('99')
  expect(formatNewMatches(maxNewMatches)).toBe('99+')
})

it('shows the chosen one of two searches with the same filters, also with a highest price', () => {
  const filters = { destinations: 'Goa' }
  const searches = ['first', 'any', 'other'].map(
    (_id) => ({ _id, filters, maxPrice: _id === 'other' ? 99.5 : null }) as SavedSearch,
  )
  expect(findShownSearch(searches, filters, null)?._id).toBe('first')
  expect(findShownSearch(searches, filters, 'any')?._id).toBe('any')
  expect(findShownSearch(searches, filters, 'other')?._id).toBe('first')
  expect(findShownSearch(searches, { ...filters, maxPrice: '99.5' }, 'any')?._id).toBe('other')
  expect(findShownSearch(searches, { cities: 'Pune' }, 'any')).toBeUndefined()
})

it('says that no device shows the alerts of a search', () => {
  expect(describeDeviceAlerts('at-once', true)).toBe('Devices: At once')
  expect(describeDeviceAlerts('at-once', false)).toBe('No device switched on yet')
  expect(describeDeviceAlerts('off', false)).toBe('No alerts on devices')
})

it('lists places as a sentence does', () => {
  const words = (destinations: string) => describeFilters({ destinations })
  expect(words('Goa')).toEqual(['Goa'])
  expect(words('Goa,Kerala')).toEqual(['Goa or Kerala'])
  expect(words('Ladakh, Manali,Spiti')).toEqual(['Ladakh, Manali or Spiti'])
})
