import type { Purchase } from '@raahi/contract/purchases'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MaskedContact } from '../../ui/masked-contact.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { OtherPerson } from '../account/public/other-person.tsx'
import { TripRoute } from '../lead-facts/public/trip-route.tsx'
import { VerifiedBadges } from '../lead-facts/public/verified-badges.tsx'
import { LeadOrigin, type LeadOrigins, useLeadOrigins } from '../leads/public/lead-origins.tsx'
import { PurchasePayment } from './purchase-payment.tsx'
import { purchasePageQuery } from './purchases.api.ts'
import { ReplacementBadge } from './replacement-badge.tsx'
import classes from './user-leads.module.css'

/** Leads per page. */
const pageSize = 10

/** The leads that a user has bought, for an admin. */
export function UserLeads({ user }: { user: { _id: string; name: string } }) {
  const [page, setPage] = useState(1)
  const query = useQuery(purchasePageQuery({ userId: user._id, page, limit: pageSize }))
  const total = query.data?.totalDocs ?? 0
  const origins = useLeadOrigins((query.data?.docs ?? []).map(({ lead }) => lead))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Scrolls to the start of the new page.
    heading.current?.scrollIntoView({ block: 'end' })
  }, [page])
  return (
    <PagedList
      query={query}
      items={query.data?.docs}
      total={total}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      loading={{ label: 'Loading leads...', layout: 'rows', count: 5 }}
      failed={(error) => errorWithReason(error, 'The purchased leads could not be loaded.')}
      empty={<EmptyState text="No leads found." />}
    >
      {(shown) => (
        <>
          <h3 ref={heading} className={classes.heading}>
            <bdi>{user.name}</bdi> has bought{' '}
            {total === 1 ? '1 lead' : `${formatCount(total)} leads`}
          </h3>
          <ul className={classes.list} aria-label="Purchased leads">
            {shown.map((purchase) => (
              <LeadLine
                key={purchase._id}
                purchase={purchase}
                origin={origins?.get(purchase.lead._id)}
              />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}

interface LeadLineProps {
  purchase: Purchase
  origin: ReturnType<LeadOrigins['get']>
}

function LeadLine({ purchase, origin }: LeadLineProps) {
  const { lead, replacementStatus, createdAt } = purchase
  return (
    <li className={classes.line}>
      <div className={classes.who}>
        <bdi className={classes.name}>{lead.name}</bdi>
        <span className={classes.quiet}>
          {lead.leadId} · <TripRoute trip={lead} />
        </span>
        {origin && (
          <span className={classes.quiet}>
            <LeadOrigin origin={origin} />
          </span>
        )}
      </div>
      <div className={classes.contact}>
        <MaskedContact kind="phone" value={lead.phone} />
        <MaskedContact kind="email" value={lead.email} isAbsent={!lead.hasEmail} />
        <VerifiedBadges marks={lead} />
      </div>
      <div className={classes.bought}>
        <span className={classes.price}>
          <PurchasePayment {...purchase} />
        </span>
        <span className={classes.quiet}>
          <DateTime value={createdAt} />
          <OtherPerson {...purchase} />
        </span>
        <ReplacementBadge status={replacementStatus} />
      </div>
    </li>
  )
}
