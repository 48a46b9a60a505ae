import type { LeadCost } from '@raahi/contract/lead-costs'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { describeDelete, leadCostTypeLabels } from './lead-cost-effects.ts'
import { useDeleteLeadCost } from './public/lead-costs.api.ts'

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
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useDeleteLeadCost()}
      input={cost?._id}
      doneText={`Lead cost deleted: ${cost && leadCostTypeLabels[cost.type]}.`}
      failedText="Failed to delete lead cost."
      onDone={onDeleted}
      title="Delete lead cost"
      confirmLabel="Delete"
      tone="danger"
    >
      {cost && (
        <>
          <p>Are you sure you want to delete the price of {leadCostTypeLabels[cost.type]}?</p>
          <p>{describeDelete(costs, cost.type)}</p>
        </>
      )}
    </MutationDialog>
  )
}
