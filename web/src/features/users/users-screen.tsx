import { Button } from '@mantine/core'
import type { ListedUser } from '@raahi/contract/users'
import { IconUserPlus } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useSignedInUser } from '../../lib/session.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { AddUserDialog } from './add-user-dialog.tsx'
import { useUserFilters } from './use-user-filters.ts'
import type { UserAction } from './user-card.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import { countUserFilters } from './user-filters.ts'
import { UserList } from './user-list.tsx'
import { UserSearchPanel } from './user-search-panel.tsx'
import { useUserPage } from './users.api.ts'

/** All users, for an admin: search, add, look at, change, pay in, suspend. */
export function UsersScreen() {
  const { filters, change, clear } = useUserFilters()
  const query = useUserPage(filters)
  const target = useDialogTarget<{ action: UserAction; user: ListedUser }>()
  const [adding, setAdding] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const ownId = useSignedInUser()._id

  const { open } = target
  const act = useCallback((action: UserAction, user: ListedUser) => open({ action, user }), [open])
  const goToPage = useCallback(
    (page: number, options?: { replace: boolean }) => change({ page }, { toTop: true, ...options }),
    [change],
  )
  return (
    <>
      <PageHeader
        title="Users"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <Button
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add New User
          </Button>
        }
      />
      <UserSearchPanel filters={filters} onChange={change} onClear={clear} />
      <UserList
        query={query}
        page={filters.page}
        ownId={ownId}
        titleRef={title}
        onPageChange={goToPage}
        onClear={countUserFilters(filters) > 0 ? clear : undefined}
        onAct={act}
      />
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
      <UserDialogs
        target={target.target}
        opened={target.opened}
        onClose={target.close}
        onDone={keepFocus}
      />
    </>
  )
}
