import type { ReplacementRequest } from '@raahi/contract/replacements'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import type { DecisionAction } from './decide-request-dialog.tsx'
import { type RequestPageQuery, requestsPerPage } from './replacements.api.ts'
import { RequestItem } from './request-item.tsx'
import classes from './request-list.module.css'

interface RequestListProps {
  query: RequestPageQuery
  page: number
  showAgent?: boolean
  /** Shown where there is none. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onDecide: (request: ReplacementRequest, action: DecisionAction) => void
}

/** A page of requests in every state a list can be in. */
export function RequestList({
  query,
  page,
  showAgent = true,
  empty,
  onPageChange,
  onDecide,
}: RequestListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last request of the last page was decided, or the address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && failureText(error, 'Failed to fetch replacement leads.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading requests..." layout="rows" count={4} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        empty
      ) : (
        <ul
          className={classes.list}
          data-stale={isPlaceholderData || undefined}
          aria-label="Replacement requests"
        >
          {data.docs.map((request) => (
            <RequestItem
              key={request._id}
              request={request}
              showAgent={showAgent}
              onDecide={onDecide}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={requestsPerPage}
        total={data.totalDocs}
        onPageChange={onPageChange}
      />
    </>
  )
}
