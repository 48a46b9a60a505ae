import type { Plan } from '@raahi/contract/plans'
import { formatCount } from '../../../lib/counts.ts'
import { daysText, planTypeLabels } from '../public/plan-labels.ts'

/** The terms of a plan as label and value. */
export function planTerms({ validity, planType, numberOfLeads }: Plan) {
  return [
    { label: 'Validity', value: daysText(validity) },
    { label: 'Plan Type', value: planTypeLabels[planType] },
    { label: 'No. Of Leads', value: formatCount(numberOfLeads) },
  ]
}
