import type { Purchase } from '@raahi/contract/purchases'
import { DateTime } from '../../../ui/date-time.tsx'

/**
 * The time until which a problem with a bought lead can be reported. Renders nothing without a limit or after a
 * request.
 */
export function ReportUntil({ purchase, className }: { purchase: Purchase; className?: string }) {
  const { reportUntil, replacementStatus, canRequestReplacement } = purchase
  if (!reportUntil || replacementStatus !== 'no-replacement') return null
  return (
    <p className={className}>
      {canRequestReplacement ? 'Report a problem by ' : 'Problems could be reported until '}
      <DateTime value={reportUntil} />
    </p>
  )
}
