import { expect, it } from 'vitest'
import { wasTruncated } from './report-truncated-pastes.ts'

const full = { value: 'Goa, Kochi', maxLength: 10, selectionEnd: 10 }

it.each([
  ['fits', { ...full, value: 'Goa', selectionEnd: 3 }, 'Goa'],
  ['fits exactly', full, 'Kochi'],
  ['fits in the middle', { ...full, selectionEnd: 3 }, 'Goa'],
  ['fits, in a field without a caret', { ...full, selectionEnd: null }, 'Goa'],
  ['has lines, which the field joins', { ...full, value: 'Goa  Kochi' }, 'Goa\r\nKochi'],
  ['is changed by its field', { ...full, value: 'GOA', selectionEnd: 3 }, 'goa'],
  ['has a field without a limit', { ...full, maxLength: -1 }, 'Pune'],
])('reports no text that %s', (_, field, pasted) => {
  expect(wasTruncated(field, pasted)).toBe(false)
})

it.each([
  ['whose end was left out', full, 'Kochi and Pune'],
  ['that was left out', full, 'Pune'],
  ['that was left out and is elsewhere in the field', full, 'Goa'],
  ['whose last character is an emoji', { ...full, value: 'Goa beach', selectionEnd: 9 }, 'beach🌴'],
  ['in a field without a caret', { ...full, selectionEnd: null }, 'Kochi and Pune'],
])('reports a text %s', (_, field, pasted) => {
  expect(wasTruncated(field, pasted)).toBe(true)
})
