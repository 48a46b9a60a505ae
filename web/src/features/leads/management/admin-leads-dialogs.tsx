import { statusOf } from '@raahi/contract/lead-status'
import type { Lead } from '@raahi/contract/leads'
import { MutationDialog } from '../../../ui/mutation-dialog.tsx'
import { useDeleteLead, useMarkLeadSold } from './admin-leads.api.ts'

type LeadDialogProps = {
  /** The lead of the dialog; null before the first one was chosen. */
  lead: Lead | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
}

/** Asks before a lead is marked as sold, because this cannot be undone. */
export function MarkSoldDialog({ lead, opened, onClose, onDone }: LeadDialogProps) {
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useMarkLeadSold()}
      input={lead?._id}
      doneText="Lead marked as sold"
      failedText="Error updating status."
      onStart={onDone}
      title="Mark as sold"
      confirmLabel="Mark as sold"
    >
      <p>
        Mark the lead of <strong>{lead?.name}</strong> ({lead?.leadId}) as sold outside Raahi?
      </p>
      <p>This is final. Agents can no longer buy it, and you can no longer edit it.</p>
    </MutationDialog>
  )
}

/** Asks before a lead is deleted. */
export function DeleteLeadDialog({
  lead,
  opened,
  onClose,
  onDone,
  onDeleted,
}: LeadDialogProps & { onDeleted: (id: string) => void }) {
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useDeleteLead()}
      input={lead?._id}
      doneText="Lead deleted."
      failedText="The lead could not be deleted."
      onStart={onDone}
      onDone={() => lead && onDeleted(lead._id)}
      title="Delete lead"
      confirmLabel="Delete"
      tone="danger"
    >
      <p>Are you sure you want to delete this lead?</p>
      <p>
        <strong>{lead?.name}</strong> ({lead?.leadId}) will be removed from all lists.
        {lead && statusOf(lead) === 'sold' && ' An agent who bought it keeps it.'}
      </p>
    </MutationDialog>
  )
}
