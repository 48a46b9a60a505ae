import { Button } from '@mantine/core'
import type { listAuditLog } from '@raahi/contract/audit-log'
import type { Answer } from '@raahi/contract/endpoint'
import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { countAuditFilters } from './audit-filters.ts'
import { entriesPerPage, useAuditPage } from './audit-log.api.ts'
import classes from './audit-log.module.css'
import { AuditSearchPanel } from './audit-search-panel.tsx'
import { useAuditFilters } from './use-audit-filters.ts'

/** What was done by whom, for an admin. */
export function AuditLog() {
  const { filters, change, clear, clears } = useAuditFilters()
  const query = useAuditPage(filters)
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  return (
    <>
      <PageHeader
        title="Audit Log"
        subtitle="Who did what, and what it changed. Entries cannot be edited or deleted."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <AuditSearchPanel filters={filters} clears={clears} onChange={change} onClear={clear} />
      <AuditList
        query={query}
        page={filters.page}
        onPageChange={goToPage}
        onClear={countAuditFilters(filters) > 0 ? clear : undefined}
      />
    </>
  )
}

interface AuditListProps {
  query: UseQueryResult<Answer<typeof listAuditLog>>
  page: number
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Absent where no filter is set. */
  onClear: (() => void) | undefined
}

function AuditList({ query, page, onPageChange, onClear }: AuditListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && errorWithReason(error, 'The audit log could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading the audit log..." layout="rows" count={8} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        <EmptyState
          text={
            onClear
              ? 'No actions match the current filters.'
              : 'No actions yet. Actions by admins will be listed here.'
          }
          action={
            onClear && (
              <Button variant="default" onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        />
      ) : (
        <ol className={classes.list} data-stale={isPlaceholderData || undefined}>
          {data.docs.map((entry) => (
            <AuditEntryItem key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
      <Pagination
        page={page}
        pageSize={entriesPerPage}
        total={data.totalDocs}
        onPageChange={onPageChange}
      />
    </>
  )
}
