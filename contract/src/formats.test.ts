import { describe, expect, it } from 'vitest'
import {
  formatDay,
  formatExactRupees,
  formatPaise,
  formatPhone,
  formatPlanEnd,
  formatRupees,
  shortId,
} from './formats.ts'

it('the end of a plan is a day and a time in India, with the year if it is a year away', () => {
  expect(formatPlanEnd('2026-12-27T12:44:00Z', 30)).toBe('27 Dec, 6:14 PM')
  expect(formatPlanEnd(new Date('2026-12-31T18:30:00Z'), 34)).toBe('1 Jan, 12:00 AM')
  expect(formatPlanEnd('2026-09-01T06:30:00Z', 3)).toBe('1 Sep, 12:00 PM')
  expect(formatPlanEnd('2027-12-01T00:00:00Z', 368)).toBe('1 Dec 2027, 5:30 AM')
})

describe('an amount', () => {
  it.each([
    [0, '₹0.00', '₹0'],
    [-0, '₹0.00', '₹0'],
    [0.05, '₹0.05', '₹0.05'],
    [1250.5, '₹1,250.50', '₹1,250.50'],
    [1000, '₹1,000.00', '₹1,000'],
    [100000, '₹1,00,000.00', '₹1,00,000'],
    [1000000, '₹10,00,000.00', '₹10,00,000'],
    [-50, '-₹50.00', '-₹50'],
  ])('of %s is formatted as %s in a statement and as %s elsewhere', (rupees, exact, text) => {
    expect(formatExactRupees(rupees)).toBe(exact)
    expect(formatRupees(rupees)).toBe(text)
  })

  it('of paise must be an integer, and is formatted as rupees', () => {
    expect(formatPaise(5_00_050)).toBe('₹5,000.50')
    expect(formatPaise(5_000_00)).toBe('₹5,000')
    for (const broken of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => formatPaise(broken)).toThrow(RangeError)
    }
  })
})

it('formats Indian phones in two groups of five digits, and leaves others unchanged', () => {
  expect(formatPhone('+919876543210')).toBe('+91 98765 43210')
  expect(formatPhone('+14155550123')).toBe('+14155550123')
  expect(formatPhone('')).toBe('')
})

it('shortens an id to its last characters', () => {
  expect(shortId('019a573f-2b0e-725c-b855-bdd594d8a46f')).toBe('94d8a46f')
})

it('formats a calendar day independently of the time zone', () => {
  expect(formatDay('2027-01-02')).toBe('2 January 2027')
})
