import type { Enquiry } from '@raahi/contract/enquiries'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { type EnquiryPageQuery, enquiriesPerPage } from './admin-enquiries.api.ts'
import { EnquiryItem } from './enquiry-item.tsx'
import classes from './enquiry-list.module.css'

interface EnquiryListProps {
  query: EnquiryPageQuery
  page: number
  /** Shown where there is none. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onConvert: (enquiry: Enquiry) => void
  onReject: (enquiry: Enquiry) => void
}

/** A page of enquiries in every state a list can be in. */
export function EnquiryList({
  query,
  page,
  empty,
  onPageChange,
  onConvert,
  onReject,
}: EnquiryListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last enquiry of the last page was decided, or the address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && failureText(error, 'The enquiries could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading enquiries..." layout="rows" count={4} />
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
          aria-label="Enquiries"
        >
          {data.docs.map((enquiry) => (
            <EnquiryItem
              key={enquiry._id}
              enquiry={enquiry}
              onConvert={onConvert}
              onReject={onReject}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={enquiriesPerPage}
        total={data.totalDocs}
        onPageChange={onPageChange}
      />
    </>
  )
}
