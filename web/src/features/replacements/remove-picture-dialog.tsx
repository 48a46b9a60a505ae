import { type RequestPicture, removeRequestPicture } from '@raahi/contract/replacement-pictures'
import { MutationDialog } from '../../ui/mutation-dialog.tsx'
import { useRemovePicture } from './pictures.api.ts'

interface RemovePictureDialogProps {
  /** The picture to remove; null before the first one was chosen. */
  picture: RequestPicture | null
  opened: boolean
  onClose: () => void
}

/** Asks before a picture of a pending request is removed. */
export function RemovePictureDialog({ picture, opened, onClose }: RemovePictureDialogProps) {
  return (
    <MutationDialog
      opened={opened}
      onClose={onClose}
      mutation={useRemovePicture()}
      input={picture?._id}
      doneText={removeRequestPicture.message}
      failedText="The picture could not be removed."
      title="Remove this picture?"
      confirmLabel="Remove"
      tone="danger"
      busyLabel="Removing.."
    >
      <p>We delete it, and our team decides without it. You can add another one until then.</p>
    </MutationDialog>
  )
}
