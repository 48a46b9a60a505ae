import { Button } from '@mantine/core'
import type { ListedUser } from '@raahi/contract/users'
import { IconUserPlus } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { AddUserDialog } from '../../features/users/add-user-dialog.tsx'
import type { UserAction } from '../../features/users/user-card.tsx'
import { userFilters } from '../../features/users/user-filters.ts'
import { UserList } from '../../features/users/user-list.tsx'
import { UserSearchPanel } from '../../features/users/user-search-panel.tsx'
import { useUserPage } from '../../features/users/users.api.ts'
import { useSignedInUser } from '../../lib/session.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { UserDialogs } from './user-dialogs.tsx'

/** All users, for an admin: search, add, look at, change, pay in, suspend. */
export default function UsersPage() {
  const list = useListFilters(userFilters)
  const query = useUserPage(list.filters)
  const target = useDialogTarget<{ action: UserAction; user: ListedUser }>()
  const [adding, setAdding] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const ownId = useSignedInUser()._id

  const { open } = target
  const act = useCallback((action: UserAction, user: ListedUser) => open({ action, user }), [open])
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
      <UserSearchPanel list={list} />
      <UserList query={query} list={list} ownId={ownId} titleRef={title} onAct={act} />
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
