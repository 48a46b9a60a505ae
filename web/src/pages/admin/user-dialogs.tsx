import type { ListedUser } from '@raahi/contract/users'
import { AssignPlanDialog } from '../../features/plans/management/assign-plan-dialog.tsx'
import { UserLeadsDialog } from '../../features/purchases/user-leads-dialog.tsx'
import { UserReplacementRequests } from '../../features/replacements/user-replacement-requests.tsx'
import { SuspendUserDialog } from '../../features/users/suspend-user-dialog.tsx'
import type { UserAction } from '../../features/users/user-card.tsx'
import { UserDetailsDialog } from '../../features/users/user-details-dialog.tsx'
import { nameOf } from '../../features/users/user-labels.ts'
import { useRefreshUsers, useUser } from '../../features/users/users.api.ts'
import { AddAmountDialog } from '../../features/wallets/add-amount-dialog.tsx'
import { ViewModal } from '../../ui/view-modal.tsx'
import classes from './user-dialogs.module.css'

type UserDialogsProps = {
  /** Whom the open dialog is about, and what for; null before the first one was opened. */
  target: { action: UserAction; user: ListedUser } | null
  opened: boolean
  onClose: () => void
  /** Called before the list is read again. */
  onDone: () => void
}

/** Every dialog that a user's card opens; one at a time. */
export function UserDialogs({ target, opened, onClose, onDone }: UserDialogsProps) {
  const refresh = useRefreshUsers()
  const user = target && { ...target.user, name: nameOf(target.user) }
  const dialog = (action: UserAction) => ({
    user,
    opened: opened && target?.action === action,
    onClose,
  })
  return (
    <>
      <UserDetailsDialog {...dialog('details')} />
      <UserLeadsDialog {...dialog('purchases')} />
      <AssignPlanDialog {...dialog('plan')} onSettled={refresh} />
      <WalletDialog {...dialog('wallet')} onSettled={refresh} />
      <ReplacementsDialog {...dialog('replacements')} onSettled={refresh} />
      <SuspendUserDialog {...dialog('status')} onDone={onDone} />
    </>
  )
}

type MoneyDialogProps = {
  user: ListedUser | null
  opened: boolean
  onClose: () => void
  /** Called once it is settled, well or not. */
  onSettled: () => void
}

function ReplacementsDialog({ user, opened, onClose, onSettled }: MoneyDialogProps) {
  return (
    <ViewModal opened={opened} onClose={onClose} title="Lead Replacement Requests" size="50rem">
      {user && (
        <>
          <p className={classes.of}>
            <bdi>{user.name}</bdi>
          </p>
          <UserReplacementRequests key={user._id} userId={user._id} onSettled={onSettled} />
        </>
      )}
    </ViewModal>
  )
}

/** The card's balance may be of some time ago: the dialog shows the one of now. */
function WalletDialog({ user, ...dialog }: MoneyDialogProps) {
  const { data } = useUser(user?._id ?? '', { enabled: dialog.opened })
  return <AddAmountDialog user={user} balance={(data ?? user)?.wallet} {...dialog} />
}
