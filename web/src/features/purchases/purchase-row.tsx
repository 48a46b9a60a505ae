import { IconPhoneX } from '@tabler/icons-react'
import { memo } from 'react'
import { DateTime } from '../../ui/date-time.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { VerifiedBadges } from '../lead-facts/public/verified-badges.tsx'
import { LeadLink } from './lead-link.tsx'
import type { PurchaseItemProps } from './purchase-card.tsx'
import { PurchasePayment } from './purchase-payment.tsx'
import classes from './purchase-row.module.css'
import { QuickContact } from './quick-contact.tsx'
import { ReplacementBadge } from './replacement-badge.tsx'
import { TripLines } from './trip-lines.tsx'

/** A bought lead in two lines of a list. */
export const PurchaseRow = memo(function PurchaseRow({
  purchase,
  onOpen,
}: Omit<PurchaseItemProps, 'onRequestReplacement'>) {
  const { lead, contactStopped } = purchase
  return (
    <li className={classes.row} data-lead={lead._id} data-lead-name={lead.name}>
      <div className={classes.who}>
        <h3 className={classes.name}>
          <LeadLink leadId={lead.leadId} onOpen={onOpen}>
            {lead.name}
          </LeadLink>
        </h3>
        <span className={classes.quiet}>{lead.leadId}</span>
      </div>
      <div className={classes.trip}>
        <TripLines lead={lead} />
      </div>
      <div className={classes.contact}>
        <span>
          <MaskedContact kind="phone" value={lead.phone} />
        </span>
        <span>
          <MaskedContact kind="email" value={lead.email} isAbsent={!lead.hasEmail} />
        </span>
        {(lead.phoneVerifiedAt || lead.emailVerifiedAt) && (
          <span>
            <VerifiedBadges marks={lead} />
          </span>
        )}
      </div>
      <div className={classes.bought}>
        <span>
          <PurchasePayment {...purchase} />
        </span>
        <span className={classes.quiet}>
          <DateTime value={purchase.createdAt} />
        </span>
      </div>
      <div className={classes.state}>
        {contactStopped ? (
          <span className={classes.stopped}>Withdrawn: do not contact</span>
        ) : purchase.callReport?.status === 'open' ? (
          <>
            <LeadLink leadId={lead.leadId} onOpen={onOpen}>
              <StatusBadge tone="warning" icon={IconPhoneX}>
                Waiting for your call
              </StatusBadge>
            </LeadLink>
            {purchase.replacementStatus !== 'no-replacement' && (
              <ReplacementBadge status={purchase.replacementStatus} />
            )}
          </>
        ) : (
          <ReplacementBadge status={purchase.replacementStatus} />
        )}
      </div>
      <div className={classes.actions}>
        <QuickContact lead={lead} />
      </div>
    </li>
  )
})
