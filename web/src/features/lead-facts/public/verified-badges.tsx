import type { Lead, VerifiedContacts } from '@raahi/contract/leads'
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
      {marks.phoneVerifiedAt && <VerifiedBadge contacts="phone" />}{' '}
      {marks.emailVerifiedAt && <VerifiedBadge contacts="email" />}
    </>
  )
}

/** One badge. It can also represent both contacts where there is no room for two badges. */
export function VerifiedBadge({ contacts }: { contacts: VerifiedContacts }) {
  return <span className={classes.badge}>{verifiedLabels[contacts]}</span>
}
