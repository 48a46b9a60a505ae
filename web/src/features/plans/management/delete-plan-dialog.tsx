import type { Plan } from '@raahi/contract/plans'
import { MutationDialog } from '../../../ui/mutation-dialog.tsx'
import { useDeletePlan } from '../public/plans.api.ts'

type DeletePlanDialogProps = {
  /** The plan to delete; null before the first one was chosen. */
  plan: Plan | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** Asks before a plan is deleted, and says that current holders keep it. */
export function DeletePlanDialog({ plan, opened, onClose, onDone }: DeletePlanDialogProps) {
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useDeletePlan()}
      input={plan?._id}
      doneText={`Plan deleted: ${plan?.planName}.`}
      failedText="Failed to delete plan."
      onStart={onDone}
      title="Delete plan"
      confirmLabel="Delete"
      tone="danger"
    >
      <p>Are you sure you want to delete this plan?</p>
      <p>
        <strong>
          <bdi>{plan?.planName}</bdi>
        </strong>{' '}
        (<bdi>{plan?.planId}</bdi>) can no longer be bought or assigned. Agents who have it keep it
        with its leads until it ends.
      </p>
    </MutationDialog>
  )
}
