import { Button } from '@mantine/core'
import { cityNotGiven, destinationOpen, noEmailGiven } from '@raahi/contract/lead-texts'
import type { Purchase } from '@raahi/contract/purchases'
import { IconHandStop, IconReplace } from '@tabler/icons-react'
import { memo } from 'react'
import { CardItem } from '../../ui/card-grid.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import {
  formatTripKinds,
  totalTravellers,
  travellerSplit,
  tripLength,
} from '../leads/format-lead.ts'
import { ReplacementNote } from '../replacements/replacement-note.tsx'
import { ContactActions } from './contact-actions.tsx'
import { ContactLines } from './contact-lines.tsx'
import classes from './purchase-card.module.css'
import { ReplacementBadge } from './replacement-badge.tsx'

/** Where a link to a bought lead leads. @param leadId its number, LD-000123 */
export function purchaseCardId(leadId: string): string {
  return `purchase-${leadId}`
}

/** A bought lead: its customer's contact first, then trip, travel, group and purchase. */
export const PurchaseCard = memo(function PurchaseCard({
  purchase,
  marked,
  onRequestReplacement,
}: {
  purchase: Purchase
  /** A link has led to it. */
  marked: boolean
  onRequestReplacement: (purchase: Purchase) => void
}) {
  const { lead } = purchase
  const total = totalTravellers(lead)
  const facts = [
    { label: 'Destination', value: lead.destination ?? destinationOpen },
    { label: 'From', value: lead.city ?? cityNotGiven },
    { label: 'Trip', value: formatTripKinds(lead) },
    { label: 'Travel date', value: <DateTime value={lead.travelDate} dateOnly /> },
    { label: 'Duration', value: tripLength(lead) || '—' },
    {
      label: 'Total members',
      value: total === 0 ? '—' : `${total} (${travellerSplit(lead)})`,
    },
    {
      label: 'Paid',
      value:
        purchase.planName === null ? (
          <>
            <Money rupees={purchase.cost} /> from wallet
          </>
        ) : (
          <>
            1 lead from <bdi>{purchase.planName}</bdi>
          </>
        ),
    },
    { label: 'Bought on', value: <DateTime value={purchase.createdAt} /> },
  ]
  return (
    <CardItem
      id={purchaseCardId(lead.leadId)}
      marked={marked}
      title={lead.name}
      subtitle={lead.leadId}
      aside={<ReplacementBadge status={purchase.replacementStatus} />}
      actions={
        purchase.canRequestReplacement && (
          <Button
            variant="default"
            leftSection={<IconReplace size={18} aria-hidden />}
            onClick={() => onRequestReplacement(purchase)}
            aria-label={`Request Replacement of ${lead.name}, ${lead.leadId}`}
          >
            Request Replacement
          </Button>
        )
      }
    >
      {purchase.contactStopped && (
        <p className={classes.stopped}>
          <IconHandStop size={20} aria-hidden />
          <span>The traveller has withdrawn. Please do not contact them again.</span>
        </p>
      )}
      <ContactLines
        name={lead.name}
        phone={lead.phone}
        email={lead.email}
        as={purchase.contactStopped ? 'text' : 'links'}
        withWhatsApp={false}
        missing={noEmailGiven}
      />
      {lead.phone && !purchase.contactStopped && (
        <ContactActions name={lead.name} phone={lead.phone} />
      )}
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ReplacementNote purchase={purchase} />
    </CardItem>
  )
})
