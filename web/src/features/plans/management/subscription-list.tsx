import type { Subscription } from '@raahi/contract/plans'
import { errorMessage } from '../../../lib/api-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { daysText, leadsText, planTypeLabels } from '../public/plan-labels.ts'
import { useSubscriptions } from '../public/plans.api.ts'
import classes from './subscription-list.module.css'

/** The subscriptions of a user, active ones first. */
export function SubscriptionList({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useSubscriptions(userId)
  if (!data) {
    return error ? (
      <ErrorState
        text={errorMessage(error, 'Failed to fetch plans')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonList label="Loading plans..." layout="rows" count={1} />
    )
  }
  if (data.length === 0) return <p className={classes.none}>No plan assigned</p>
  return (
    <ul className={classes.list}>
      {data.map((subscription) => (
        <Entry key={subscription._id} subscription={subscription} />
      ))}
    </ul>
  )
}

function Entry({ subscription }: { subscription: Subscription }) {
  const { name, price, planType, numberOfLeads, leadsLeft, status, daysLeft } = subscription
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <bdi className={classes.name}>{name}</bdi>
        <StatusBadge tone={status ? 'success' : 'neutral'}>
          {status ? `${daysText(daysLeft)} left` : 'Ended'}
        </StatusBadge>
      </div>
      <p className={classes.terms}>
        <Money rupees={price} /> · {planTypeLabels[planType]} ·{' '}
        <span className="one-piece">
          {leadsLeft} of {leadsText(numberOfLeads)} {status ? 'left' : 'unused'}
        </span>
      </p>
      <p className={classes.terms}>
        <span className="one-piece">
          <DateTime value={subscription.startDate} />
        </span>{' '}
        <span className="one-piece">
          to <DateTime value={subscription.endDate} />
        </span>
      </p>
    </li>
  )
}
