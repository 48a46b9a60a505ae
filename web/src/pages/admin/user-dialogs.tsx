import type { ListedUser } from '@raahi/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback } from 'react'
import { auditLogKey } from '../../features/audit-log/audit-log.api.ts'
import { AssignPlanDialog } from '../../features/plans/management/assign-plan-dialog.tsx'
import { nameOf } from '../../features/users/public/user-labels.ts'
import { SuspendUserDialog } from '../../features/users/suspend-user-dialog.tsx'
import type { DialogAction, DrawerTab, UserAction } from '../../features/users/user-actions.tsx'
import { useRefreshUsers, useUser } from '../../features/users/users.api.ts'
import { AddAmountDialog } from '../../features/wallets/add-amount-dialog.tsx'
import { statementKey, subscriptionsKey } from '../../lib/query-keys.ts'
import { refetch } from '../../lib/refetch.ts'
import { useDialogTarget } from '../../lib/use-dialog-target.ts'
import { notifyError } from '../../ui/toast.ts'

const loadDrawer = () => import('./user-drawer.tsx')
const UserDrawer = lazy(loadDrawer)

/**
 * The drawer and the dialogs of a user; dialogs are shown above the drawer.
 * @param listed the users of the list, so that an open drawer shows a user as it is now
 * @param onDone called before the list is refetched
 * @returns the handler of a user's buttons, and the elements
 */
export function useUserDialogs(listed: readonly ListedUser[], onDone: () => void) {
  const drawer = useDialogTarget<{ tab: DrawerTab; user: ListedUser }>()
  const dialog = useDialogTarget<{ action: DialogAction; user: ListedUser }>()
  const refresh = useRefreshAll()
  const openDrawer = drawer.open
  const openDialog = dialog.open
  const act = useCallback(
    async (action: UserAction, user: ListedUser) => {
      const target = named(user)
      if (action === 'plan' || action === 'wallet' || action === 'status') {
        openDialog({ action, user: target })
        return
      }
      try {
        await loadDrawer()
        openDrawer({ tab: action, user: target })
      } catch {
        notifyError('The user could not be opened. Check your connection, or reload the page.')
      }
    },
    [openDialog, openDrawer],
  )
  const dialogProps = (action: DialogAction) => ({
    user: dialog.target?.user ?? null,
    opened: dialog.opened && dialog.target?.action === action,
    onClose: dialog.close,
  })
  const opened = drawer.target?.user
  const current = listed.find(({ _id }) => _id === opened?._id)
  const elements = (
    <>
      {drawer.target && (
        <Suspense>
          <UserDrawer
            user={current ? named(current) : drawer.target.user}
            firstTab={drawer.target.tab}
            opened={drawer.opened}
            onClose={drawer.close}
            onAct={act}
            onSettled={refresh}
          />
        </Suspense>
      )}
      <AssignPlanDialog {...dialogProps('plan')} onSettled={refresh} />
      <WalletDialog {...dialogProps('wallet')} onSettled={refresh} />
      <SuspendUserDialog {...dialogProps('status')} onDone={onDone} />
    </>
  )
  return { act, elements }
}

const named = (user: ListedUser): ListedUser => ({ ...user, name: nameOf(user) })

/** Refetches everything that a plan, a recharge or a decision affects. */
function useRefreshAll() {
  const refreshUsers = useRefreshUsers()
  const queryClient = useQueryClient()
  return () => {
    refreshUsers()
    const changed = [statementKey, subscriptionsKey, auditLogKey]
    for (const queryKey of changed) void refetch(queryClient, queryKey)
  }
}

interface WalletDialogProps {
  user: ListedUser | null
  opened: boolean
  onClose: () => void
  /** Called after the request, successful or not. */
  onSettled: () => void
}

/** The list's balance may be old: the dialog requests the current one. */
function WalletDialog({ user, ...dialog }: WalletDialogProps) {
  const { data } = useUser(user?._id ?? '', { enabled: dialog.opened })
  return <AddAmountDialog user={user} balance={(data ?? user)?.wallet} {...dialog} />
}
