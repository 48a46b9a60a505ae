import type { ComputedOdds, LeadGroup, LeadOdds } from '@raahi/contract/return-odds'
import { formatCount } from '../../../lib/counts.ts'

/** 'Of 312 leads like this one, 4 in 100 were returned.' */
export function formatLeadOdds({ purchases, perHundred }: LeadOdds): string {
  const share = perHundred === 0 ? 'fewer than 1 in 100' : `${perHundred} in 100`
  return `Of ${formatCount(purchases)} leads like this one, ${share} were returned.`
}

const percent = new Intl.NumberFormat('en-IN', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A share between 0 and 1 as '4.2%'. */
export function formatPercent(share: number): string {
  return percent.format(share)
}

/** A Brier score with enough digits to show small differences. */
export function formatScore(score: number): string {
  return score.toFixed(5)
}

const verificationLabels: Record<LeadGroup['verification'], string> = {
  none: 'nothing verified',
  email: 'email verified',
  phone: 'phone verified',
  both: 'phone and email verified',
}

const completenessLabels: Record<LeadGroup['completeness'], string> = {
  few: 'few details',
  some: 'some details',
  most: 'most details',
}

/** The properties that the leads of a group share. */
export function formatGroup(group: LeadGroup): string {
  const parts = [
    group.leadType === 'domestic' ? 'Domestic' : 'International',
    group.source === 'Admin' ? 'entered by an admin' : `from ${group.source.toLowerCase()}`,
    completenessLabels[group.completeness],
    group.hasTravelDate ? 'with a travel date' : 'no travel date',
    verificationLabels[group.verification],
  ]
  return parts.join(', ')
}

/** Whether agents see the odds, and if not, the reason. */
export function formatShown({ isBetter, backTest }: ComputedOdds, minPurchases: number): string {
  if (isBetter) {
    return `Agents see the odds of groups with ${minPurchases} or more purchases, because the odds predict returns better than one rate for all leads.`
  }
  return backTest === null
    ? 'Agents see no odds yet: no purchase of the last months could be tested.'
    : 'Agents see no odds: one rate for all leads predicts returns at least as well.'
}
