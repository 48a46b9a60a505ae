import type { LeadCost } from '@raahi/contract/lead-costs'
import { errorWithReason } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { describeDelete, leadCostTypeLabels } from './lead-cost-effects.ts'
import { useDeleteLeadCost } from './lead-costs.api.ts'

type DeleteLeadCostDialogProps = {
  /** The price to delete; null before the first one was chosen. */
  cost: LeadCost | null
  costs: readonly LeadCost[]
  opened: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a price is deleted, and shows the consequences. */
export function DeleteLeadCostDialog({
  cost,
  costs,
  opened,
  onClose,
  onDeleted,
}: DeleteLeadCostDialogProps) {
  const remove = useDeleteLeadCost()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!cost) return
    remove.mutate(cost._id, {
      onSuccess: () => {
        notifySuccess(`Lead cost deleted: ${leadCostTypeLabels[cost.type]}.`)
        close()
        onDeleted()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Delete lead cost"
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      error={remove.isError && errorWithReason(remove.error, 'Failed to delete lead cost.')}
    >
      {cost && (
        <>
          <p>Are you sure you want to delete the price of {leadCostTypeLabels[cost.type]}?</p>
          <p>{describeDelete(costs, cost.type)}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
