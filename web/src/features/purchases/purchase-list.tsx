import { Button } from '@mantine/core'
import type { Purchase } from '@raahi/contract/purchases'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { PurchaseCard, purchaseCardId } from './purchase-card.tsx'
import { filterPurchases, type purchaseFilters } from './purchase-filters.ts'
import classes from './purchase-list.module.css'

/** Cards a page: an agent may have bought thousands. */
const pageSize = 50

interface PurchaseListProps {
  query: UseQueryResult<Purchase[]>
  list: ListFilters<typeof purchaseFilters>
  titleRef: RefObject<HTMLHeadingElement | null>
  onRequestReplacement: (purchase: Purchase) => void
}

/** The purchases that match the filters, under a heading with both counts. */
export function PurchaseList({ query, list, titleRef, onRequestReplacement }: PurchaseListProps) {
  const { filters, goToPage } = list
  const { data: purchases, error, isFetching } = query
  const fitting = purchases && filterPurchases(purchases, filters)
  const linked = fitting?.findIndex(({ lead }) => lead.leadId === filters.lead) ?? -1
  const wanted = linked < 0 ? filters.page : Math.floor(linked / pageSize) + 1
  const page = Math.min(wanted, Math.max(1, Math.ceil((fitting?.length ?? 0) / pageSize)))
  const isFound = linked >= 0
  const focusedLead = useRef<string>(undefined)
  useEffect(() => {
    // Once for each link: the list is read again while the agent goes on in it.
    if (focusedLead.current === filters.lead) return
    if (!isFound || !filters.lead) return
    focusedLead.current = filters.lead
    const card = document.getElementById(purchaseCardId(filters.lead))
    card?.scrollIntoView({ block: 'center' })
    card?.focus({ preventScroll: true })
  }, [isFound, filters.lead])
  return (
    <section aria-labelledby={purchases && 'purchased-leads'}>
      {purchases && (
        <h2 id="purchased-leads" ref={titleRef} tabIndex={-1} className={classes.heading}>
          Purchased Leads ({formatCount(fitting?.length ?? 0)} of {formatCount(purchases.length)})
        </h2>
      )}
      {purchases && filters.lead && !isFound && !isFetching && !error && (
        <p role="status" className={classes.notFound}>
          {filters.lead} is not among the leads you have bought.
        </p>
      )}
      <PagedList
        query={query}
        items={fitting?.slice((page - 1) * pageSize, page * pageSize)}
        total={fitting?.length}
        page={page}
        pageSize={pageSize}
        onPageChange={goToPage}
        loading={{ label: 'Loading leads...' }}
        failed={(failure) => errorWithReason(failure, 'The purchased leads could not be loaded.')}
        empty={
          <EmptyState
            text="No purchased leads found."
            action={
              purchases?.length === 0 && (
                <Button component={Link} to="/dashboard/my-leads">
                  Browse leads
                </Button>
              )
            }
          />
        }
      >
        {(shown) => (
          <CardGrid label="Purchased leads">
            {shown.map((purchase) => (
              <PurchaseCard
                key={purchase._id}
                purchase={purchase}
                marked={purchase.lead.leadId === filters.lead}
                onRequestReplacement={onRequestReplacement}
              />
            ))}
          </CardGrid>
        )}
      </PagedList>
    </section>
  )
}
