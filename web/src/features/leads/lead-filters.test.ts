import { describe, expect, it } from 'vitest'
import { countLeadFilters, leadQueryOf, readLeadFilters, writeLeadFilters } from './lead-filters.ts'

const read = (query: string) => readLeadFilters(new URLSearchParams(query))
const nothing = read('')

describe("the marketplace's filters in the address", () => {
  it('are none at first: page 1, newest first', () => {
    expect(nothing).toMatchObject({ page: 1, sort: '-createdAt' })
    expect(countLeadFilters(nothing)).toBe(0)
    expect(writeLeadFilters(nothing).toString()).toBe('')
  })

  it('come back as they were written', () => {
    const query =
      'search=Asha+R&leadType=international&tripType=Group&satatus=buy&destination=Goa&city=Pune' +
      '&travelFrom=2026-12-01&travelTo=2026-12-31&sort=-cost&page=3'
    expect(writeLeadFilters(read(query)).toString()).toBe(query)
    expect(countLeadFilters(read(query))).toBe(8)
  })

  it.each([
    'page=0',
    'page=-1',
    'page=2.5',
    'page=abc',
    'page=99999999999',
    'leadType=both',
    'tripType=Nope',
    'satatus=gone',
    'sort=name',
    'travelFrom=2026-13-99',
    'travelTo=tomorrow',
    `search=${'x'.repeat(121)}`,
    'unknown=1',
    'limit=1',
  ])('drop what is no value: %s', (query) => {
    expect(read(query)).toEqual(nothing)
  })

  it('ask the server for status and expiry by one choice', () => {
    const asked = (status: string) => leadQueryOf(read(`satatus=${status}`))
    expect(asked('buy')).toMatchObject({ satatus: 'buy', expired: false })
    expect(asked('sold')).toMatchObject({ satatus: 'sold', expired: undefined })
    expect(asked('expired')).toMatchObject({ expired: true })
    expect(asked('expired')).not.toHaveProperty('satatus')
    expect(writeLeadFilters(read('satatus=expired')).toString()).toBe('satatus=expired')
  })

  it('drop each wrong value for itself', () => {
    expect(read('page=x&leadType=domestic&sort=zzz')).toEqual({ ...nothing, leadType: 'domestic' })
  })

  it('read the other spellings of a trip type as the one kept', () => {
    expect(read('tripType=Senior_citizen').tripType).toBe('Senior_Citizen')
    expect(read('tripType=Solo').tripType).toBe('Others')
  })
})
