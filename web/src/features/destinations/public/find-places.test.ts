import { describe, expect, test } from 'vitest'
import { places } from '../places.ts'
import { findPlaces, placePath, resolvePlace, unlistedRegion } from './find-places.ts'

const namesFor = (text: string) => findPlaces(text).map((place) => place.name)

describe('the search for destinations', () => {
  test('the search finds more than 100 destinations, as the site claims', () => {
    expect(new Set(places.map((place) => place.name)).size).toBe(places.length)
    expect(places.length).toBeGreaterThanOrEqual(100)
  })

  test('an empty text finds the destinations with a page', () => {
    expect(namesFor(' ')).toEqual(['Goa', 'Kerala', 'Rajasthan', 'Manali', 'Jaipur'])
  })

  test('an exact name comes first, then other names, then places in the region', () => {
    expect(namesFor('goa').slice(0, 4)).toEqual(['Goa', 'North Goa', 'South Goa', 'Calangute'])
    expect(namesFor('KERALA')[0]).toBe('Kerala')
    expect(namesFor('kerala')).toContain('Munnar')
  })

  test('the beginning of a word matches, the middle does not', () => {
    expect(namesFor('kutch')).toContain('Rann of Kutch')
    expect(namesFor('valley')).toContain('Spiti Valley')
    expect(namesFor('aipur')).toEqual([])
  })

  test('case, accents, spaces and punctuation are ignored', () => {
    expect(namesFor('  Jaípur, ')).toEqual(['Jaipur'])
  })

  test('a former name, a local script and a misspelling find the place', () => {
    expect(namesFor('Bombay')[0]).toBe('Mumbai')
    expect(namesFor('ಬೆಂಗಳೂರು')).toEqual(['Bengaluru'])
    expect(namesFor('Banglo')).toEqual(['Bengaluru'])
    expect(namesFor('kashmir')).toContain('Srinagar')
  })

  test('a search finds the place of each name, and keeps an unknown text as typed', () => {
    expect(resolvePlace(' Andaman ')?.name).toBe('Andaman and Nicobar Islands')
    expect(resolvePlace('J&K')?.name).toBe('Jammu and Kashmir')
    expect(resolvePlace('Bangkok')).toMatchObject({ name: 'Bangkok', region: 'Thailand' })
    expect(resolvePlace(' Nowhere ')).toMatchObject({ name: 'Nowhere', region: unlistedRegion })
    expect(resolvePlace('bombay')?.name).toBe('Mumbai')
    expect(resolvePlace('kera')).toMatchObject({ name: 'Kerala', slug: 'kerala' })
    expect(resolvePlace('Coor')?.name).toBe('Coorg')
    expect(resolvePlace(' ')).toBeUndefined()
  })

  test('a search returns at most its limit', () => {
    expect(findPlaces('a', 4)).toHaveLength(4)
  })

  test('a place with a page opens it, any other opens the quote form with its name', () => {
    expect(placePath({ name: 'Goa', slug: 'goa' })).toBe('/destinations/goa')
    expect(placePath({ name: 'Ajanta & Ellora' })).toBe('/?destination=Ajanta%20%26%20Ellora#quote')
  })
})
