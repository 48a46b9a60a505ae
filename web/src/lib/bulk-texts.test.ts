import { expect, it } from 'vitest'
import { countText, leftText } from './bulk-texts.ts'

it('counts changed records, and says how many stayed as they are', () => {
  expect(countText(1, 'lead')).toBe('1 lead')
  expect(countText(2, 'enquiry')).toBe('2 enquiries')
  expect(leftText(0, 'lead')).toBe('')
  expect(leftText(1, 'enquiry')).toBe(' 1 enquiry stayed as it is.')
  expect(leftText(2, 'lead')).toBe(' 2 leads stayed as they are.')
})
