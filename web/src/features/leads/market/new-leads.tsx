import { Button } from '@mantine/core'
import { cityNotGiven, destinationOpen } from '@raahi/contract/lead-texts'
import type { Lead } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSignedInUser } from '../../../lib/session.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormerPrice } from '../../../ui/former-price.tsx'
import { Money } from '../../../ui/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { useLivePage } from '../../lead-events/public/live-leads.ts'
import { totalTravellers } from '../../lead-facts/public/format-lead.ts'
import { formatLeadStatus, shownLeadStatus } from '../../lead-facts/public/lead-labels.ts'
import {
  timeAgo,
  travellers,
  tripDates,
  yearInIndia,
} from '../../lead-facts/public/lead-row-texts.ts'
import { leadListFailure, leadPageQuery } from '../leads.api.ts'
import { leadPreferencesQuery } from '../public/lead-preferences.api.ts'
import classes from './new-leads.module.css'

const newestCount = 5

/**
 * The newest leads for the agent's destinations, chosen or learned from purchases; without destinations, all newest
 * leads.
 */
export function useNewLeads() {
  const preferences = useQuery(leadPreferencesQuery(useSignedInUser()._id))
  const places = preferences.data?.destinations ?? []
  const destinations = places.length > 0 ? places.join(',') : undefined
  const query = useQuery({
    ...leadPageQuery({ status: 'buy', limit: newestCount, destinations }),
    enabled: !preferences.isPending,
  })
  const page = useLivePage(query.data)
  const [bought, setBought] = useState<readonly string[]>([])
  const leads = useMemo(
    () => page?.leads.filter(({ _id }) => !bought.includes(_id)),
    [page, bought],
  )
  /** Hides a lead that was just bought until the list is refetched. */
  const leaveOut = ({ _id }: Lead) => setBought((ids) => [...ids, _id])
  return { places, destinations, query, leads, leaveOut }
}

interface NewLeadsProps {
  newLeads: ReturnType<typeof useNewLeads>
  titleRef: Ref<HTMLHeadingElement>
  /** Whether a plan of the agent would pay. */
  isPaidByPlan: (lead: Lead) => boolean
  onBuy: (lead: Lead) => void
  /** Called when the pointer or the focus reaches Buy Now. */
  onBuyNear: () => void
  buttonVariant: 'default' | 'filled'
}

/** The new leads of the agent's home, with Buy Now. */
export function NewLeads({ newLeads, titleRef, isPaidByPlan, ...row }: NewLeadsProps) {
  const { places, destinations, query, leads } = newLeads
  const variant = row.buttonVariant
  const { error, isFetching, refetch } = query
  const nowMs = useMinute()
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  return (
    <Panel
      title={destinations ? 'New for my destinations' : 'Newest leads'}
      titleRef={titleRef}
      aside={
        <Link
          to={`/dashboard/my-leads?status=buy${destinations ? `&destinations=${encodeURIComponent(destinations)}` : ''}`}
          className={classes.all}
        >
          See all
        </Link>
      }
    >
      {destinations ? (
        <p className={classes.places}>{places.join(', ')}</p>
      ) : (
        // Keeps the line for the destinations while they load.
        !leads && !error && <p className={classes.places}>&nbsp;</p>
      )}
      {error && leads && <RefreshFailed text={leadListFailure(error, true)} {...retry} />}
      {error && !leads ? (
        <ErrorState text={leadListFailure(error, false)} {...retry} />
      ) : !leads ? (
        <SkeletonList label="Loading leads..." layout="rows" count={newestCount} />
      ) : leads.length === 0 ? (
        <EmptyState
          text={
            destinations
              ? 'No leads for these destinations right now. See all leads, or change your destinations under My places.'
              : 'No leads are for sale right now. An alert tells you when one is put on sale.'
          }
          action={
            // The address has a parameter, because without one the marketplace opens with the remembered filters.
            <Button
              component={Link}
              variant={variant}
              to={destinations ? '/dashboard/my-leads?page=1' : '/dashboard/saved-searches'}
            >
              {destinations ? 'See all leads' : 'Set up alerts'}
            </Button>
          }
        />
      ) : (
        <ul className={classes.list}>
          {leads.map((lead) => (
            <NewLead
              key={lead._id}
              lead={lead}
              nowMs={nowMs}
              paidByPlan={isPaidByPlan(lead)}
              {...row}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface NewLeadProps extends Pick<NewLeadsProps, 'onBuy' | 'onBuyNear' | 'buttonVariant'> {
  lead: Lead
  /** The time from which the age of the lead is computed. */
  nowMs: number
  paidByPlan: boolean
}

function NewLead({ lead, nowMs, paidByPlan, onBuy, onBuyNear, buttonVariant }: NewLeadProps) {
  const status = shownLeadStatus(lead)
  const tripId = `new-lead-${lead._id}`
  const priceId = `new-price-${lead._id}`
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p id={tripId}>
          <strong>{lead.destination ?? destinationOpen}</strong> ·{' '}
          {tripDates(lead, yearInIndia(nowMs))} · {travellers(lead.tripType, totalTravellers(lead))}
        </p>
        <p className={classes.facts}>
          {lead.city ? (
            <>
              from <bdi>{lead.city}</bdi>
            </>
          ) : (
            cityNotGiven
          )}{' '}
          · posted {timeAgo(lead.createdAt, nowMs)}
        </p>
      </div>
      <span id={priceId} className={classes.price}>
        {lead.cost === null ? '—' : paidByPlan ? '1 plan lead' : <Money rupees={lead.cost} />}{' '}
        {lead.fullCost !== null && !paidByPlan && <FormerPrice rupees={lead.fullCost} />}
      </span>
      <Button
        variant={buttonVariant}
        size="compact-md"
        disabled={status !== 'buy' || lead.cost === null}
        aria-describedby={`${tripId} ${priceId}`}
        onPointerEnter={onBuyNear}
        onFocus={onBuyNear}
        onClick={() => onBuy(lead)}
      >
        {status === 'buy' ? 'Buy Now' : formatLeadStatus(lead)}
      </Button>
    </li>
  )
}
