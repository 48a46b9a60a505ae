import type { PlanType } from '@raahi/contract/plans'
import { formatCount } from '../../lib/counts.ts'

export const planTypeLabels: Record<PlanType, string> = {
  domestic: 'Domestic',
  international: 'International',
  both: 'Domestic and international',
}

/** '10 leads'. */
export function leadsText(leads: number): string {
  return leads === 1 ? '1 lead' : `${formatCount(leads)} leads`
}

/** '30 days'. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}
