import { Button } from '@mantine/core'
import { cityNotGiven, destinationOpen } from '@raahi/contract/lead-texts'
import type { Lead } from '@raahi/contract/leads'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useSignedInUser } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { totalTravellers } from '../format-lead.ts'
import { leadListFailure, leadPageQuery } from '../leads.api.ts'
import { leadPreferencesQuery } from './lead-preferences.api.ts'
import { timeAgo, travellers, tripDates } from './lead-row-texts.ts'
import classes from './new-leads.module.css'

const newestCount = 5

interface NewLeadsProps {
  /** Whether a plan of the agent would pay. */
  isPaidByPlan: (lead: Lead) => boolean
  onBuy: (lead: Lead) => void
  /** The pointer or the focus has reached Buy Now. */
  onBuyNear: () => void
}

/** The newest leads for the agent's destinations, which are chosen or learned from purchases; without any, the newest of all. */
export function NewLeads({ isPaidByPlan, onBuy, onBuyNear }: NewLeadsProps) {
  const preferences = useQuery(leadPreferencesQuery(useSignedInUser()._id))
  const places = preferences.data?.destinations ?? []
  const destinations = places.length > 0 ? places.join(',') : undefined
  const query = useQuery({
    ...leadPageQuery({ satatus: 'buy', limit: newestCount, destinations }),
    enabled: !preferences.isPending,
  })
  const { data, error, isFetching, refetch } = query
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  return (
    <Panel
      title={destinations ? 'New for my destinations' : 'Newest leads'}
      aside={
        <Link
          to={`/dashboard/my-leads?satatus=buy${destinations ? `&destinations=${encodeURIComponent(destinations)}` : ''}`}
          className={classes.all}
        >
          See all
        </Link>
      }
    >
      {destinations && <p className={classes.places}>{places.join(', ')}</p>}
      {error && data && <RefreshFailed text={leadListFailure(error, true)} {...retry} />}
      {error && !data ? (
        <ErrorState text={leadListFailure(error, false)} {...retry} />
      ) : !data ? (
        <SkeletonList label="Loading leads..." layout="rows" count={newestCount} />
      ) : data.leads.length === 0 ? (
        <EmptyState
          text={
            destinations
              ? 'No leads for these destinations right now. Look at the others, or change your destinations there.'
              : 'No leads are for sale right now. Please look again later.'
          }
          action={
            destinations && (
              <Button component={Link} to="/dashboard/my-leads">
                See all leads
              </Button>
            )
          }
        />
      ) : (
        <ul className={classes.list}>
          {data.leads.map((lead) => (
            <NewLead
              key={lead._id}
              lead={lead}
              paidByPlan={isPaidByPlan(lead)}
              onBuy={onBuy}
              onBuyNear={onBuyNear}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface NewLeadProps extends Omit<NewLeadsProps, 'isPaidByPlan'> {
  lead: Lead
  paidByPlan: boolean
}

function NewLead({ lead, paidByPlan, onBuy, onBuyNear }: NewLeadProps) {
  const now = Date.now()
  const titleId = `new-lead-${lead._id}`
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p id={titleId} className={classes.trip}>
          <strong>{lead.destination ?? destinationOpen}</strong> ·{' '}
          {tripDates(lead, new Date(now).getFullYear())} ·{' '}
          {travellers(lead.tripType, totalTravellers(lead))}
        </p>
        <p className={classes.facts}>
          {lead.city ? (
            <>
              from <bdi>{lead.city}</bdi>
            </>
          ) : (
            cityNotGiven
          )}{' '}
          · posted {timeAgo(lead.createdAt, now)}
        </p>
      </div>
      <span className={classes.price}>
        {lead.cost === null ? '—' : paidByPlan ? '1 plan lead' : <Money rupees={lead.cost} />}
      </span>
      <Button
        size="compact-md"
        disabled={lead.cost === null}
        aria-describedby={titleId}
        onPointerEnter={onBuyNear}
        onFocus={onBuyNear}
        onClick={() => onBuy(lead)}
      >
        Buy Now
      </Button>
    </li>
  )
}
