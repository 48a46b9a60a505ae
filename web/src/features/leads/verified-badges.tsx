import type { Lead } from '@raahi/contract/leads'
import { verifiedLabels } from './lead-labels.ts'
import classes from './verified-badges.module.css'

/** The contacts that the traveller has verified. Renders nothing if there are none. */
export function VerifiedBadges({
  marks,
}: {
  marks: Pick<Lead, 'phoneVerifiedAt' | 'emailVerifiedAt'>
}) {
  return (
    <>
      {marks.phoneVerifiedAt && <span className={classes.badge}>{verifiedLabels.phone}</span>}{' '}
      {marks.emailVerifiedAt && <span className={classes.badge}>{verifiedLabels.email}</span>}
    </>
  )
}
