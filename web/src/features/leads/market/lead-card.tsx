import { statusOf } from '@raahi/contract/lead-status'
import { cityNotGiven, destinationOpen, noEmailGiven, phoneOnly } from '@raahi/contract/lead-texts'
import type { Lead } from '@raahi/contract/leads'
import { memo, type ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../../lib/dates.ts'
import { FormerPrice } from '../../../ui/former-price.tsx'
import { MaskedContact } from '../../../ui/masked-contact.tsx'
import { Money } from '../../../ui/money.tsx'
import hidden from '../../../ui/visually-hidden.module.css'
import {
  isOwnPurchase,
  totalTravellers,
  travellerSplit,
  tripLength,
} from '../../lead-facts/public/format-lead.ts'
import {
  formatLeadStatus,
  shownLeadStatus,
  tripTypeLabels,
} from '../../lead-facts/public/lead-labels.ts'
import {
  shortTripKinds,
  shortTripLength,
  timeAgo,
  travellers,
  tripDates,
} from '../../lead-facts/public/lead-row-texts.ts'
import { VerifiedBadge, VerifiedBadges } from '../../lead-facts/public/verified-badges.tsx'
import classes from './lead-card.module.css'

interface LeadCardProps {
  lead: Lead
  /** The time from which the lead's age is computed, in whole minutes, so that a row renders at most once a minute. */
  nowMs: number
  /** The current year in India. */
  currentYear: number
  /** Whether a plan of the agent would pay. */
  paidByPlan: boolean
  /** Renders the actions of a bought lead. Like `onBuy` and `onBuyNear`, the same function on every render. */
  drawOwnActions: (lead: Lead) => ReactNode
  onBuy: (lead: Lead) => void
  /** Called when the pointer or the focus reaches Buy Now. */
  onBuyNear: () => void
}

/** A lead as a compact row: trip, facts, customer, kind of trip, price and Buy Now. */
export const LeadCard = memo(function LeadCard(props: LeadCardProps) {
  const { lead, drawOwnActions, onBuy, onBuyNear } = props
  const own = isOwnPurchase(lead)
  const status = shownLeadStatus(lead)
  const tripId = `lead-${lead._id}`
  const priceId = `price-${lead._id}`
  return (
    <li
      className={classes.row}
      data-lead={lead._id}
      data-own={own || undefined}
      tabIndex={-1}
      aria-labelledby={tripId}
    >
      <Trip {...props} id={tripId} />
      {/* Below 80em these parts form one text that wraps. */}
      <div className={classes.last}>
        <div className={classes.customer}>
          <bdi className={classes.name}>{lead.name}</bdi>{' '}
          <div className={classes.contact}>
            {own ? <OwnContact lead={lead} /> : <HiddenContact lead={lead} />}
          </div>
        </div>{' '}
        <div className={classes.kind}>
          <span className={hidden.hidden}>{tripTypeLabels[lead.tripType]} · </span>
          {shortTripKinds(lead)} · <span className={classes.number}>{lead.leadId}</span>
        </div>
      </div>
      <Price {...props} id={priceId} />
      <button
        type="button"
        className={classes.buy}
        disabled={status !== 'buy' || lead.cost === null}
        aria-describedby={`${tripId} ${priceId}`}
        {...(status === 'buy' && {
          'data-buy': true,
          onPointerEnter: onBuyNear,
          onFocus: onBuyNear,
          onClick: () => onBuy(lead),
        })}
      >
        {status === 'buy' ? 'Buy Now' : formatLeadStatus(lead)}
      </button>
      {own && <div className={classes.own}>{drawOwnActions(lead)}</div>}
    </li>
  )
})

/** The contact of the agent's own lead. */
function OwnContact({ lead }: { lead: Lead }) {
  return (
    <>
      <span>
        <span className={classes.word}>Phone</span>{' '}
        <MaskedContact kind="phone" value={lead.phone} />
      </span>{' '}
      <span>
        {lead.hasEmail ? (
          <>
            <span className={classes.word}>Email</span>{' '}
            <MaskedContact kind="email" value={lead.email} />
          </>
        ) : (
          noEmailGiven
        )}
      </span>{' '}
      <span className={classes.marks}>
        <VerifiedBadges marks={lead} />
      </span>
    </>
  )
}

/** The contacts that a buyer gets, masked. A verified contact is shown as a badge. */
function HiddenContact({ lead }: { lead: Lead }) {
  const { hasEmail, phoneVerifiedAt, emailVerifiedAt } = lead
  if (phoneVerifiedAt && emailVerifiedAt) return <VerifiedBadge contacts="both" />
  return (
    <>
      {phoneVerifiedAt ? (
        <VerifiedBadge contacts="phone" />
      ) : (
        <span>
          <span className={classes.word}>Phone</span> <MaskedContact kind="phone" value={null} />
        </span>
      )}{' '}
      {emailVerifiedAt ? (
        <VerifiedBadge contacts="email" />
      ) : hasEmail ? (
        <span>
          <span className={classes.word}>Email</span> <MaskedContact kind="email" value={null} />
        </span>
      ) : (
        <span>{phoneOnly}</span>
      )}
    </>
  )
}

type TripProps = Pick<LeadCardProps, 'lead' | 'nowMs' | 'currentYear'> & { id: string }

function Trip({ lead, nowMs, currentYear, id }: TripProps) {
  const total = totalTravellers(lead)
  const length = tripLength(lead)
  const split = travellerSplit(lead)
  return (
    <>
      <div id={id} className={classes.trip}>
        <span className={classes.where}>
          <h3 className={classes.title}>{lead.destination ?? destinationOpen}</h3> ·{' '}
          <time dateTime={lead.travelDate ?? undefined} title={formatDate(lead.travelDate)}>
            {tripDates(lead, currentYear)}
          </time>
        </span>{' '}
        <span className={classes.divider}>·</span>{' '}
        <span className={classes.party}>
          {travellers(lead.tripType, total)} ·{' '}
          {lead.city ? (
            <>
              from <bdi>{lead.city}</bdi>
            </>
          ) : (
            cityNotGiven.toLowerCase()
          )}
        </span>
      </div>
      <div className={classes.facts}>
        <span>
          <span className={classes.word}>posted</span>{' '}
          <time dateTime={lead.createdAt} title={formatDateTime(lead.createdAt)}>
            {timeAgo(lead.createdAt, nowMs)}
          </time>
        </span>
        {length && (
          <>
            {' '}
            · <span className={classes.long}>{length}</span>
            <span className={classes.short}>{shortTripLength(lead)}</span>
          </>
        )}
        {split && <> · {split}</>}
      </div>
    </>
  )
}

type PriceProps = Pick<LeadCardProps, 'lead' | 'paidByPlan'> & { id: string }

function Price({ lead, paidByPlan, id }: PriceProps) {
  if (lead.cost === null) {
    const isForSale = statusOf(lead) === 'buy'
    return (
      <div id={id} className={classes.price}>
        {isForSale ? <small>No price is set for this lead type</small> : '—'}
      </div>
    )
  }
  if (!paidByPlan || shownLeadStatus(lead) !== 'buy') {
    return (
      <div id={id} className={classes.price}>
        <Money rupees={lead.cost} />{' '}
        {lead.fullCost !== null && <FormerPrice rupees={lead.fullCost} />}
      </div>
    )
  }
  return (
    <div id={id} className={classes.price}>
      1 plan lead{' '}
      <small className={classes.otherPrice}>
        or <Money rupees={lead.cost} />{' '}
        {lead.fullCost !== null && <FormerPrice rupees={lead.fullCost} />}
      </small>
    </div>
  )
}
