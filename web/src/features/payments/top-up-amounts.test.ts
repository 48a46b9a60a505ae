import { describe, expect, it } from 'vitest'
import { quickAmounts, validateTopUp } from './top-up-amounts.ts'

describe('amounts to choose from', () => {
  it('are the frequent amounts if no amount is missing', () => {
    expect(quickAmounts(undefined)).toEqual([500, 1000, 2000, 5000])
    expect(quickAmounts(0)).toEqual([500, 1000, 2000, 5000])
  })

  it('begin with the missing amount, rounded up to whole rupees', () => {
    expect(quickAmounts(34.01)).toEqual([35, 500, 1000, 2000])
    expect(quickAmounts(35)[0]).toBe(35)
    expect(quickAmounts(0.5)[0]).toBe(1)
  })

  it('contain no duplicates and no insufficient amount', () => {
    expect(quickAmounts(999.2)).toEqual([1000, 2000, 5000])
    expect(quickAmounts(1200)).toEqual([1200, 2000, 5000])
    expect(quickAmounts(7500)).toEqual([7500])
  })
})

describe('a typed amount', () => {
  it.each([1, 1000, 999.99, 1_000_000, '250'])('is accepted: %s', (typed) => {
    expect(validateTopUp(typed)).toBeNull()
  })

  it.each([
    ['', 'Enter an amount of ₹1 or more.'],
    [0, 'Enter an amount of ₹1 or more.'],
    [0.99, 'Enter an amount of ₹1 or more.'],
    [-5, 'Enter an amount of ₹1 or more.'],
    ['abc', 'Enter an amount of ₹1 or more.'],
    [1_000_000.01, 'Enter an amount up to ₹10,00,000.'],
    [1.005, 'Enter an amount in rupees with at most two decimals.'],
  ])('is refused: %s', (typed, fault) => {
    expect(validateTopUp(typed)).toBe(fault)
  })
})
