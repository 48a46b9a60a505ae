import { Button } from '@mantine/core'
import { type Lead, type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import { IconX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { CardGrid } from '../../../ui/card-grid.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import { type BoughtHere, withBought } from './bought-here.ts'
import { LeadCard } from './lead-card.tsx'
import classes from './lead-market-list.module.css'

interface LeadMarketListProps {
  query: UseQueryResult<LeadPage>
  /** Leads bought on this page: they keep their places until the agent goes on. */
  bought: readonly BoughtHere[]
  page: number
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onBuy: (lead: Lead) => void
  onBuyNear: () => void
  /** Absent where no filter is set. */
  onClear?: () => void
}

/** The marketplace's cards with their pages, in every state a list can be in. */
export function LeadMarketList({
  query,
  bought,
  page,
  onPageChange,
  onBuy,
  onBuyNear,
  onClear,
}: LeadMarketListProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = query
  const lastPage = data ? Math.max(1, Math.ceil(data.totalLeads / leadsPerPage)) : page
  const isBeyondTheEnd =
    data !== undefined && !isPlaceholderData && page > lastPage && bought.length === 0
  useEffect(() => {
    // The list has become shorter, or the address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  if (data === undefined || isBeyondTheEnd) {
    if (!error) return <SkeletonList label="Loading leads..." count={9} />
    return (
      <ErrorState
        text={errorWithReason(error, 'The leads could not be loaded.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    )
  }
  const leads = withBought(data.leads, bought)
  return (
    <>
      <div className={classes.head}>
        <p role="status" className={classes.count}>
          {data.totalLeads === 1 ? '1 lead' : `${formatCount(data.totalLeads)} leads`}
        </p>
        {onClear && (
          <Button
            variant="subtle"
            color="ink"
            size="compact-md"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={onClear}
          >
            Clear filters
          </Button>
        )}
      </div>
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'The list could not be refreshed.')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
      {leads.length === 0 ? (
        <EmptyState text="No leads match the current filters." />
      ) : (
        <div className={classes.list} data-stale={isPlaceholderData || undefined}>
          <CardGrid label="Travel leads">
            {leads.map((lead) => (
              <LeadCard
                key={lead._id}
                lead={lead}
                contactActions={bought.find((one) => one.lead._id === lead._id)?.contactActions}
                onBuy={onBuy}
                onBuyNear={onBuyNear}
              />
            ))}
          </CardGrid>
        </div>
      )}
      <Pagination
        page={page}
        pageSize={leadsPerPage}
        total={data.totalLeads}
        onPageChange={onPageChange}
      />
    </>
  )
}
