import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type LeadPage, leadsPerPage } from '@raahi/contract/leads'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { errorWithReason } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/counts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { RefreshFailed } from '../../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../../ui/skeleton-list.tsx'
import type { AdminLeadHandlers } from './admin-lead-actions.tsx'
import classes from './admin-leads.module.css'
import { AdminLeadsCards } from './admin-leads-cards.tsx'
import { AdminLeadsTable } from './admin-leads-table.tsx'

type AdminLeadsListProps = AdminLeadHandlers & {
  query: UseQueryResult<LeadPage>
  page: number
  /** Whether any filter is set: decides what an empty list says. */
  filtered: boolean
  titleRef: RefObject<HTMLHeadingElement | null>
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onAdd: () => void
}

/** 'Travel Leads (total)' with its pages, in every state a list can be in. */
export function AdminLeadsList({
  query,
  page,
  filtered,
  titleRef,
  onPageChange,
  onAdd,
  ...handlers
}: AdminLeadsListProps) {
  const { data, isPlaceholderData } = query
  const lastPage = data ? Math.max(1, Math.ceil(data.totalLeads / leadsPerPage)) : page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last lead of the last page was deleted, or the address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  return (
    <section aria-labelledby="travel-leads">
      <h2 id="travel-leads" ref={titleRef} tabIndex={-1} className={classes.listTitle}>
        Travel Leads{data && ` (${formatCount(data.totalLeads)})`}
      </h2>
      <ListBody
        query={query}
        waiting={data === undefined || isBeyondTheEnd}
        empty={
          filtered ? (
            <EmptyState text="No leads match the current filters." />
          ) : (
            <EmptyState
              text="No leads available. Add your first lead to get started!"
              action={
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  onClick={onAdd}
                >
                  Add New Travel Lead
                </Button>
              }
            />
          )
        }
        {...handlers}
      />
      {data && (
        <Pagination
          page={page}
          pageSize={leadsPerPage}
          total={data.totalLeads}
          onPageChange={onPageChange}
        />
      )}
    </section>
  )
}

type ListBodyProps = AdminLeadHandlers & {
  query: UseQueryResult<LeadPage>
  waiting: boolean
  empty: ReactNode
}

function ListBody({ query, waiting, empty, ...handlers }: ListBodyProps) {
  const wide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false })
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (data === undefined || waiting) {
    if (!error) {
      return (
        <SkeletonList
          label="Loading leads..."
          layout={wide ? 'rows' : 'cards'}
          count={wide ? 8 : 4}
        />
      )
    }
    return (
      <ErrorState
        text={errorWithReason(error, 'The leads could not be loaded.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    )
  }
  const Layout = wide ? AdminLeadsTable : AdminLeadsCards
  return (
    <>
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'The list could not be refreshed.')}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
      {data.leads.length === 0 ? (
        empty
      ) : (
        <div className={classes.list} data-stale={isPlaceholderData || undefined}>
          <Layout leads={data.leads} {...handlers} />
        </div>
      )}
    </>
  )
}
