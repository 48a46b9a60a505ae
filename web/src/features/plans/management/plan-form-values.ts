import { type Plan, type PlanType, planForm } from '@raahi/contract/plans'
import type { z } from 'zod'
import { type ApiError, errorMessage } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'

/** The values of the plan form: texts as typed, `''` for an empty number. */
export type PlanFormValues = {
  planId: string
  planName: string
  /** Rupees. */
  price: number | string
  description: string
  /** Days. */
  validity: number | string
  planType: PlanType
  numberOfLeads: number | string
}

export const emptyPlanForm: PlanFormValues = {
  planId: '',
  planName: '',
  price: '',
  description: '',
  validity: '',
  planType: 'domestic',
  numberOfLeads: '',
}

/** The form values of a plan. */
export function planFormValues({ _id, ...values }: Plan): PlanFormValues {
  return values
}

/** Whether every field has a text, which may be only spaces. The values are checked when the form is sent. */
export function isFilled(values: PlanFormValues): boolean {
  return Object.values(values).every((value) => value !== '')
}

/**
 * The body of POST and PUT /api/plan. An empty number becomes NaN, which the schema refuses with the text of its
 * field.
 */
export function planFormBody(values: PlanFormValues): z.input<typeof planForm> {
  return {
    planId: values.planId.trim(),
    planName: values.planName.trim(),
    price: numberOf(values.price),
    description: values.description.trim(),
    validity: numberOf(values.validity),
    planType: values.planType,
    numberOfLeads: numberOf(values.numberOfLeads),
  }
}

function numberOf(typed: number | string): number {
  return typed === '' ? Number.NaN : Number(typed)
}

/** All errors of the form, one text per field. The description of an existing plan may be empty. */
export function planFormErrors(
  values: PlanFormValues,
  { editing }: { editing: boolean },
): Record<string, string> {
  const { description, ...errors } = fieldErrorsOf(planForm, planFormBody(values))
  const isMissing = values.description.trim() === ''
  return description === undefined || (editing && isMissing) ? errors : { ...errors, description }
}

/** Whether a required field is empty. */
export function lacksRequired(values: PlanFormValues, { editing }: { editing: boolean }): boolean {
  return Object.entries(values).some(
    ([field, value]) => String(value).trim() === '' && !(editing && field === 'description'),
  )
}

/** The server's texts by field. */
export function planFieldErrors(error: ApiError): Record<string, string> {
  const { code, fieldErrors } = error
  return code === 'PLAN_ID_TAKEN'
    ? { planId: errorMessage(error, 'This Plan ID is already in use.'), ...fieldErrors }
    : fieldErrors
}
