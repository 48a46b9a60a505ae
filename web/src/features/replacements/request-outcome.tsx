import type { DecidedHow } from '@raahi/contract/leads'
import type { ReplacementRequest } from '@raahi/contract/replacements'
import { DateTime } from '../../ui/date-time.tsx'
import classes from '../../ui/queue-item.module.css'
import { Rejection } from './request-details.tsx'
import { requestStatusLabels, returnText } from './request-labels.ts'

/** How a request was decided, and what was returned. */
export function RequestOutcome({ request }: { request: ReplacementRequest }) {
  const { status } = request
  return (
    <div className={classes.outcome}>
      {requestStatusLabels[status]} <DateTime value={request.decidedAt} />
      {status === 'approved' ? `: ${returnText(request)}` : ': nothing was returned'}
      {request.decidedHow && decidedHowTexts[request.decidedHow]}
      {request.decidedAsOnlyAdmin &&
        '. Decided by the admin who rejected the first request; there was no other admin.'}
      {status === 'rejected' && <Rejection {...request} />}
    </div>
  )
}

/** How the request was decided. The text follows the outcome. */
const decidedHowTexts: Record<DecidedHow, string> = {
  person: '',
  deadline: '. It was not decided in time.',
  check: '. A check proves it.',
  traveller: '. The traveller confirmed it.',
}

/** Until when a request must be decided, and what happens then. */
export function DecideBy({ request: { decideBy, approvesLate } }: { request: ReplacementRequest }) {
  if (!decideBy) return null
  return (
    <p className={classes.deadline}>
      Decide by <DateTime value={decideBy} />
      {approvesLate && '. Later it is approved automatically.'}
    </p>
  )
}

/** Why this admin cannot decide the appeal. */
export function OtherAdminText() {
  return (
    <p className={classes.quiet}>
      You rejected the first request, so another admin must decide this appeal.
    </p>
  )
}

/** Whether another admin must decide the appeal: this admin rejected the first request, and there is another admin. */
export function needsOtherAdmin(
  { appealsAgainst }: Pick<ReplacementRequest, 'appealsAgainst'>,
  adminId: string | undefined,
): boolean {
  return appealsAgainst?.needsOtherAdmin === true && appealsAgainst.rejectedBy?._id === adminId
}
