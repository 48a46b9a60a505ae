import type { ComponentProps } from 'react'
import { errorWithReason } from '../lib/api-error.ts'
import type { useSingleMutation } from '../lib/use-single-mutation.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { notifySuccess } from './toast.ts'

interface MutationDialogProps<Input>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'busy' | 'error'> {
  mutation: ReturnType<typeof useSingleMutation<unknown, Input>>
  /** Undefined: nothing was chosen yet. */
  input: Input | undefined
  doneText: string
  failedText: string
  /** Called before the mutation, which loads the list again. */
  onStart?: () => void
  onDone?: () => void
}

/** Asks before a mutation. It closes after success, and stays open with the reason of a failure. */
export function MutationDialog<Input>({
  mutation,
  input,
  doneText,
  failedText,
  onStart,
  onDone,
  onClose,
  ...dialog
}: MutationDialogProps<Input>) {
  const close = () => {
    mutation.reset()
    onClose()
  }
  const confirm = () => {
    if (input === undefined) return
    onStart?.()
    mutation.mutate(input, {
      onSuccess: () => {
        notifySuccess(doneText)
        close()
        onDone?.()
      },
    })
  }
  return (
    <ConfirmDialog
      {...dialog}
      onClose={close}
      onConfirm={confirm}
      busy={mutation.isPending}
      error={mutation.isError && errorWithReason(mutation.error, failedText)}
    />
  )
}
