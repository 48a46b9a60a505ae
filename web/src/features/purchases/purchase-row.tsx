import { destinationOpen } from '@raahi/contract/lead-texts'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { IconPhoneX } from '@tabler/icons-react'
import { memo } from 'react'
import { ContactText, MaskedContact } from '../../ui/masked-contact.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { totalTravellers } from '../lead-facts/public/format-lead.ts'
import { travellers, tripDates, yearInIndia } from '../lead-facts/public/lead-row-texts.ts'
import { lastContactText } from '../pipeline/public/last-contact-text.ts'
import { StageMark } from '../pipeline/public/stage-mark.tsx'
import { LeadLink } from './lead-link.tsx'
import classes from './purchase-row.module.css'
import { QuickContact } from './quick-contact.tsx'
import { ReplacementBadge } from './replacement-badge.tsx'

interface PurchaseRowProps {
  purchase: PurchaseEntry
  /** The time from which the age of the last contact is computed. */
  nowMs: number
  /** The same function on every render. */
  onOpen: (leadId: string) => void
}

/** A bought lead in a row of a list: traveller, trip, stage, last contact, Call and WhatsApp. */
export const PurchaseRow = memo(function PurchaseRow({
  purchase,
  nowMs,
  onOpen,
}: PurchaseRowProps) {
  const { lead } = purchase
  return (
    <li className={classes.row} data-lead={lead._id} data-lead-name={lead.name}>
      <div className={classes.line}>
        <div className={classes.who}>
          <h3 className={classes.name}>
            <LeadLink leadId={lead.leadId} onOpen={onOpen}>
              {lead.name}
            </LeadLink>
          </h3>
          <span className={`${classes.quiet} ${classes.wide}`}>
            {/* Not a link, because Call is beside it. */}
            {lead.phone ? (
              <ContactText value={lead.phone} />
            ) : (
              <MaskedContact kind="phone" value={null} />
            )}
          </span>
        </div>
        <p className={classes.trip}>
          <strong>{lead.destination ?? destinationOpen}</strong> ·{' '}
          {tripDates(lead, yearInIndia(nowMs))}
          <span className={`${classes.quiet} ${classes.wide}`}>
            {travellers(lead.tripType, totalTravellers(lead))} · {lead.leadId}
          </span>
        </p>
      </div>
      <div className={classes.line}>
        <p className={classes.stage}>{purchase.column && <StageMark column={purchase.column} />}</p>
        <LastContact purchase={purchase} nowMs={nowMs} />
      </div>
      <Badges purchase={purchase} onOpen={onOpen} />
      <div className={classes.actions}>
        <QuickContact lead={lead} />
      </div>
    </li>
  )
})

function LastContact({ purchase, nowMs }: Pick<PurchaseRowProps, 'purchase' | 'nowMs'>) {
  const { contactStopped } = purchase
  return (
    <p className={`${classes.contact} ${contactStopped ? classes.stopped : classes.quiet}`}>
      {contactStopped
        ? 'Withdrawn: do not contact'
        : (lastContactText(purchase, nowMs) ?? 'No contact yet')}
    </p>
  )
}

/** What was requested: a call by the traveller, a replacement by the agent. Most leads have no badge. */
function Badges({ purchase, onOpen }: Pick<PurchaseRowProps, 'purchase' | 'onOpen'>) {
  const { lead, contactStopped, callReport, replacementStatus } = purchase
  const isReported = !contactStopped && callReport?.status === 'open'
  const isRequested = replacementStatus !== 'no-replacement'
  if (!isReported && !isRequested) return null
  return (
    <div className={classes.badges}>
      {isReported && (
        <LeadLink leadId={lead.leadId} onOpen={onOpen}>
          <StatusBadge tone="warning" icon={IconPhoneX}>
            Waiting for your call
          </StatusBadge>
        </LeadLink>
      )}
      {isRequested && <ReplacementBadge status={replacementStatus} />}
    </div>
  )
}
