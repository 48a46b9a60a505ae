import type { ComponentProps } from 'react'
import { errorWithReason } from '../lib/api-error.ts'
import type { useSingleMutation } from '../lib/use-single-mutation.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { notifySuccess } from './toast.ts'

interface MutationDialogProps<Input>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'busy' | 'error'> {
  mutation: ReturnType<typeof useSingleMutation<unknown, Input>>
  /** The input of the mutation; undefined until something is chosen. */
  input: Input | undefined
  doneText: string
  failedText: string
  /** Called before the mutation, which refetches the list. */
  onStart?: () => void
  onDone?: () => void
}

/** Asks for confirmation before a mutation. Closes after success, and stays open with the reason after a failure. */
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
