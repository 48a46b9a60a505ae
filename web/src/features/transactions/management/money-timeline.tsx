import { Anchor } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import { getMoneyTimeline, type MoneyEvent } from '@raahi/contract/money-timeline'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { transactionsKey } from '../../../lib/query-keys.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { EmailText } from '../../../ui/email-text.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import steps from '../../../ui/steps.module.css'
import { useDialog } from '../../../ui/use-dialog.ts'
import { invoicePath } from '../../invoices/public/invoice-labels.ts'
import { eventTitles, noteText, whoText } from './money-event-labels.ts'
import { MoneyResult } from './money-result.tsx'
import classes from './money-timeline.module.css'

interface MoneyTimelineProps {
  /** A transaction or an order. */
  id: string
  opened: boolean
  onClose: () => void
}

/** What happened to the money of a transaction or an order: the result first, then every event with time and person. */
export default function MoneyTimeline({ id, opened, onClose }: MoneyTimelineProps) {
  const shown = useDialog(opened, onClose)
  const query = useQuery({
    queryKey: [...transactionsKey, 'timeline', id],
    queryFn: ({ signal }) => call(getMoneyTimeline, { params: { id } }, { signal }),
    enabled: opened,
  })
  const { data, error } = query
  return (
    <SideDrawer opened={shown} onClose={onClose} title="Where is this money?">
      {!data && !error && <SkeletonList label="Loading the timeline..." layout="rows" count={5} />}
      {!data && error && (
        <ErrorState
          text={errorWithReason(error, 'The timeline could not be loaded.')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {data && (
        <>
          <MoneyResult timeline={data} />
          <p className={classes.agent}>
            <bdi className={classes.name}>{data.user.name.trim() || 'Vendor'}</bdi>
            <EmailText value={data.user.email} />
            {data.user.phone && <span className="figures">{formatPhone(data.user.phone)}</span>}
          </p>
          {data.olderPurchases > 0 && (
            <p className={classes.older}>
              {formatCount(data.olderPurchases)} earlier leads of this plan are not listed.
            </p>
          )}
          <ol className={steps.steps} aria-label="Timeline">
            {data.events.map((event) => (
              <Event key={`${event.kind} ${event.label} ${event.at}`} event={event} />
            ))}
          </ol>
        </>
      )}
    </SideDrawer>
  )
}

function Event({ event }: { event: MoneyEvent }) {
  const note = noteText(event)
  return (
    <li>
      <p className={classes.head}>
        <span className={classes.title}>{eventTitles[event.kind]}</span>
        {event.amount !== null && <Money exact rupees={event.amount} />}
      </p>
      <p className={classes.when}>
        <DateTime value={event.at} /> · <bdi>{whoText(event)}</bdi>
      </p>
      {(event.label || note || event.balance !== null) && (
        <p className={classes.facts}>
          {event.label && <Label event={event} />}
          {note && <bdi>{note}</bdi>}
          {event.balance !== null && (
            <span>
              Balance <Money exact rupees={event.balance} />
            </span>
          )}
        </p>
      )}
    </li>
  )
}

function Label({ event: { invoiceId, label } }: { event: MoneyEvent }) {
  return invoiceId ? (
    <Anchor component={Link} to={invoicePath(invoiceId)} inherit>
      {label}
    </Anchor>
  ) : (
    <span>{label}</span>
  )
}
