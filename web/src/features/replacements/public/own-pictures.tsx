import { Button, FileButton } from '@mantine/core'
import { maxPictures } from '@raahi/contract/picture-limits'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { addRequestPicture, type RequestPicture } from '@raahi/contract/replacement-pictures'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { errorMessage } from '../../../lib/api-error.ts'
import { useDialogTarget } from '../../../lib/use-dialog-target.ts'
import { notifyError, notifySuccess } from '../../../ui/toast.ts'
import { acceptedPictures, pictureFault } from '../picture-files.ts'
import { useAddPicture } from '../pictures.api.ts'
import { RemovePictureDialog } from '../remove-picture-dialog.tsx'
import classes from '../request-pictures.module.css'
import { RequestPictures } from '../request-pictures.tsx'

/** The pictures that the agent added to the requests of a purchase. Those of a pending request can be added and removed. */
export function OwnPictures({ purchase }: { purchase: PurchaseEntry }) {
  const { open: askToRemove, ...removing } = useDialogTarget<RequestPicture>()
  const { replacements, takesPictures } = purchase
  const latest = replacements.at(-1)
  if (!latest) return null
  const isPending = takesPictures && latest.status === 'pending'
  const removeButton = (picture: RequestPicture, name: string) =>
    isPending &&
    latest.pictures.some(({ _id }) => _id === picture._id) && (
      <Button
        variant="default"
        size="sm"
        leftSection={<IconX size={18} aria-hidden />}
        onClick={() => askToRemove(picture)}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
    )
  return (
    <>
      <RequestPictures
        pictures={replacements.flatMap(({ pictures }) => pictures)}
        actionOf={removeButton}
      />
      {isPending && latest.pictures.length < maxPictures && <AddPicture requestId={latest._id} />}
      <RemovePictureDialog
        picture={removing.target}
        opened={removing.opened}
        onClose={removing.close}
      />
    </>
  )
}

function AddPicture({ requestId }: { requestId: string }) {
  const add = useAddPicture()
  const reset = useRef<() => void>(null)
  const send = (file: File | null) => {
    reset.current?.()
    if (!file) return
    const fault = pictureFault(file)
    if (fault) return notifyError(fault)
    add.mutate(
      { requestId, file },
      {
        onSuccess: () => notifySuccess(addRequestPicture.message),
        onError: (error) => notifyError(errorMessage(error, 'The picture could not be added.')),
      },
    )
  }
  return (
    <div className={classes.pictures}>
      <FileButton resetRef={reset} onChange={send} accept={acceptedPictures}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="sm"
            loading={add.isPending}
            leftSection={<IconPhotoPlus size={18} aria-hidden />}
          >
            Add a picture
          </Button>
        )}
      </FileButton>
    </div>
  )
}
