import type { Plan } from '@raahi/contract/plans'
import { describe, expect, it } from 'vitest'
import { pageOfPlans } from './plan-filters.ts'

const plans = Array.from({ length: 23 }, (_, index): Plan => {
  const planType = index % 2 === 0 ? 'domestic' : 'both'
  return {
    _id: `01a1ff16-4ebd-7160-8d67-3716c296ad${String(index).padStart(2, '0')}`,
    planId: `P-${index}`,
    planName: `Plan ${index}`,
    price: 100 + index,
    description: '',
    validity: 30,
    planType,
    numberOfLeads: 10,
  }
})

const pageOf = (page: number, planType?: Plan['planType'], of: readonly Plan[] = plans) =>
  pageOfPlans(of, { planType, page })

describe('the plans of a page', () => {
  it('are ten, and the rest on the last page', () => {
    expect(pageOf(1).shown).toEqual(plans.slice(0, 10))
    expect(pageOf(3).shown).toEqual(plans.slice(20))
  })

  it('are only those of the chosen type', () => {
    const { fitting } = pageOf(1, 'both')
    expect(fitting.map(({ planType }) => planType)).toEqual(Array(11).fill('both'))
  })

  it('are those of the last page if the address names a higher one', () => {
    expect(pageOf(99).page).toBe(3)
    expect(pageOf(2, undefined, [])).toEqual({ fitting: [], shown: [], page: 1 })
  })
})
