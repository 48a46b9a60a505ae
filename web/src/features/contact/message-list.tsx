import type { ContactMessage } from '@raahi/contract/contact'
import { type ReactNode, useEffect } from 'react'
import { failureText } from '../../lib/failure-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { type MessagePageQuery, messagesPerPage } from './contact-messages.api.ts'
import { MessageItem } from './message-item.tsx'
import classes from './message-list.module.css'

interface MessageListProps {
  query: MessagePageQuery
  page: number
  /** Id of the message that is being marked. */
  marking: string | undefined
  /** Shown where there is none. */
  empty: ReactNode
  onPageChange: (page: number, options?: { replace: boolean }) => void
  onMark: (message: ContactMessage, answered: boolean) => void
}

/** A page of messages in every state a list can be in. */
export function MessageList({
  query,
  page,
  marking,
  empty,
  onPageChange,
  onMark,
}: MessageListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The last message of the last page was marked, or the address was made up.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])

  const failure = error && failureText(error, 'The messages could not be loaded.')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || isBeyondTheEnd) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading messages..." layout="rows" count={4} />
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
          aria-label="Contact messages"
        >
          {data.docs.map((message) => (
            <MessageItem
              key={message._id}
              message={message}
              busy={marking === message._id}
              onMark={onMark}
            />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={messagesPerPage}
        total={data.totalDocs}
        onPageChange={onPageChange}
      />
    </>
  )
}
