import { describe, expect, it } from 'vitest'
import { formatPaise, formatRupees } from './money.ts'

describe('formatRupees', () => {
  it.each([
    [0, '₹0.00'],
    [-0, '₹0.00'],
    [5, '₹5.00'],
    [999.5, '₹999.50'],
    [1000, '₹1,000.00'],
    [100000, '₹1,00,000.00'],
    [1000000, '₹10,00,000.00'],
    [12345678.9, '₹1,23,45,678.90'],
    [-50, '-₹50.00'],
  ])('writes %d with Indian grouping as %s', (rupees, text) => {
    expect(formatRupees(rupees)).toBe(text)
  })
})

describe('formatPaise', () => {
  it.each([
    [1, '₹0.01'],
    [5_000_00, '₹5,000.00'],
    [1_00_000_05, '₹1,00,000.05'],
  ])('writes %d paise as %s', (paise, text) => {
    expect(formatPaise(paise)).toBe(text)
  })

  it('refuses a fraction of a paisa, which only a float mistake can make', () => {
    expect(() => formatPaise(10.5)).toThrow(RangeError)
    expect(() => formatPaise(Number.NaN)).toThrow(RangeError)
  })
})
