import { Button } from '@mantine/core'
import type { Purchase } from '@raahi/contract/purchases'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/counts.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { PurchaseCard, purchaseCardId } from './purchase-card.tsx'
import { filterPurchases, type PurchaseFilters } from './purchase-filters.ts'
import classes from './purchase-list.module.css'

/** Cards a page: an agent may have bought thousands. */
const pageSize = 50

interface PurchaseListProps {
  purchases: readonly Purchase[]
  filters: PurchaseFilters
  /** False while the purchases are read again, and after that failed. */
  isCurrent: boolean
  titleRef: RefObject<HTMLHeadingElement | null>
  onPageChange: (page: number) => void
  onRequestReplacement: (purchase: Purchase) => void
}

/** The purchases that fit the filters, headed by how many of how many they are. */
export function PurchaseList({
  purchases,
  filters,
  isCurrent,
  titleRef,
  onPageChange,
  onRequestReplacement,
}: PurchaseListProps) {
  const fitting = filterPurchases(purchases, filters)
  const linked = fitting.findIndex(({ lead }) => lead.leadId === filters.lead)
  const wanted = linked < 0 ? filters.page : Math.floor(linked / pageSize) + 1
  const page = Math.min(wanted, Math.max(1, Math.ceil(fitting.length / pageSize)))
  const shown = fitting.slice((page - 1) * pageSize, page * pageSize)
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
    <section aria-labelledby="purchased-leads">
      <h2 id="purchased-leads" ref={titleRef} tabIndex={-1} className={classes.heading}>
        Purchased Leads ({formatCount(fitting.length)} of {formatCount(purchases.length)})
      </h2>
      {filters.lead && !isFound && isCurrent && (
        <p role="status" className={classes.notFound}>
          {filters.lead} is not among the leads you have bought.
        </p>
      )}
      {fitting.length === 0 ? (
        <EmptyState
          text="No purchased leads found."
          action={
            purchases.length === 0 && (
              <Button component={Link} to="/dashboard/my-leads">
                Browse leads
              </Button>
            )
          }
        />
      ) : (
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
      <Pagination
        page={page}
        pageSize={pageSize}
        total={fitting.length}
        onPageChange={onPageChange}
      />
    </section>
  )
}
