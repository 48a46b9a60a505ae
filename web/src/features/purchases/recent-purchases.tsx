import { Button, Skeleton } from '@mantine/core'
import type { AssigneeFilter } from '@raahi/contract/assignee-filter'
import { formatPhone } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { Purchase } from '@raahi/contract/purchases'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import hidden from '../../ui/visually-hidden.module.css'
import { useTapRecords } from '../pipeline/public/contact-taps.ts'
import { PurchasePayment } from './purchase-payment.tsx'
import { purchasePageQuery } from './purchases.api.ts'
import classes from './recent-purchases.module.css'

const recentCount = 5

const emptyTexts = {
  me: 'No lead is assigned to you.',
  none: 'Each lead is assigned to a member.',
} as const satisfies Record<AssigneeFilter, string>

/** The last leads bought, with the number to call. */
export function RecentPurchases({ assignee }: { assignee: AssigneeFilter | undefined }) {
  useTapRecords()
  const { data, error, isFetching, refetch } = useQuery(
    purchasePageQuery({ assignee, page: 1, limit: recentCount }),
  )
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return error ? (
      <ErrorState text={errorWithReason(error, 'Your purchases could not be loaded.')} {...retry} />
    ) : (
      <LoadingList />
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
      {assignee && data.docs.length === 0 ? (
        <EmptyState text={emptyTexts[assignee]} />
      ) : (
        <RecentList purchases={data.docs} />
      )}
    </>
  )
}

/** As high as the loaded list. */
function LoadingList() {
  return (
    <>
      <p role="status" className={hidden.hidden}>
        Loading leads...
      </p>
      <ul className={classes.list} aria-hidden>
        {Array.from({ length: recentCount }, (_, row) => (
          <li key={row} className={classes.item}>
            <span className={classes.words}>
              <span className={classes.title}>
                <Skeleton component="span" className={classes.line} width="9rem" />
              </span>
              <span className={classes.when}>
                <Skeleton component="span" className={classes.line} width="13rem" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function RecentList({ purchases }: { purchases: readonly Purchase[] }) {
  if (purchases.length === 0) {
    return (
      <EmptyState
        text="You have not bought any leads yet. Your first one appears here, ready to call."
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
      {purchases.map(({ _id, lead, cost, planName, createdAt }) => (
        <li key={_id} className={classes.item} data-lead={lead._id} data-lead-name={lead.name}>
          <span className={classes.words}>
            <Link to={`/dashboard/purchased-leads?lead=${lead.leadId}`} className={classes.title}>
              {lead.destination ?? destinationOpen}, {lead.name}
            </Link>
            <span className={classes.when}>
              <PurchasePayment cost={cost} planName={planName} /> · <DateTime value={createdAt} />
            </span>
          </span>
          {lead.phone && (
            <a href={`tel:${lead.phone}`} className={classes.call}>
              <IconPhone size={16} stroke={1.75} aria-hidden />
              {formatPhone(lead.phone)}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
