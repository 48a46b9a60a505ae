import { formatRupees } from '@raahi/contract/formats'
import type { RequestStatus } from '@raahi/contract/leads'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import {
  isCapReached,
  type OwnReturnRate,
  type ReturnRate,
  returnPercent,
} from '@raahi/contract/return-checks'
import { formatUnits } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'

export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

/** The payment for the lead. */
export function paidText({ paidWith, planName, cost }: ReplacementRequest): string {
  return paidWith === 'plan' ? `1 lead from ${planName}` : `${formatRupees(cost)} from the wallet`
}

/** What an approval returns or has returned; null if the request returns nothing. */
export function returnText(request: ReplacementRequest): string | null {
  const { approvalReturns, returned, returnedAmount, planName } = request
  const to = approvalReturns?.to ?? returned
  if (to === null) return null
  if (to === 'plan') return `1 lead to the ${planName} plan`
  return `${formatRupees(approvalReturns?.amount ?? returnedAmount ?? 0)} to the wallet`
}

/** The agent's return rate before the request, and its consequence. */
export function rateText(rate: ReturnRate): string {
  const returned = `Returned ${formatCount(rate.returned)} of ${formatUnits(rate.purchases, 'purchase')} in the 30 days before (${returnPercent(rate)}%).`
  if (rate.isAbove) return `${returned} Above ${rate.maxPercent}%, so no check approves by itself.`
  return isCapReached(rate)
    ? `${returned} ${formatUnits(rate.automatic, 'automatic approval')} in that time, so no check approves by itself.`
    : returned
}

/** The return rate for the agent, with the limit for one purchase. */
export function ownRateText(rate: OwnReturnRate): string {
  const { purchases, maxPercent, minPurchases, isAbove } = rate
  const returned =
    purchases === 0
      ? 'You have bought no lead in the last 30 days.'
      : `You have returned ${formatCount(rate.returned)} of ${formatUnits(purchases, 'purchase')} in the last 30 days (${returnPercent(rate)}%).`
  if (isAbove) return `${returned} That is above ${maxPercent}%, so a person decides each request.`
  if (isCapReached(rate))
    return `${returned} ${formatUnits(rate.automatic, 'request')} of yours ${rate.automatic === 1 ? 'was' : 'were'} approved automatically in that time, so a person decides this request.`
  if (!rate.checksApprove) return `${returned} Our team reviews this request.`
  return `${returned} We approve at once what our checks prove. Above ${maxPercent}% of ${formatUnits(minPurchases, 'purchase')} or more, a person decides each request.`
}

/** The agent's number of requests and purchases. */
export function requestHistoryText({ askedBefore }: ReplacementRequest): string {
  const { requests, purchases, approved, rejected } = askedBefore
  const counts = `${formatUnits(requests, 'request')} for ${formatUnits(purchases, 'purchase')}`
  const outcomes = [
    approved > 0 && `${formatCount(approved)} approved`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
  ].filter(Boolean)
  return outcomes.length > 0 ? `${counts}: ${outcomes.join(', ')}` : counts
}
