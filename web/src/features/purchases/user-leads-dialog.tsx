import type { Purchase } from '@raahi/contract/purchases'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { Money } from '../../ui/money.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { ViewModal } from '../../ui/view-modal.tsx'
import { TripRoute } from '../leads/trip-route.tsx'
import { usePurchasesOf } from './purchases.api.ts'
import { ReplacementBadge } from './replacement-badge.tsx'
import classes from './user-leads-dialog.module.css'

/** Leads a page: an agent may have bought thousands. */
const pageSize = 10

type UserLeadsDialogProps = {
  /** Whose leads they are; null before the first one was chosen. */
  user: { _id: string; name: string } | null
  opened: boolean
  onClose: () => void
}

/** The leads that a user has bought, for an admin. */
export function UserLeadsDialog({ user, opened, onClose }: UserLeadsDialogProps) {
  return (
    <ViewModal opened={opened} onClose={onClose} title="Purchased Leads" size="50rem">
      {user && <UserLeads key={user._id} user={user} />}
    </ViewModal>
  )
}

function UserLeads({ user }: { user: { _id: string; name: string } }) {
  const { data, error, isFetching, refetch } = usePurchasesOf(user._id)
  const failure = error && errorMessage(error, 'The purchased leads could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading leads..." layout="rows" count={5} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.length === 0 ? (
        <EmptyState text="No leads found." />
      ) : (
        <LeadPages name={user.name} purchases={data} />
      )}
    </>
  )
}

function LeadPages({ name, purchases }: { name: string; purchases: readonly Purchase[] }) {
  const [wanted, setPage] = useState(1)
  const heading = useRef<HTMLHeadingElement>(null)
  const page = Math.min(wanted, Math.ceil(purchases.length / pageSize))
  useEffect(() => {
    // Another page begins at its top.
    heading.current?.scrollIntoView({ block: 'end' })
  }, [page])
  return (
    <>
      <h3 ref={heading} className={classes.heading}>
        <bdi>{name}</bdi> has bought{' '}
        {purchases.length === 1 ? '1 lead' : `${formatCount(purchases.length)} leads`}
      </h3>
      <ul className={classes.list} aria-label="Purchased leads">
        {purchases.slice((page - 1) * pageSize, page * pageSize).map((purchase) => (
          <LeadLine key={purchase._id} purchase={purchase} />
        ))}
      </ul>
      <Pagination page={page} pageSize={pageSize} total={purchases.length} onPageChange={setPage} />
    </>
  )
}

function LeadLine({ purchase }: { purchase: Purchase }) {
  const { lead, cost, planName, replacementStatus, createdAt } = purchase
  return (
    <li className={classes.line}>
      <div className={classes.who}>
        <bdi className={classes.name}>{lead.name}</bdi>
        <span className={classes.quiet}>
          {lead.leadId} · <TripRoute trip={lead} />
        </span>
      </div>
      <div className={classes.contact}>
        <MaskedContact kind="phone" value={lead.phone} />
        <MaskedContact kind="email" value={lead.email} />
      </div>
      <div className={classes.bought}>
        <span className={classes.price}>
          {planName === null ? (
            <Money rupees={cost} />
          ) : (
            <>
              1 lead from <bdi>{planName}</bdi>
            </>
          )}
        </span>
        <span className={classes.quiet}>
          <DateTime value={createdAt} />
        </span>
        <ReplacementBadge status={replacementStatus} />
      </div>
    </li>
  )
}
