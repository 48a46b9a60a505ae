import type { Purchase } from '@raahi/contract/purchases'
import { IconReplace } from '@tabler/icons-react'
import { memo } from 'react'
import { CardItem } from '../../ui/card-grid.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { CallReportNote } from '../call-reports/public/call-report-note.tsx'
import { ContactLines } from '../lead-facts/public/contact-lines.tsx'
import { ReplacementNote } from '../replacements/public/replacement-note.tsx'
import { ReportUntil } from '../replacements/public/report-until.tsx'
import { ContactStopped } from './contact-stopped.tsx'
import { LeadLink } from './lead-link.tsx'
import classes from './purchase-card.module.css'
import { PurchasePayment } from './purchase-payment.tsx'
import { QuickContact } from './quick-contact.tsx'
import { ReplacementBadge } from './replacement-badge.tsx'
import { TripLines } from './trip-lines.tsx'

export interface PurchaseItemProps {
  purchase: Purchase
  /** Like `onRequestReplacement`, the same function on every render. */
  onOpen: (leadId: string) => void
  onRequestReplacement: (purchase: Purchase) => void
}

/** A bought lead: first the contact of the traveller, then trip and purchase. */
export const PurchaseCard = memo(function PurchaseCard({
  purchase,
  onOpen,
  onRequestReplacement,
}: PurchaseItemProps) {
  const { lead } = purchase
  return (
    <CardItem
      data={{
        'data-lead': lead._id,
        'data-lead-name': lead.name,
        ...(purchase.replacement && { 'data-tall': '' }),
      }}
      title={
        <LeadLink leadId={lead.leadId} onOpen={onOpen}>
          {lead.name}
        </LeadLink>
      }
      subtitle={lead.leadId}
      aside={
        purchase.replacementStatus !== 'no-replacement' && (
          <ReplacementBadge status={purchase.replacementStatus} />
        )
      }
      actions={
        <>
          <QuickContact lead={lead} />
          {purchase.canRequestReplacement && (
            <button
              type="button"
              className={classes.replace}
              onClick={() => onRequestReplacement(purchase)}
              aria-label={
                purchase.replacement
                  ? `Appeal for ${lead.name}, ${lead.leadId}`
                  : `Request Replacement of ${lead.name}, ${lead.leadId}`
              }
            >
              <IconReplace size={16} stroke={1.75} aria-hidden />
              {purchase.replacement ? 'Appeal' : 'Request Replacement'}
            </button>
          )}
        </>
      }
    >
      {purchase.contactStopped && <ContactStopped />}
      <CallReportNote purchase={purchase} />
      <ContactLines
        name={lead.name}
        phone={lead.phone}
        email={lead.email}
        marks={lead}
        withWhatsApp={false}
        hasEmail={lead.hasEmail}
      />
      <div className={classes.facts}>
        <TripLines lead={lead} />
        <p className={classes.bought}>
          <CardPayment purchase={purchase} />
          <DateTime value={purchase.createdAt} />
        </p>
        <ReportUntil purchase={purchase} className={classes.bought} />
      </div>
      <ReplacementNote purchase={purchase} />
    </CardItem>
  )
})

/** Callers learn nothing about money. */
function CardPayment({ purchase }: Pick<PurchaseItemProps, 'purchase'>) {
  if (useAgentRole() === 'caller') return null
  return (
    <>
      <PurchasePayment {...purchase} /> ·{' '}
    </>
  )
}
