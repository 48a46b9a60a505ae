import type { Subscription } from '@raahi/contract/plans'
import { describe, expect, it } from 'vitest'
import { payWays, planFor, rupeesToAdd } from './pay-choice.ts'

const plan = (name: string, changed: Partial<Subscription> = {}): Subscription =>
  ({ name, planType: 'domestic', status: true, leadsLeft: 3, ...changed }) as Subscription

describe('the plan that pays for a lead', () => {
  it('is the first of the list that is active, has leads and covers the type', () => {
    const plans = [
      plan('abroad', { planType: 'international' }),
      plan('used up', { leadsLeft: 0, status: false }),
      plan('soon'),
      plan('later', { planType: 'both' }),
      plan('ended', { status: false }),
    ]
    expect(planFor(plans, { leadType: 'domestic' })?.name).toBe('soon')
    expect(planFor(plans, { leadType: 'international' })?.name).toBe('abroad')
    expect(planFor(plans.slice(3), { leadType: 'international' })?.name).toBe('later')
  })

  it('is null if no plan covers the lead', () => {
    expect(planFor([], { leadType: 'domestic' })).toBeNull()
    expect(planFor([plan('home')], { leadType: 'international' })).toBeNull()
    expect(planFor([plan('ended', { status: false })], { leadType: 'domestic' })).toBeNull()
  })
})

describe('the ways to pay', () => {
  it('are plan and wallet, in this order, if both can pay', () => {
    expect(payWays(plan('a'), 50, 50)).toEqual(['plan', 'wallet'])
  })

  it('omit a wallet that is too small if a plan can pay', () => {
    expect(payWays(plan('a'), 49.99, 50)).toEqual(['plan'])
  })

  it('include the wallet with any balance if no plan can pay', () => {
    expect(payWays(null, 0, 50)).toEqual(['wallet'])
    expect(payWays(null, 50, 50)).toEqual(['wallet'])
  })
})

it('the amount to add to a wallet is the missing amount, rounded up to whole rupees', () => {
  expect(rupeesToAdd(10, 150)).toBe(140)
  expect(rupeesToAdd(149.99, 150)).toBe(1)
  expect(rupeesToAdd(0.3, 50.1)).toBe(50)
  expect(rupeesToAdd(150, 150)).toBe(0)
  expect(rupeesToAdd(500, 150)).toBe(0)
})
