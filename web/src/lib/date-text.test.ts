import { expect, it } from 'vitest'
import { maskDateText, validateDateText } from './date-input.ts'
import { formatDateText, parseDateText } from './date-text.ts'

/** Types one character after the other, as a keyboard does. */
function typeIn(chars: string, from = ''): string {
  let text = from
  for (const char of chars) text = maskDateText(text + char, text)
  return text
}

it.each([
  ['14032027', '14-03-2027'],
  ['14-03-2027', '14-03-2027'],
  ['1/3/2027', '01-03-2027'],
  ['1.3.2027', '01-03-2027'],
  ['14a03b20279', '14-03-2027'],
  ['14', '14-'],
  ['140', '14-0'],
])('formats %s as %s while it is typed', (chars, text) => {
  expect(typeIn(chars)).toBe(text)
})

it('reformats a pasted date, and keeps deletions and changes in the middle', () => {
  expect(maskDateText('2027-03-14', '')).toBe('14-03-2027')
  expect(maskDateText(' 4/3/2027 ', '01-')).toBe('04-03-2027')
  expect(maskDateText('14', '14-')).toBe('14')
  expect(typeIn('3', '14')).toBe('14-3')
  expect(maskDateText('1-03-2027', '14-03-2027')).toBe('1-03-2027')
  expect(maskDateText('15-03-2027', '1-03-2027')).toBe('15-03-2027')
})

it('accepts only dates that exist', () => {
  expect(parseDateText('29-02-2028')).toBe('2028-02-29')
  for (const text of [
    '29-02-2027',
    '31-04-2027',
    '00-01-2027',
    '14-13-2027',
    '14-03-0027',
    '14-03',
  ]) {
    expect(parseDateText(text), text).toBeNull()
  }
  expect(formatDateText('2027-03-14')).toBe('14-03-2027')
  expect(formatDateText('')).toBe('')
})

it('explains the error of a finished date', () => {
  expect(validateDateText('')).toBeNull()
  expect(validateDateText('14-03-2027')).toBeNull()
  expect(validateDateText('31-02-2027')).toBe(
    '31-02-2027 is not a date. Please check the day and the month.',
  )
  expect(validateDateText('14-03')).toBe('Enter the whole date as DD-MM-YYYY, or clear it.')
})
