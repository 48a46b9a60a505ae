import type { Plan } from '@raahi/contract/plans'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api-error.ts'
import {
  emptyPlanForm,
  isFilled,
  lacksRequired,
  type PlanFormValues,
  planFieldErrors,
  planFormBody,
  planFormErrors,
  planFormValues,
} from './plan-form-values.ts'

const adding = { editing: false }
const editing = { editing: true }
const filled: PlanFormValues = {
  planId: ' GOLD-1 ',
  planName: 'Gold ',
  price: 499.5,
  description: ' Ten leads a month. ',
  validity: 30,
  planType: 'both',
  numberOfLeads: '10',
}

it('the sent texts are trimmed, and numbers are sent as numbers', () => {
  expect(planFormBody(filled)).toEqual({
    planId: 'GOLD-1',
    planName: 'Gold',
    price: 499.5,
    description: 'Ten leads a month.',
    validity: 30,
    planType: 'both',
    numberOfLeads: 10,
  })
})

it('a plan that is loaded and sent unchanged is the same plan', () => {
  const plan: Plan = {
    _id: '01890000-0000-7000-8000-000000000000',
    planId: 'GOLD-1',
    planName: 'Gold',
    price: 0,
    description: 'One.\nTwo.',
    validity: 30,
    planType: 'domestic',
    numberOfLeads: 10,
  }
  const { _id, ...terms } = plan
  expect(planFormBody(planFormValues(plan))).toEqual(terms)
})

describe('Add Plan', () => {
  it('requires every field; a price of 0 counts as filled in', () => {
    expect(isFilled(filled)).toBe(true)
    expect(isFilled({ ...filled, price: 0 })).toBe(true)
    for (const field of Object.keys(filled)) {
      expect(isFilled({ ...filled, [field]: '' }), field).toBe(false)
    }
    expect(isFilled(emptyPlanForm)).toBe(false)
  })

  it('shows the errors of all fields at once', () => {
    expect(planFormErrors({ ...emptyPlanForm, planId: '  ' }, adding)).toEqual({
      planId: 'Plan ID is required.',
      planName: 'Plan name is required.',
      price: 'Enter a price of 0 or more.',
      description: 'Description is required.',
      validity: 'Enter the validity in days, 1 or more.',
      numberOfLeads: 'Enter the number of leads, 1 or more.',
    })
    expect(
      planFormErrors({ ...filled, price: 0.5, validity: 0, numberOfLeads: 2.5 }, adding),
    ).toEqual({
      price: 'Enter ₹0 for a free plan, or at least ₹1.',
      validity: 'Enter the validity in days, 1 or more.',
      numberOfLeads: 'Enter the number of leads, 1 or more.',
    })
    expect(planFormErrors(filled, adding)).toEqual({})
  })
})

describe('Edit Plan', () => {
  it('requires every field except the description', () => {
    const bare = { ...filled, description: ' ' }
    expect([planFormErrors(bare, editing), lacksRequired(bare, editing)]).toEqual([{}, false])
    expect(lacksRequired(bare, adding)).toBe(true)
    const long = { ...filled, description: 'x'.repeat(1001) }
    expect(Object.keys(planFormErrors(long, editing))).toEqual(['description'])
    for (const field of ['planId', 'planName', 'price', 'validity', 'numberOfLeads']) {
      const values = { ...filled, [field]: '' }
      expect(Object.keys(planFormErrors(values, editing)), field).toEqual([field])
      expect(lacksRequired(values, editing), field).toBe(true)
    }
  })
})

it('a Plan ID in use is shown under its field, and other refusals under the fields that they name', () => {
  const text = 'A plan with this Plan ID already exists.'
  const taken = new ApiError({ code: 'PLAN_ID_TAKEN', status: 409, text })
  expect(planFieldErrors(taken)).toEqual({ planId: text })
  const fieldErrors = { price: 'Enter an amount up to ₹10,00,000.' }
  const refusal = new ApiError({ code: 'VALIDATION_FAILED', status: 400, fieldErrors })
  expect(planFieldErrors(refusal)).toEqual(fieldErrors)
})
