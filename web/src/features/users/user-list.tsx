import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useMemo } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { EmptyList } from '../../ui/empty-list.tsx'
import { ListHead, type ListLayout } from '../../ui/list-head.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { notifyError } from '../../ui/toast.ts'
import type { UserActionsProps } from './user-actions.tsx'
import { UserCard } from './user-card.tsx'
import type { userFilters } from './user-filters.ts'
import { UserTable } from './user-table.tsx'
import { usersPerPage, type useUserPage } from './users.api.ts'

interface UserListProps {
  query: ReturnType<typeof useUserPage>
  list: ListFilters<typeof userFilters>
  ownId: string
  titleRef: RefObject<HTMLHeadingElement | null>
  onAct: UserActionsProps['onAct']
}

/** 'All users (total)' with their pages, as a list or as cards. */
export function UserList({ query, list, titleRef, ownId, onAct }: UserListProps) {
  const { data, error, dataUpdatedAt } = query
  const [stored, setLayout] = useLocalStorage<ListLayout>({
    key: `raahi-users-layout-${ownId}`,
    defaultValue: 'list',
    getInitialValueInEffect: false,
  })
  const layout = stored === 'cards' ? 'cards' : 'list'
  const now = useMemo(() => new Date(dataUpdatedAt), [dataUpdatedAt])
  useEffect(() => {
    if (error) notifyError(failureText(error))
  }, [error])
  return (
    <section aria-labelledby="all-users">
      <ListHead
        id="all-users"
        titleRef={titleRef}
        title={<>All users{data && ` (${formatCount(data.totalDocs)})`}</>}
        layout={layout}
        onLayout={setLayout}
      />
      <PagedList
        query={query}
        items={data?.docs}
        total={data?.totalDocs}
        page={list.filters.page}
        pageSize={usersPerPage}
        onPageChange={list.goToPage}
        loading={{
          label: 'Loading users...',
          ...(layout === 'list'
            ? { layout: 'rows', count: usersPerPage, rowHeight: '3.5rem' }
            : { layout: 'cards' }),
        }}
        failed={failureText}
        empty={
          <EmptyList
            list={list}
            noMatch="No users match the current filters."
            text="No users found."
          />
        }
      >
        {(users) =>
          layout === 'list' ? (
            <UserTable
              users={users}
              ownId={ownId}
              now={now}
              sort={list.filters.sort}
              onSort={(sort) => list.change({ sort })}
              onAct={onAct}
            />
          ) : (
            <CardGrid label="Users">
              {users.map((user) => (
                <UserCard
                  key={user._id}
                  user={user}
                  own={user._id === ownId}
                  now={now}
                  onAct={onAct}
                />
              ))}
            </CardGrid>
          )
        }
      </PagedList>
    </section>
  )
}

function failureText(error: unknown): string {
  return errorMessage(error, 'Failed to fetch users')
}
