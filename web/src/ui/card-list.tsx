import type { DefaultError } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect } from 'react'
import { errorMessage } from '../lib/api-error.ts'
import classes from './card-list.module.css'
import { ErrorState } from './error-state.tsx'
import { Pagination } from './pagination.tsx'
import { RefreshFailed } from './refresh-failed.tsx'
import { SkeletonList } from './skeleton-list.tsx'

/** The parts of a page query that the list uses. The previous page is shown until the next one arrives. */
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
  /** Accessible name of the list. */
  label: string
  /** Text while the first page loads. */
  loading: string
  /** Text if the list could not be loaded. */
  failed: string
  /** Shown if the list is empty. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Renders one item of the list. */
  children: (item: Item) => ReactNode
}

/** A page of cards, for records with more content than a table row, in every state of a list. */
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
    // The last record of the last page was removed, or the address names a page that does not exist.
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
