import { expect, it } from 'vitest'
import { listedPlaces } from './places.ts'
import { stateCodeOf } from './state-of-place.ts'

it('knows the state of every listed place in India, and of no other', () => {
  for (const { name, country } of listedPlaces) {
    expect([name, stateCodeOf(name) !== undefined]).toEqual([name, country === 'domestic'])
  }
  expect(['jaipur', 'Bombay', 'Banglore, Karnataka', 'My village'].map(stateCodeOf)).toEqual([
    '08',
    '27',
    '29',
    undefined,
  ])
})
