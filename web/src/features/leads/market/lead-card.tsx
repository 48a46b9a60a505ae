import { cityNotGiven, destinationOpen, noEmailGiven, phoneOnly } from '@raahi/contract/lead-texts'
import type { Lead } from '@raahi/contract/leads'
import { memo, type ReactNode } from 'react'
import { CardItem } from '../../../ui/card-grid.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { MaskedContact } from '../../../ui/masked-contact.tsx'
import { Money } from '../../../ui/money.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import {
  formatTripKinds,
  isOwnPurchase,
  totalTravellers,
  travellerSplit,
  tripLength,
} from '../format-lead.ts'
import { leadStatusLabels, shownLeadStatus } from '../lead-labels.ts'
import classes from './lead-card.module.css'

interface LeadCardProps {
  lead: Lead
  /** What a lead that was bought on this page offers below its contact. */
  contactActions: ReactNode
  /** Must keep its identity over renderings: there are fifty of these. */
  onBuy: (lead: Lead) => void
  /** Somebody is about to press Buy Now. */
  onBuyNear: () => void
}

/** A lead as an agent sees it: where to and what kind first, then who, what it costs, and Buy Now. */
export const LeadCard = memo(function LeadCard({
  lead,
  contactActions,
  onBuy,
  onBuyNear,
}: LeadCardProps) {
  const total = totalTravellers(lead)
  const own = isOwnPurchase(lead)
  const status = shownLeadStatus(lead)
  const titleId = `lead-${lead._id}`
  return (
    <CardItem
      title={<span id={titleId}>{lead.destination ?? destinationOpen}</span>}
      subtitle={formatTripKinds(lead, ' · ')}
      aside={
        <div className={classes.price}>
          {lead.cost === null ? '—' : <Money rupees={lead.cost} />}
        </div>
      }
      actions={
        <div className={classes.foot}>
          <span className={classes.number}>{lead.leadId}</span>
          <div className={classes.action}>
            {own && <StatusBadge tone="success">Bought by you</StatusBadge>}
            {status !== 'buy' ? (
              <button type="button" className={classes.buy} disabled aria-describedby={titleId}>
                {leadStatusLabels[status]}
              </button>
            ) : (
              <button
                type="button"
                className={classes.buy}
                disabled={lead.cost === null}
                aria-describedby={titleId}
                onPointerEnter={onBuyNear}
                onFocus={onBuyNear}
                onClick={() => onBuy(lead)}
              >
                Buy Now
              </button>
            )}
          </div>
        </div>
      }
    >
      <dl className={classes.facts}>
        <Fact label="Travel date">
          <DateTime value={lead.travelDate} dateOnly />
        </Fact>
        <Fact label="Duration">{tripLength(lead) || '—'}</Fact>
        <Fact label="Travellers" wide>
          {total === 0 ? '—' : <strong>{total}</strong>}
          {total > 0 && <span className={classes.split}> ({travellerSplit(lead)})</span>}
        </Fact>
        <Fact label="Customer">{lead.name}</Fact>
        <Fact label="From">{lead.city ?? cityNotGiven}</Fact>
        <Fact label="Phone" inline={!lead.phone}>
          <MaskedContact kind="phone" value={lead.phone} />
        </Fact>
        <Fact label="Email" inline={!lead.email}>
          {lead.hasEmail ? (
            <MaskedContact kind="email" value={lead.email} />
          ) : (
            <span className={classes.phoneOnly}>{own ? noEmailGiven : phoneOnly}</span>
          )}
        </Fact>
      </dl>
      {contactActions}
      {lead.cost === null && lead.satatus === 'buy' && (
        <p className={classes.note}>No price is set for this lead type</p>
      )}
    </CardItem>
  )
})

interface FactProps {
  label: string
  wide?: boolean
  /** Beside its label: what is not shown yet takes one line, not two. */
  inline?: boolean
  children: ReactNode
}

function Fact({ label, wide, inline, children }: FactProps) {
  return (
    <div className={classes.fact} data-wide={wide} data-inline={inline}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
