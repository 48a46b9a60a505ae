import { describe, expect, it } from 'vitest'
import {
  formatDay,
  formatExactRupees,
  formatPaise,
  formatPhone,
  formatRupees,
  shortId,
} from './formats.ts'

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
