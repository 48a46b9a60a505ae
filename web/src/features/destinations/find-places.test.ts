import { describe, expect, test } from 'vitest'
import { addressOfPlace, findPlaces, placeMeant } from './find-places.ts'
import { places } from './places.ts'

const namesFor = (text: string) => findPlaces(text).map((place) => place.name)

describe('the search for destinations', () => {
  test('the claim of 100+ destinations is true of what can be found', () => {
    expect(new Set(places.map((place) => place.name)).size).toBe(places.length)
    expect(places.length).toBeGreaterThanOrEqual(100)
  })

  test('nothing typed offers the destinations with a page', () => {
    expect(namesFor(' ')).toEqual(['Goa', 'Kerala', 'Rajasthan', 'Manali', 'Jaipur'])
  })

  test('an exact name comes first, then names, then what lies in that region', () => {
    expect(namesFor('goa')).toEqual(['Goa', 'North Goa', 'South Goa'])
    expect(namesFor('KERALA')[0]).toBe('Kerala')
    expect(namesFor('kerala')).toContain('Munnar')
  })

  test('the beginning of any word is enough, the middle of one is not', () => {
    expect(namesFor('kutch')).toContain('Rann of Kutch')
    expect(namesFor('valley')).toContain('Spiti Valley')
    expect(namesFor('aipur')).toEqual([])
  })

  test('case, accents, spaces and signs do not matter', () => {
    expect(namesFor('  Jaípur, ')).toEqual(['Jaipur'])
  })

  test('a name of former days finds the place', () => {
    expect(namesFor('Bombay')).toEqual(['Mumbai'])
    expect(namesFor('kashmir')).toContain('Srinagar')
  })

  test('a search keeps a region or a part of a place as it was typed, and finds names otherwise', () => {
    for (const typed of [
      'Andaman',
      'andaman & nicobar',
      'Himachal',
      'Kashmir',
      'Bangkok',
      'Peru',
    ]) {
      expect(placeMeant(` ${typed} `)?.name).toBe(typed)
    }
    expect(placeMeant('bombay')?.name).toBe('Mumbai')
    expect(placeMeant('kera')).toMatchObject({ name: 'Kerala', slug: 'kerala' })
    expect(placeMeant('Coor')?.name).toBe('Coorg')
    expect(placeMeant(' ')).toBeUndefined()
  })

  test('a search is never longer than its limit', () => {
    expect(findPlaces('a', 4)).toHaveLength(4)
  })

  test('a place with a page leads there, any other to the quote form with its name', () => {
    expect(addressOfPlace({ name: 'Goa', slug: 'goa' })).toBe('/destinations/goa')
    expect(addressOfPlace({ name: 'Ajanta & Ellora' })).toBe(
      '/?destination=Ajanta%20%26%20Ellora#quote',
    )
  })
})
