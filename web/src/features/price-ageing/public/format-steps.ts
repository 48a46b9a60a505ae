import { leadTypes } from '@raahi/contract/leads'
import type { AgedLeads, AgeRule } from '@raahi/contract/price-ageing'
import { formatUnits } from '../../../lib/ages.ts'
import { leadTypeLabels } from '../../lead-facts/public/lead-labels.ts'

/** The steps as one sentence per lead type. */
export function formatSteps(rule: AgeRule): string {
  if (leadTypes.every((type) => rule[type].length === 0)) return 'All leads keep their price.'
  return leadTypes
    .map((type) => {
      const steps = rule[type].map(
        ({ afterDays, percent }) => `${percent}% less after ${formatUnits(afterDays, 'day')}`,
      )
      return `${leadTypeLabels[type]}: ${steps.length > 0 ? steps.join(', ') : 'no steps'}.`
    })
    .join(' ')
}

type Age = Pick<AgedLeads, 'leadType' | 'afterDays'>

/** The leads that a row of the preview counts: 'Domestic, from 30 to 59 days'. */
export function formatAge(row: Age, next: Age | undefined): string {
  const until = next?.leadType === row.leadType ? next.afterDays - 1 : null
  const from = row.afterDays
  const days =
    until === null
      ? from === 0
        ? 'all'
        : `from ${formatUnits(from, 'day')}`
      : until === from
        ? formatUnits(from, 'day')
        : `${from} to ${formatUnits(until, 'day')}`
  return `${leadTypeLabels[row.leadType]}, ${days}`
}
