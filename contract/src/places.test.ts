import { expect, test } from 'vitest'
import { countryOf } from './places.ts'

test.each([
  ['Goa', 'domestic'],
  ['  jaípur ', 'domestic'],
  ['Andaman', 'domestic'],
  ['Andaman & Nicobar Islands', 'domestic'],
  ['Ajanta and Ellora', 'domestic'],
  ['Munnar, Alleppey and Kochi', 'domestic'],
  ['Kerala (India)', 'domestic'],
  ['Bali', 'international'],
  ['Dubai / Abu Dhabi', 'international'],
  ['Phuket, Thailand', 'international'],
  ['Delhi to Kathmandu', null],
  ['Goa or Bali', null],
  ['London, Ontario', null],
  ['Bali honeymoon', null],
  ['hills', null],
  [' , ', null],
  ['', null],
  [null, null],
])('the country of %j is %j', (destination, country) => {
  expect(countryOf(destination)).toBe(country)
})
