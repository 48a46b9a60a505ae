import { Anchor } from '@mantine/core'
import {
  maxSkippedLeads,
  type SkippedLead,
  skippedLeadDays,
} from '@raahi/contract/automatic-buying'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { SavedSearch } from '@raahi/contract/saved-searches'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { ViewModal } from '../../ui/view-modal.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { skippedLeadsQuery } from './automatic-buying.api.ts'
import { skipTexts } from './rule-labels.ts'
import classes from './skipped-leads.module.css'

/** The leads that the rule of a search did not buy, each with the reason. */
export default function SkippedLeadsDialog({
  search,
  opened,
  onClose,
}: {
  search: SavedSearch
  opened: boolean
  onClose: () => void
}) {
  const shown = useOpenLater(opened)
  return (
    <ViewModal opened={shown} onClose={onClose} title="Leads not bought" closeLabel="Close">
      <p className={classes.intro}>
        New leads that matched <bdi>‘{search.name}’</bdi> in the last {skippedLeadDays} days while
        automatic buying was on, and why it did not buy them.
      </p>
      <SkippedLeads searchId={search._id} />
    </ViewModal>
  )
}

function SkippedLeads({ searchId }: { searchId: string }) {
  const { data, error, isFetching, refetch } = useQuery(skippedLeadsQuery(searchId))
  if (error && !data)
    return (
      <ErrorState
        text={errorWithReason(error, 'The leads could not be loaded.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data) return <SkeletonList label="Loading leads..." layout="rows" count={3} />
  if (data.length === 0) return <EmptyState text="No lead was left out." />
  return (
    <>
      <ul className={classes.list} aria-label="Leads not bought">
        {data.map((lead) => (
          <SkippedItem key={`${lead._id} ${lead.skippedAt}`} lead={lead} />
        ))}
      </ul>
      {data.length === maxSkippedLeads && (
        <p className={classes.note}>Older ones are not listed.</p>
      )}
    </>
  )
}

function SkippedItem({ lead }: { lead: SkippedLead }) {
  const { destination, city, travelDate, travelMonth, price } = lead
  return (
    <li className={classes.item}>
      <p className={classes.trip}>
        <strong>{destination || destinationOpen}</strong>
        {city && ` from ${city}`}
        {travelDate && (
          <>
            ,{' '}
            <span className="one-piece">
              <DateTime value={travelDate} dateOnly />
            </span>
          </>
        )}
        {!travelDate && travelMonth && `, ${travelMonth}`}
      </p>
      {price !== null && (
        <p className={classes.price}>
          <Money rupees={price} />
        </p>
      )}
      <p className={classes.reason}>{skipTexts[lead.reason]}</p>
      <p className={classes.meta}>
        <span>{lead.leadId}</span>
        <DateTime value={lead.skippedAt} />
        {lead.isForSale && (
          <Anchor component={Link} to={`/dashboard/my-leads?lead=${lead._id}`} inherit>
            Open lead<span className={hidden.hidden}> {lead.leadId}</span>
          </Anchor>
        )}
      </p>
    </li>
  )
}
