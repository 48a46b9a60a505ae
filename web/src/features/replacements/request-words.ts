import type { ReplacementRequest, RequestStatus } from '@raahi/contract/replacements'
import { formatCount } from '../../lib/counts.ts'
import { formatRupees } from '../../lib/money.ts'

export const requestStatusLabels: Record<RequestStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How old something is, in its largest unit: 'less than a minute', '5 hours', '2 days'. */
export function ageText(since: string, now: Date): string {
  const ms = now.getTime() - Date.parse(since)
  if (ms >= dayMs) return units(Math.floor(ms / dayMs), 'day')
  if (ms >= hourMs) return units(Math.floor(ms / hourMs), 'hour')
  return ms >= minuteMs ? units(Math.floor(ms / minuteMs), 'minute') : 'less than a minute'
}

function units(count: number, unit: string): string {
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** How pressing an open request is: from three days on it stands out, from seven on it is overdue. */
export function waitingTone(since: string, now: Date): 'neutral' | 'notice' | 'danger' {
  const days = (now.getTime() - Date.parse(since)) / dayMs
  if (days >= 7) return 'danger'
  return days >= 3 ? 'notice' : 'neutral'
}

/** What was paid for the lead. */
export function paidText({ paidWith, planName, cost }: ReplacementRequest): string {
  return paidWith === 'plan' ? `1 lead of ${planName}` : `${formatRupees(cost)} from the wallet`
}

/** What an approval gives back, or gave: 'nothing' is no answer of it. */
export function returnText(request: ReplacementRequest): string | null {
  const { approvalReturns, returned, returnedAmount, planName } = request
  const to = approvalReturns?.to ?? returned
  if (to === null) return null
  if (to === 'plan') return `1 lead to the plan ${planName}`
  return `${formatRupees(approvalReturns?.amount ?? returnedAmount ?? 0)} to the wallet`
}

/** How often the agent has asked, of how many purchases. */
export function askedText({ askedBefore }: ReplacementRequest): string {
  const { requests, purchases, approved, rejected } = askedBefore
  const asked = `${units(requests, 'request')} for ${units(purchases, 'purchase')}`
  const outcomes = [
    approved > 0 && `${formatCount(approved)} approved`,
    rejected > 0 && `${formatCount(rejected)} rejected`,
  ].filter(Boolean)
  return outcomes.length > 0 ? `${asked}: ${outcomes.join(', ')}` : asked
}
