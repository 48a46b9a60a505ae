import { Button } from '@mantine/core'
import { formatPhone } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { Purchase } from '@raahi/contract/purchases'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { usePurchases } from './purchases.api.ts'
import classes from './recent-purchases.module.css'

const recentCount = 4

/** The last leads bought, with the number to call. */
export function RecentPurchases() {
  const { data, error, isFetching, refetch } = usePurchases()
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return error ? (
      <ErrorState text={errorWithReason(error, 'Your purchases could not be loaded.')} {...retry} />
    ) : (
      <SkeletonList label="Loading leads..." layout="rows" count={recentCount} />
    )
  }
  return (
    <>
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'Your purchases could not be refreshed.')}
          {...retry}
        />
      )}
      <RecentList purchases={data} />
    </>
  )
}

function RecentList({ purchases }: { purchases: readonly Purchase[] }) {
  if (purchases.length === 0) {
    return (
      <EmptyState
        text="You have not bought any leads yet."
        action={
          <Button component={Link} to="/dashboard/my-leads">
            Browse leads
          </Button>
        }
      />
    )
  }
  return (
    <ul className={classes.list}>
      {purchases.slice(0, recentCount).map(({ _id, lead, cost, planName, createdAt }) => (
        <li key={_id} className={classes.item}>
          <span className={classes.words}>
            <span className={classes.title}>
              {lead.destination ?? destinationOpen}, {lead.name}
            </span>
            <span className={classes.when}>
              <DateTime value={createdAt} />
            </span>
          </span>
          <span className={classes.side}>
            {planName === null ? (
              <Money rupees={cost} />
            ) : (
              <span className={classes.plan}>
                1 lead from <bdi>{planName}</bdi>
              </span>
            )}
            {lead.phone && <a href={`tel:${lead.phone}`}>{formatPhone(lead.phone)}</a>}
          </span>
        </li>
      ))}
    </ul>
  )
}
