import { formatRupees } from '@raahi/contract/formats'
import type { PolicyPreview, PolicyTerms } from '@raahi/contract/return-policy'
import { formatUnits } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'

/** The terms as one sentence each. */
export function formatTerms({ reportDays, decideHours, approvesLate }: PolicyTerms): string {
  const report = `Agents can report a problem for ${formatUnits(reportDays, 'day')}.`
  const decide = `Requests are decided within ${formatUnits(decideHours, 'hour')}`
  return `${report} ${decide}${approvesLate ? ', or approved automatically' : ''}.`
}

/** What the terms would have meant for the requests of the last 90 days, as sentences. */
export function formatPreview(preview: PolicyPreview, { approvesLate }: PolicyTerms): string[] {
  const { firstRequests, tooLate, requests, late, lateRejected, lateRejectedAmount } = preview
  if (requests === 0) return ['No replacement was requested in the last 90 days.']
  const sentences = [
    `${formatCount(tooLate)} of ${formatUnits(firstRequests, 'first request')} came after the last day to report.`,
    `${formatCount(late)} of ${formatUnits(requests, 'request')} took longer than the time to decide.`,
  ]
  if (approvesLate && lateRejected > 0) {
    sentences.push(
      `Admins rejected ${formatCount(lateRejected)} of those. With these terms they would have been approved, with ${formatRupees(lateRejectedAmount)} refunded to wallets.`,
    )
  }
  return sentences
}
