import { describe, expect, it } from 'vitest'
import { maxAmountPaise, paiseFromRupees, rupeesFromPaise, rupeesInput } from './money.ts'

describe('rupees and paise', () => {
  it('are converted to each other without losing a paisa', () => {
    const small = Array.from({ length: 43_000 }, (_, at) => at * 7)
    const large = [maxAmountPaise - 1, maxAmountPaise, 999_999_999_999_99]
    const amounts = [...small, ...large]
    expect(amounts.filter((paise) => paiseFromRupees(rupeesFromPaise(paise)) !== paise)).toEqual([])
  })

  it.each([
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [1_000_000, 100_000_000],
  ])('reads ₹%d as %d paise, which a multiplication of floats would not', (rupees, paise) => {
    expect(paiseFromRupees(rupees)).toBe(paise)
  })

  it.each([0.001, 1.005, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 0.1 + 0.2])(
    'rejects %d',
    (rupees) => {
      expect(paiseFromRupees(rupees)).toBeNull()
    },
  )
})

describe('an amount in a request', () => {
  const amount = rupeesInput({ invalid: 'Please enter a valid amount.', minPaise: 1 })

  it('is converted to integer paise', () => {
    expect(amount.parse(50.05)).toBe(5005)
    expect(amount.parse(1_000_000)).toBe(maxAmountPaise)
  })

  it.each([0, -5, 0.001, 1_000_000.01, Number.NaN, '50', null, undefined, {}, []])(
    'is rejected as %j',
    (value) => {
      expect(amount.safeParse(value).success).toBe(false)
    },
  )
})
