import type { DefaultError } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ErrorState } from './error-state.tsx'
import classes from './paged-list.module.css'
import { type PagerProps, Pagination } from './pagination.tsx'
import { RefreshFailed } from './refresh-failed.tsx'
import { SkeletonList, type SkeletonListProps } from './skeleton-list.tsx'

/** The part of a query that a list needs. */
interface ListQuery {
  error: DefaultError | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface PagedListProps<Item> {
  query: ListQuery
  /** The entries of the page; undefined until loaded. While the next page is loading, those of the previous page. */
  items: readonly Item[] | undefined
  /** The number of entries on all pages. */
  total: number | undefined
  /** Whether there are more entries than `total`. */
  isTotalCapped?: boolean | undefined
  page: number
  pageSize: number
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Text while the first page is loading, and the shape that is drawn. */
  loading: SkeletonListProps
  /** Text of a failure. `isRefresh`: older entries are on the screen. */
  failed: (error: DefaultError, isRefresh: boolean) => string
  /** What an empty list shows. */
  empty: ReactNode
  /** `Pagination`, `PageSteps` or `PageStepsIfSeveral`. */
  pager?: (props: PagerProps) => ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A page of a list in every state: loading, failed, empty, full, not refreshed, and beyond the last page. */
export function PagedList<Item>({
  query: { error, isFetching, isPlaceholderData, refetch },
  items,
  total = 0,
  isTotalCapped,
  page,
  pageSize,
  onPageChange,
  loading,
  failed,
  empty,
  pager: Pager = Pagination,
  children,
}: PagedListProps<Item>) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const isBeyondTheEnd = items?.length === 0 && !isPlaceholderData && page > pages
  useEffect(() => {
    // The last entry of the last page was removed, or the address is outdated or invalid.
    if (isBeyondTheEnd) onPageChange(pages, { replace: true })
  }, [isBeyondTheEnd, pages, onPageChange])

  const isLoaded = items !== undefined && !isBeyondTheEnd
  const failure = error && failed(error, isLoaded)
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (!isLoaded) {
    return failure ? <ErrorState text={failure} {...retry} /> : <SkeletonList {...loading} />
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {items.length === 0 ? (
        empty
      ) : (
        <div className={classes.page} data-stale={isPlaceholderData || undefined}>
          {children(items)}
        </div>
      )}
      {total > 0 && <Pager {...{ page, pages, pageSize, total, isTotalCapped, onPageChange }} />}
    </>
  )
}
