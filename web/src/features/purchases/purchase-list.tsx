import { Button } from '@mantine/core'
import type { Purchase } from '@raahi/contract/purchases'
import { type RefObject, useEffect } from 'react'
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
  titleRef: RefObject<HTMLHeadingElement | null>
  onPageChange: (page: number) => void
  onRequestReplacement: (purchase: Purchase) => void
}

/** The purchases that fit the filters, headed by how many of how many they are. */
export function PurchaseList({
  purchases,
  filters,
  titleRef,
  onPageChange,
  onRequestReplacement,
}: PurchaseListProps) {
  const fitting = filterPurchases(purchases, filters)
  const linked = fitting.findIndex(({ lead }) => lead.leadId === filters.lead)
  const wanted = linked < 0 ? filters.page : Math.floor(linked / pageSize) + 1
  const page = Math.min(wanted, Math.max(1, Math.ceil(fitting.length / pageSize)))
  const shown = fitting.slice((page - 1) * pageSize, page * pageSize)
  useEffect(() => {
    if (linked < 0 || !filters.lead) return
    const card = document.getElementById(purchaseCardId(filters.lead))
    card?.scrollIntoView({ block: 'center' })
    card?.focus({ preventScroll: true })
  }, [linked, filters.lead])
  return (
    <section aria-labelledby="purchased-leads">
      <h2 id="purchased-leads" ref={titleRef} tabIndex={-1} className={classes.heading}>
        Purchased Leads ({formatCount(fitting.length)} of {formatCount(purchases.length)})
      </h2>
      {filters.lead && linked < 0 && (
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
