import type { Plan } from '@raahi/contract/plans'
import { errorWithReason } from '../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { useDeletePlan } from '../plans.api.ts'

type DeletePlanDialogProps = {
  /** The plan to delete; null before the first one was chosen. */
  plan: Plan | null
  opened: boolean
  onClose: () => void
  /** Called before the list is read again. */
  onDone: () => void
}

/** Asks before a plan is deleted, and says what that does not do. */
export function DeletePlanDialog({ plan, opened, onClose, onDone }: DeletePlanDialogProps) {
  const remove = useDeletePlan()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!plan) return
    onDone()
    remove.mutate(plan._id, {
      onSuccess: () => {
        notifySuccess(`Plan deleted: ${plan.planName}.`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Delete plan"
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      error={remove.isError && errorWithReason(remove.error, 'Failed to delete plan.')}
    >
      <p>Are you sure you want to delete this plan?</p>
      <p>
        <strong>
          <bdi>{plan?.planName}</bdi>
        </strong>{' '}
        (<bdi>{plan?.planId}</bdi>) can no longer be bought or assigned. Agents who have it keep it
        with its leads until it ends.
      </p>
    </ConfirmDialog>
  )
}
