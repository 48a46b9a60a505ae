import { expect, it } from 'vitest'
import { readFilters } from '../../../lib/list-filters.ts'
import { leadFilters, leadQueryOf } from './lead-filters.ts'

const read = (query: string) => readFilters(leadFilters, new URLSearchParams(query))

it('filters by status and expiry with one choice', () => {
  const asked = (status: string) => leadQueryOf(read(`status=${status}`))
  expect(asked('buy')).toMatchObject({ status: 'buy', expired: false })
  expect(asked('sold')).toMatchObject({ status: 'sold', expired: undefined })
  expect(asked('expired')).toMatchObject({ expired: true })
  expect(asked('expired')).not.toHaveProperty('status')
})

it('accepts the other spellings of a trip type', () => {
  expect(read('tripType=Senior_citizen').tripType).toBe('Senior_Citizen')
  expect(read('tripType=Solo').tripType).toBe('Others')
  expect(read('tripType=toString').tripType).toBeUndefined()
})
