import type { Lead } from '@raahi/contract/leads'
import { errorWithReason } from '../../../lib/api-error.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../../ui/toast.ts'
import { useDeleteLead, useMarkLeadSold } from './admin-leads.api.ts'

type LeadDialogProps = {
  /** The lead it is about; null before the first one was chosen. */
  lead: Lead | null
  opened: boolean
  onClose: () => void
  /** Called before the list is read again. */
  onDone: () => void
}

/** Asks before a lead is marked as sold: there is no way back. */
export function MarkSoldDialog({ lead, opened, onClose, onDone }: LeadDialogProps) {
  const markSold = useMarkLeadSold()
  const close = () => {
    markSold.reset()
    onClose()
  }
  const confirm = () => {
    if (!lead) return
    onDone()
    markSold.mutate(lead._id, {
      onSuccess: () => {
        notifySuccess('Lead marked as sold')
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Mark as sold"
      confirmLabel="Mark as sold"
      busy={markSold.isPending}
      error={markSold.isError && errorWithReason(markSold.error, 'Error updating status')}
    >
      <p>
        Mark the lead of <strong>{lead?.name}</strong> ({lead?.leadId}) as sold outside Raahi?
      </p>
      <p>This is final. Agents can no longer buy it, and you can no longer edit it.</p>
    </ConfirmDialog>
  )
}

/** Asks before a lead is deleted. */
export function DeleteLeadDialog({ lead, opened, onClose, onDone }: LeadDialogProps) {
  const remove = useDeleteLead()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!lead) return
    onDone()
    remove.mutate(lead._id, {
      onSuccess: () => {
        notifySuccess('Lead deleted.')
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Delete lead"
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      error={remove.isError && errorWithReason(remove.error, 'The lead could not be deleted.')}
    >
      <p>Are you sure you want to delete this lead?</p>
      <p>
        <strong>{lead?.name}</strong> ({lead?.leadId}) will be removed from all lists.
        {lead?.satatus === 'sold' && ' An agent who bought it keeps it.'}
      </p>
    </ConfirmDialog>
  )
}
