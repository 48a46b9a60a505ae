import { describe, expect, test } from 'vitest'
import { findPlaces, placePath, resolvePlace } from './find-places.ts'
import { places } from './places.ts'

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
    expect(namesFor('goa')).toEqual(['Goa', 'North Goa', 'South Goa'])
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

  test('a former name finds the place', () => {
    expect(namesFor('Bombay')).toEqual(['Mumbai'])
    expect(namesFor('kashmir')).toContain('Srinagar')
  })

  test('a search keeps a region or a part of a place as typed, and otherwise finds names', () => {
    for (const typed of [
      'Andaman',
      'andaman & nicobar',
      'Himachal',
      'Kashmir',
      'Bangkok',
      'Peru',
    ]) {
      expect(resolvePlace(` ${typed} `)?.name).toBe(typed)
    }
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
