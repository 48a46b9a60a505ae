import { Button } from '@mantine/core'
import type { PurchaseLayout } from '@raahi/contract/lead-preferences'
import type { Purchase, PurchaseFigures } from '@raahi/contract/purchases'
import { purchasesPerPage } from '@raahi/contract/purchases'
import type { UseQueryResult } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useAgentRole } from '../account/public/use-agent-role.ts'
import { PurchaseCard } from './purchase-card.tsx'
import type { purchaseFilters } from './purchase-filters.ts'
import classes from './purchase-list.module.css'
import { PurchaseRow } from './purchase-row.tsx'
import type { PurchasePage } from './purchases.api.ts'

interface PurchaseListProps {
  query: UseQueryResult<PurchasePage>
  figures: PurchaseFigures | undefined
  list: ListFilters<typeof purchaseFilters>
  /** Undefined until the agent's layout is known. */
  layout: PurchaseLayout | undefined
  titleRef: RefObject<HTMLHeadingElement | null>
  onOpen: (leadId: string) => void
  onRequestReplacement: (purchase: Purchase) => void
}

/** A page of the purchases that match the filters, under a heading with both counts. */
export function PurchaseList({
  query,
  figures,
  list,
  layout,
  titleRef,
  onOpen,
  onRequestReplacement,
}: PurchaseListProps) {
  const { data } = query
  const nowMs = useMinute()
  return (
    <section aria-labelledby={data && 'purchased-leads'}>
      {data && (
        <h2 id="purchased-leads" ref={titleRef} tabIndex={-1} className={classes.title}>
          Purchased Leads
          {figures && ` (${formatCount(data.totalDocs)} of ${formatCount(figures.totalLeads)})`}
        </h2>
      )}
      <PagedList
        query={query}
        items={layout && data?.docs}
        total={data?.totalDocs}
        page={list.filters.page}
        pageSize={purchasesPerPage}
        onPageChange={list.goToPage}
        loading={{ label: 'Loading leads...', layout: layout === 'list' ? 'rows' : 'cards' }}
        failed={(failure) => errorWithReason(failure, 'The purchased leads could not be loaded.')}
        empty={<NoPurchases isFiltered={list.count > 0} onClear={list.clear} />}
      >
        {(shown) =>
          layout === 'list' ? (
            <ul className={classes.rows} aria-label="Purchased leads">
              {shown.map((purchase) => (
                <PurchaseRow key={purchase._id} purchase={purchase} nowMs={nowMs} onOpen={onOpen} />
              ))}
            </ul>
          ) : (
            <CardGrid label="Purchased leads">
              {shown.map((purchase) => (
                <PurchaseCard
                  key={purchase._id}
                  purchase={purchase}
                  onOpen={onOpen}
                  onRequestReplacement={onRequestReplacement}
                />
              ))}
            </CardGrid>
          )
        }
      </PagedList>
    </section>
  )
}

function NoPurchases({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const isCaller = useAgentRole() === 'caller'
  if (isFiltered) {
    return (
      <EmptyState
        text={
          <>
            No purchased leads found.
            <br />
            None of your leads match these filters.
          </>
        }
        action={
          <Button variant="default" onClick={onClear}>
            Show all my leads
          </Button>
        }
      />
    )
  }
  if (isCaller)
    return (
      <EmptyState text="No lead is assigned to you. Each lead that your agency assigns to you appears here." />
    )
  return (
    <EmptyState
      text={
        <>
          No purchased leads found.
          <br />
          Each lead you buy appears here with its phone number and email.
        </>
      }
      action={
        <Button component={Link} to="/dashboard/my-leads">
          Browse leads
        </Button>
      }
    />
  )
}
