import type { LeadCost } from '@raahi/contract/lead-costs'
import type { Plan } from '@raahi/contract/plans'
import { describe, expect, it } from 'vitest'
import { bestValueOf, computeSaving, paisePerLead } from './plan-value.ts'

const plan = (fields: Partial<Plan>): Plan => ({
  _id: '01a1ff16-4ebd-7160-8d67-3716c296adb9',
  planId: 'P-1',
  planName: 'Starter',
  price: 349,
  description: 'Ten leads',
  validity: 30,
  planType: 'domestic',
  numberOfLeads: 10,
  ...fields,
})

const price = (type: LeadCost['type'], rupees: number): LeadCost => ({
  _id: `01a1ff16-4ebd-7160-8d67-3716c296ad${type.length}0`,
  type,
  price: rupees,
})

describe('the value of a plan', () => {
  it('has a price per lead that is rounded up', () => {
    expect(paisePerLead({ price: 949, numberOfLeads: 30 })).toBe(31_64)
    expect(paisePerLead({ price: 1000, numberOfLeads: 10 })).toBe(100_00)
    expect(paisePerLead({ price: 0, numberOfLeads: 10 })).toBe(0)
  })

  it('is the saving compared with the wallet at the current price of its type', () => {
    const prices = [price('domestic', 50), price('international', 40)]
    expect(computeSaving(plan({}), prices)).toEqual({ paise: 151_00, percent: 30, atLeast: false })
    expect(computeSaving(plan({ planType: 'international' }), prices)).toEqual({
      paise: 51_00,
      percent: 12,
      atLeast: false,
    })
  })

  it('is at least the saving compared with the cheaper type, for a plan for both types', () => {
    const prices = [price('domestic', 50), price('international', 40)]
    expect(computeSaving(plan({ planType: 'both' }), prices)).toEqual({
      paise: 51_00,
      percent: 12,
      atLeast: true,
    })
  })

  it('uses the price for both if the type has no price', () => {
    expect(computeSaving(plan({}), [price('both', 40)])?.paise).toBe(51_00)
  })

  it('is null if the saving is below 1 % or the type has no price', () => {
    expect(computeSaving(plan({}), [price('domestic', 34.9)])).toBeNull()
    expect(computeSaving(plan({}), [price('domestic', 35)])).toBeNull()
    expect(computeSaving(plan({}), [price('domestic', 20)])).toBeNull()
    expect(computeSaving(plan({ price: 0 }), [price('domestic', 0)])).toBeNull()
    expect(computeSaving(plan({}), [price('international', 40)])).toBeNull()
  })

  it('is best for the lowest price per lead; free plans, a single plan and equal plans do not count', () => {
    const dear = plan({ price: 449 })
    const cheap = plan({ price: 949, numberOfLeads: 30 })
    expect(bestValueOf([plan({ price: 0 }), dear, cheap])).toBe(cheap)
    expect(bestValueOf([plan({ price: 0 }), dear])).toBeNull()
    expect(bestValueOf([dear, plan({ price: 898, numberOfLeads: 20 })])).toBeNull()
  })
})
