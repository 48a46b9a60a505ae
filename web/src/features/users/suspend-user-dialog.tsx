import type { User } from '@raahi/contract/users'
import { errorMessage } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { nameOf } from './public/user-labels.ts'
import { useSetUserStatus } from './users.api.ts'

type SuspendUserDialogProps = {
  /** The user, as it was when the dialog was opened; null before the first one was chosen. */
  user: Pick<User, '_id' | 'name' | 'email' | 'userStatus'> | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone?: () => void
}

/** Asks before a user is suspended or re-activated. */
export function SuspendUserDialog({ user, opened, onClose, onDone }: SuspendUserDialogProps) {
  const change = useSetUserStatus()
  const suspended = user?.userStatus === 'suspended'
  const close = () => {
    change.reset()
    onClose()
  }
  const confirm = () => {
    if (!user) return
    onDone?.()
    change.mutate(
      { userId: user._id, status: suspended ? 'active' : 'suspended' },
      {
        onSuccess: () => {
          notifySuccess(suspended ? 'User activated successfully!' : 'User suspended successfully!')
          close()
        },
      },
    )
  }
  const name = (
    <strong>
      <bdi>{user && nameOf(user)}</bdi>
    </strong>
  )
  const what = suspended ? 'Failed to activate user' : 'Failed to suspend user'
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title={suspended ? 'Re-activate user' : 'Suspend user'}
      confirmLabel={suspended ? 'Re-activate' : 'Suspend'}
      tone={suspended ? 'action' : 'danger'}
      busy={change.isPending}
      error={change.isError && errorMessage(change.error, what)}
    >
      {suspended ? (
        <p>
          Let {name} ({user?.email}) log in again? The wallet, plans and purchased leads are
          unchanged.
        </p>
      ) : (
        <>
          <p>
            Suspend {name} ({user?.email})?
          </p>
          <p>
            They will be logged out of all devices and cannot log in until you re-activate them. The
            wallet, plans and purchased leads stay as they are.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
