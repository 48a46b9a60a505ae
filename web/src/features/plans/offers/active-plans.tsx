import type { Subscription } from '@raahi/contract/plans'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { useSignedInUser } from '../../../lib/session.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { daysText, leadsText, planTypeLabels } from '../public/plan-labels.ts'
import { useSubscriptions } from '../public/plans.api.ts'
import classes from './active-plans.module.css'

/** A plan with this many days left or fewer is marked. */
const endsSoonDays = 3

/** The agent's active plans. The plan that ends first is listed first, because it is used first. */
export function ActivePlans() {
  return (
    <Panel title="Active now">
      <ActiveList />
    </Panel>
  )
}

function ActiveList() {
  const { data, error, isFetching, refetch } = useSubscriptions(useSignedInUser()._id)
  const failure = error && errorWithReason(error, 'Your plans could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <div className={classes.loading}>
        <SkeletonList label="Loading your plans..." layout="rows" count={2} />
      </div>
    )
  }
  const active = data.filter(({ status }) => status)
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {active.length === 0 ? (
        <div className={classes.none}>
          <p>
            {data.length === 0
              ? 'You have no plan yet, so leads are paid from your wallet.'
              : 'Your plans have ended or are used up, so leads are paid from your wallet.'}
          </p>
        </div>
      ) : (
        <ActivePlanCards subscriptions={active} />
      )}
    </>
  )
}

/** Active plans side by side, each with the days and leads that remain. */
function ActivePlanCards({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <ul className={classes.list} aria-label="Active plans">
      {subscriptions.map((subscription) => (
        <ActivePlan key={subscription._id} subscription={subscription} />
      ))}
    </ul>
  )
}

function ActivePlan({ subscription }: { subscription: Subscription }) {
  const { name, planType, numberOfLeads, leadsLeft, daysLeft, endDate } = subscription
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <h3 className={classes.name}>
          <bdi>{name}</bdi>
        </h3>
        <StatusBadge tone={daysLeft <= endsSoonDays ? 'warning' : 'success'}>
          {daysText(daysLeft)} left
        </StatusBadge>
      </div>
      <p className={classes.covers}>{planTypeLabels[planType]}</p>
      <p className={classes.left}>
        <span className={classes.count}>{formatCount(leadsLeft)}</span> of{' '}
        {leadsText(numberOfLeads)} left
      </p>
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${(leadsLeft / numberOfLeads) * 100}%` }} />
      </div>
      <p className={classes.until}>
        Ends <DateTime value={endDate} />
      </p>
    </li>
  )
}
