import type { PlanType } from '@raahi/contract/plans'
import { formatCount } from '../../../lib/counts.ts'

export const planTypeLabels: Record<PlanType, string> = {
  domestic: 'Domestic',
  international: 'International',
  both: 'Domestic and international',
}

/** Short labels for buttons and tables. */
export const planTypeShort: Record<PlanType, string> = { ...planTypeLabels, both: 'Both' }

/** '10 leads'. */
export function leadsText(leads: number): string {
  return leads === 1 ? '1 lead' : `${formatCount(leads)} leads`
}

/** '30 days'. */
export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${formatCount(days)} days`
}

/** '3 leads left, 12 days left'. */
export function planLeftText({ leadsLeft, daysLeft }: { leadsLeft: number; daysLeft: number }) {
  return `${leadsText(leadsLeft)} left, ${daysText(daysLeft)} left`
}

/** The text, or 'N/A' if it is missing. */
export function orNa(text: string | null | undefined): string {
  return text?.trim() ? text : 'N/A'
}
