import type { Purchase, ReplacementEvent } from '@raahi/contract/purchases'
import { rejectionLabel } from '@raahi/contract/replacement-reasons'
import { parseReplacementReason, replacementReasonLabel } from '@raahi/contract/replacements'
import {
  approvalTexts,
  formatAppealReview,
  formatLeftToPerson,
  isLeftToPerson,
  onlyAdminText,
} from '@raahi/contract/return-checks'
import { DateTime } from '../../../ui/date-time.tsx'
import { Money } from '../../../ui/money.tsx'
import { CheckResults } from '../check-results.tsx'
import classes from './replacement-note.module.css'

/** The outcome of the latest request for a bought lead. Renders nothing without a request. */
export function ReplacementNote({ purchase }: { purchase: Purchase }) {
  const { replacement, replacementStatus } = purchase
  if (!replacement) return null
  const { code, text } = parseReplacementReason(replacement.reason)
  return (
    <div className={classes.note} data-status={replacementStatus}>
      <p className={classes.outcome}>
        <Outcome purchase={purchase} />
      </p>
      {replacementStatus === 'rejected' && <Rejection {...replacement} />}
      <p className={classes.reason}>
        <span className={classes.choice}>{replacementReasonLabel(code)}</span>
        {text && <> · {text}</>}
      </p>
      <CheckResults checks={replacement.checks} traveller={replacement.traveller} reader="agent" />
      <p className={classes.date}>
        {replacement.isAppeal ? 'Appealed on' : 'Requested on'}{' '}
        <DateTime value={replacement.createdAt} />
        {replacementStatus === 'pending' && replacement.decideBy && (
          <>
            , decision by <DateTime value={replacement.decideBy} />
          </>
        )}
      </p>
    </div>
  )
}

function Rejection({ rejectionCode, rejectionReason }: ReplacementEvent) {
  const label = rejectionLabel(rejectionCode)
  if (!label && !rejectionReason) return null
  return (
    <p className={classes.reason}>
      <span className={classes.choice}>{label ?? 'Why'}</span>
      {rejectionReason && <> · {rejectionReason}</>}
    </p>
  )
}

function Outcome({ purchase }: { purchase: Purchase }) {
  const { replacement, replacementStatus, canRequestReplacement } = purchase
  if (!replacement) return null
  const { decidedAt, decidedHow, returned, returnedAmount } = replacement
  if (replacementStatus === 'approved') {
    const how = decidedHow && approvalTexts[decidedHow]
    return returned === 'plan' ? (
      <>
        {how}
        The lead went back to your plan on <DateTime value={decidedAt} dateOnly />.
      </>
    ) : (
      <>
        {how}
        <Money rupees={returnedAmount ?? 0} /> was refunded to your wallet on{' '}
        <DateTime value={decidedAt} dateOnly />.
      </>
    )
  }
  if (replacementStatus === 'rejected') {
    return (
      <>
        {replacement.isAppeal && 'Your appeal was '}
        {replacement.isAppeal ? 'not approved on' : 'Not approved on'}{' '}
        <DateTime value={decidedAt} dateOnly />.
        {canRequestReplacement && (
          <>
            {' '}
            You can appeal once
            {replacement.appealBy && (
              <>
                , until <DateTime value={replacement.appealBy} />
              </>
            )}
            .
          </>
        )}
        {!canRequestReplacement && replacement.appealBy && (
          <>
            {' '}
            You could appeal until <DateTime value={replacement.appealBy} />.
          </>
        )}
        {replacement.decidedAsOnlyAdmin && ` ${onlyAdminText}`}
      </>
    )
  }
  if (isLeftToPerson(replacement)) return formatLeftToPerson(replacement)
  return replacement.isAppeal
    ? formatAppealReview(replacement)
    : 'We are checking this lead and will email you our decision.'
}
