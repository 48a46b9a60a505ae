import type { DefaultError } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { errorMessage } from '../lib/api-error.ts'
import classes from './card-list.module.css'
import { ErrorState } from './error-state.tsx'
import { Pagination } from './pagination.tsx'
import { RefreshFailed } from './refresh-failed.tsx'
import { SkeletonList } from './skeleton-list.tsx'

/** What is used of a query for a page, the page before standing in until it is there. */
interface PageQuery<Item> {
  data: { docs: Item[]; totalDocs: number; totalPages: number } | undefined
  error: DefaultError | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

interface CardListProps<Item> {
  query: PageQuery<Item>
  page: number
  pageSize: number
  /** What the list is called. */
  label: string
  /** Said while the first page is on its way. */
  loading: string
  /** Said where it could not be read. */
  failed: string
  /** Shown where there is none. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Draws one as a list item. */
  children: (item: Item) => ReactNode
}

/** A page of cards, each with more to it than a row of a table, in every state a list can be in. */
export function CardList<Item extends { _id: string }>({
  query,
  page,
  pageSize,
  label,
  loading,
  failed,
  empty,
  onPageChange,
  children,
}: CardListProps<Item>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last one of the last page was dealt with, or the address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && errorMessage(error, failed)
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label={loading} layout="rows" count={4} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        empty
      ) : (
        <ul className={classes.list} data-stale={isPlaceholderData || undefined} aria-label={label}>
          {data.docs.map((item) => (
            <Fragment key={item._id}>{children(item)}</Fragment>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={data.totalDocs}
        onPageChange={onPageChange}
      />
    </>
  )
}
