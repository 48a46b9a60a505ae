import { expect, it } from 'vitest'
import { formatCount } from './counts.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [123456, '1,23,456'],
  [12345678, '1,23,45,678'],
])('formats %i as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})
