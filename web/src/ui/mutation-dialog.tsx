import type { ComponentProps } from 'react'
import { errorWithReason } from '../lib/api-error.ts'
import type { useSingleMutation } from '../lib/use-single-mutation.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { notifySuccess } from './toast.ts'

interface MutationDialogProps<Input, Data>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'busy' | 'error'> {
  mutation: ReturnType<typeof useSingleMutation<Data, Input>>
  /** The input of the mutation; undefined until something is chosen. */
  input: Input | undefined
  /** The message after success, or a function of the result. */
  doneText: string | ((data: Data) => string)
  failedText: string
  /** Called before the mutation, which refetches the list. */
  onStart?: () => void
  onDone?: () => void
}

/** Asks for confirmation before a mutation. Closes after success, and stays open with the reason after a failure. */
export function MutationDialog<Input, Data>({
  mutation,
  input,
  doneText,
  failedText,
  onStart,
  onDone,
  onClose,
  ...dialog
}: MutationDialogProps<Input, Data>) {
  const close = () => {
    mutation.reset()
    onClose()
  }
  const confirm = () => {
    if (input === undefined) return
    onStart?.()
    mutation.mutate(input, {
      onSuccess: (data) => {
        notifySuccess(typeof doneText === 'function' ? doneText(data) : doneText)
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
