import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { AddUserDialog } from '../../features/users/add-user-dialog.tsx'
import { userFilters } from '../../features/users/user-filters.ts'
import { UserList } from '../../features/users/user-list.tsx'
import { UserSearchPanel } from '../../features/users/user-search-panel.tsx'
import { useUserPage } from '../../features/users/users.api.ts'
import { useMay, useSignedInUser } from '../../lib/session.ts'
import { useAddressAction } from '../../lib/use-address-action.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUserDialogs } from './user-dialogs.tsx'

/** All users, for an admin: search, sort, add, view, change, recharge, suspend. */
export default function UsersPage() {
  const list = useListFilters(userFilters)
  const query = useUserPage(list.filters)
  const [adding, setAdding] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const ownId = useSignedInUser()._id
  const mayAdd = useMay('agents')
  useAddressAction('add', () => setAdding(true))
  const { act, elements } = useUserDialogs(query.data?.docs ?? [], keepFocus)
  return (
    <>
      <PageHeader
        title="Users"
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          mayAdd && (
            <Button
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              Add New User
            </Button>
          )
        }
      />
      <UserSearchPanel list={list} />
      <UserList query={query} list={list} ownId={ownId} titleRef={title} onAct={act} />
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} />
      {elements}
    </>
  )
}
