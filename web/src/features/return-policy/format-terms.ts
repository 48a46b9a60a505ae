import { formatRupees } from '@raahi/contract/formats'
import { returnChecks } from '@raahi/contract/return-checks'
import type { PolicyPreview, PolicyTerms } from '@raahi/contract/return-policy'
import { formatUnits } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'

/** The terms as one sentence each. */
export function formatTerms(terms: PolicyTerms): string {
  const report = `Agents can report a problem for ${formatUnits(terms.reportDays, 'day')}.`
  const hours = formatUnits(terms.decideHours, 'hour')
  const decide = terms.approvesLate
    ? `Requests are decided within ${hours}, or approved automatically.`
    : `We aim to decide requests within ${hours}.`
  return `${report} ${decide} ${formatChecks(terms)}`
}

function formatChecks(terms: PolicyTerms): string {
  const on = Object.values(returnChecks)
    .filter(({ term }) => terms[term])
    .map(({ label }) => label.toLowerCase())
  if (terms.travellerApproves) on.push('traveller’s answer')
  if (on.length === 0) return 'No check approves a request.'
  const labels = on.join(', ')
  const purchases = formatUnits(terms.ratePurchases, 'purchase')
  return `Checks that approve: ${labels}. An admin decides all requests of an agent with more than ${terms.maxReturnPercent}% returns, counted from ${purchases} in 30 days, and after ${formatUnits(terms.maxAutomatic, 'automatic approval')} in 30 days.`
}

/** The effect that the terms would have had on the requests of the last 90 days, as sentences. */
export function formatPreview(preview: PolicyPreview, { approvesLate }: PolicyTerms): string[] {
  const { firstRequests, tooLate, appeals, appealsTooLate, requests, late, lateRejected } = preview
  const { proved, provedRejected, answered, answeredRejected, aboveRate, aboveCap } = preview
  if (requests === 0) return ['No replacement was requested in the last 90 days.']
  return [
    `${formatCount(tooLate)} of ${formatUnits(firstRequests, 'first request')} came after the last day to report.`,
    appeals > 0 &&
      `${formatCount(appealsTooLate)} of ${formatUnits(appeals, 'appeal')} came after the last day to appeal.`,
    `A check would have approved ${formatCount(proved)} of ${formatUnits(requests, 'request')} at once.`,
    provedRejected > 0 && rejectedText(provedRejected, preview.provedRejectedAmount),
    answered > 0 &&
      `The traveller’s answer would have approved ${formatUnits(answered, 'more request')}.${answeredRejected > 0 ? ` ${rejectedText(answeredRejected, preview.answeredRejectedAmount)}` : ''}`,
    aboveRate > 0 &&
      `${formatUnits(aboveRate, 'request')} with proof came from agents above the return rate.`,
    aboveCap > 0 &&
      `${formatUnits(aboveCap, 'request')} with proof came after the automatic approvals of the agent were used up.`,
    `${formatCount(late)} of ${formatUnits(requests, 'request')} took longer than the time to decide.`,
    approvesLate &&
      lateRejected > 0 &&
      `Admins rejected ${formatCount(lateRejected)} of those. With these terms they would have been approved, with ${formatRupees(preview.lateRejectedAmount)} refunded to wallets.`,
  ].filter((sentence) => sentence !== false)
}

function rejectedText(count: number, amount: number): string {
  return `Admins rejected ${formatCount(count)} of those; ${formatRupees(amount)} would have been refunded to wallets.`
}
