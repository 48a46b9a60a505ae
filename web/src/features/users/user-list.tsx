import type { ListedUser } from '@raahi/contract/users'
import { type RefObject, useEffect } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyList } from '../../ui/empty-list.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { notifyError } from '../../ui/toast.ts'
import { type UserAction, UserCard } from './user-card.tsx'
import type { userFilters } from './user-filters.ts'
import { usersPerPage, type useUserPage } from './users.api.ts'
import classes from './users.module.css'

interface UserListProps {
  query: ReturnType<typeof useUserPage>
  list: ListFilters<typeof userFilters>
  ownId: string
  titleRef: RefObject<HTMLHeadingElement | null>
  onAct: (action: UserAction, user: ListedUser) => void
}

/** 'All users (total)' with their pages. */
export function UserList({ query, list, titleRef, ownId, onAct }: UserListProps) {
  const { data, error } = query
  useEffect(() => {
    if (error) notifyError(failureText(error))
  }, [error])
  return (
    <section aria-labelledby="all-users">
      <h2 id="all-users" ref={titleRef} tabIndex={-1} className={classes.title}>
        All users{data && ` (${formatCount(data.totalDocs)})`}
      </h2>
      <PagedList
        query={query}
        items={data?.docs}
        total={data?.totalDocs}
        page={list.filters.page}
        pageSize={usersPerPage}
        onPageChange={list.goToPage}
        loading={{ label: 'Loading users...' }}
        failed={failureText}
        empty={
          <EmptyList
            list={list}
            noMatch="No users match the current filters."
            text="No users found."
          />
        }
      >
        {(users) => (
          <CardGrid label="Users">
            {users.map((user) => (
              <UserCard key={user._id} user={user} own={user._id === ownId} onAct={onAct} />
            ))}
          </CardGrid>
        )}
      </PagedList>
    </section>
  )
}

function failureText(error: unknown): string {
  return errorMessage(error, 'Failed to fetch users')
}
