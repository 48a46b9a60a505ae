import { type RequestPicture, removeRequestPicture } from '@raahi/contract/replacement-pictures'
import { errorWithReason } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useRemovePicture } from './pictures.api.ts'

interface RemovePictureDialogProps {
  /** Null before the first one was chosen. */
  picture: RequestPicture | null
  opened: boolean
  onClose: () => void
}

/** Asks before a picture of a pending request is removed. */
export function RemovePictureDialog({ picture, opened, onClose }: RemovePictureDialogProps) {
  const remove = useRemovePicture()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!picture) return
    remove.mutate(picture._id, {
      onSuccess: () => {
        notifySuccess(removeRequestPicture.message)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      onConfirm={confirm}
      title="Remove this picture?"
      confirmLabel="Remove"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Removing.."
      error={remove.isError && errorWithReason(remove.error, 'The picture could not be removed.')}
    >
      <p>We delete it, and our team decides without it. You can add another one until then.</p>
    </ConfirmDialog>
  )
}
