import { expect, it } from 'vitest'
import { wasCut } from './report-cut-pastes.ts'

it.each([
  ['a text that fits', { value: 'Goa', maxLength: 10 }, 'Goa', false],
  ['a text that fits exactly', { value: 'Goa, Kochi', maxLength: 10 }, 'Kochi', false],
  ['a text whose lines were joined', { value: 'Goa  Kochi', maxLength: 10 }, 'Goa\r\nKochi', false],
  ['a text whose end was left out', { value: 'Goa, Kochi', maxLength: 10 }, 'Kochi and Pune', true],
  ['a text that was left out', { value: 'Goa, Kochi', maxLength: 10 }, 'Pune', true],
  ['any text in a field without a limit', { value: 'Goa', maxLength: -1 }, 'Pune', false],
])('%s', (_, field, pasted, isCut) => {
  expect(wasCut(field, pasted)).toBe(isCut)
})
