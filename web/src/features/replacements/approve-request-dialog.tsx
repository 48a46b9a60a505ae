import type { ReplacementRequest } from '@raahi/contract/replacements'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ApprovalText } from './approval-text.tsx'
import { useDecision } from './use-decision.ts'

interface ApproveRequestDialogProps {
  /** The request; null before the first one was chosen. */
  request: ReplacementRequest | null
  opened: boolean
  onClose: () => void
  /** Called before the list is refetched. */
  onDone: () => void
  /** Called after the request to the server, successful or not. */
  onSettled?: (() => void) | undefined
}

/** Asks before a request is approved, which is final, and states exactly what will be returned. */
export function ApproveRequestDialog({
  request,
  opened,
  onClose,
  onDone,
  onSettled,
}: ApproveRequestDialogProps) {
  const decide = useDecision(onSettled ? { onSettled } : {})
  const close = () => {
    decide.reset()
    onClose()
  }
  const confirm = () => {
    if (!request) return
    onDone()
    decide.send(request, 'approved', {}, close)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Approve replacement"
      confirmLabel="Approve"
      busy={decide.isPending}
      error={decide.error}
    >
      {request && <ApprovalText request={request} />}
    </ConfirmDialog>
  )
}
