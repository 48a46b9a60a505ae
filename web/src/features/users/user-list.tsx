import { Button } from '@mantine/core'
import type { ListedUser } from '@raahi/contract/users'
import { type RefObject, useEffect } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifyError } from '../../ui/toast.ts'
import { type UserAction, UserCard } from './user-card.tsx'
import { usersPerPage, type useUserPage } from './users.api.ts'
import classes from './users.module.css'

interface UserListProps {
  query: ReturnType<typeof useUserPage>
  page: number
  ownId: string
  titleRef: RefObject<HTMLHeadingElement | null>
  onPageChange: (page: number, options?: { replace: boolean }) => void
  /** Absent where no filter is set. */
  onClear?: () => void
  onAct: (action: UserAction, user: ListedUser) => void
}

/** The users of a page, in every state a list can be in. */
export function UserList({ query, page, titleRef, onPageChange, ...list }: UserListProps) {
  const { data, error, isPlaceholderData } = query
  const lastPage = data?.totalPages ?? page
  const isBeyondTheEnd = data !== undefined && !isPlaceholderData && page > lastPage
  useEffect(() => {
    // The address was made up, or is from a time with more users.
    if (isBeyondTheEnd) onPageChange(lastPage, { replace: true })
  }, [isBeyondTheEnd, lastPage, onPageChange])
  useEffect(() => {
    if (error) notifyError(errorMessage(error, 'Failed to fetch users'))
  }, [error])

  return (
    <section aria-labelledby="all-users">
      <h2 id="all-users" ref={titleRef} tabIndex={-1} className={classes.title}>
        All users{data && ` (${formatCount(data.totalDocs)})`}
      </h2>
      <ListBody query={query} waiting={data === undefined || isBeyondTheEnd} {...list} />
      {data && (
        <Pagination
          page={page}
          pageSize={usersPerPage}
          total={data.totalDocs}
          onPageChange={onPageChange}
        />
      )}
    </section>
  )
}

type ListBodyProps = Pick<UserListProps, 'query' | 'ownId' | 'onClear' | 'onAct'> & {
  waiting: boolean
}

function ListBody({ query, waiting, ownId, onClear, onAct }: ListBodyProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const failure = error && errorMessage(error, 'Failed to fetch users')
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  if (data === undefined || waiting) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading users..." count={6} />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      {data.docs.length === 0 ? (
        <EmptyState
          text={onClear ? 'No users match the current filters.' : 'No users found.'}
          action={
            onClear && (
              <Button variant="default" onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        />
      ) : (
        <div className={classes.list} data-stale={isPlaceholderData || undefined}>
          <CardGrid label="Users">
            {data.docs.map((user) => (
              <UserCard key={user._id} user={user} own={user._id === ownId} onAct={onAct} />
            ))}
          </CardGrid>
        </div>
      )}
    </>
  )
}
