import { formatRupees } from '@raahi/contract/formats'
import type { Plan } from '@raahi/contract/plans'
import { formatCount } from '../../../lib/counts.ts'
import { daysText, orNa, planTypeLabels } from '../public/plan-labels.ts'

/** A field of a plan that has changed. */
export interface PlanChange {
  label: string
  from: string
  to: string
}

const fields: readonly (readonly [label: string, text: (plan: Plan) => string])[] = [
  ['Plan ID', (plan) => plan.planId],
  ['Plan name', (plan) => plan.planName],
  ['Price', (plan) => formatRupees(plan.price)],
  ['Plan type', (plan) => planTypeLabels[plan.planType]],
  ['Validity', (plan) => daysText(plan.validity)],
  ['Number of leads', (plan) => formatCount(plan.numberOfLeads)],
  ['Description', (plan) => orNa(plan.description)],
]

/** The fields that differ, with the labels of the form. */
export function planChanges(before: Plan, after: Plan): PlanChange[] {
  return fields
    .map(([label, text]) => ({ label, from: text(before), to: text(after) }))
    .filter(({ from, to }) => from !== to)
}
