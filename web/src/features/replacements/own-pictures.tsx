import { Button, FileButton } from '@mantine/core'
import { maxPictures } from '@raahi/contract/picture-limits'
import type { PurchaseEntry } from '@raahi/contract/purchases'
import { addRequestPicture } from '@raahi/contract/replacement-pictures'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { acceptedPictures, pictureFault } from './picture-files.ts'
import { useAddPicture } from './pictures.api.ts'
import classes from './request-pictures.module.css'
import { RequestPictures } from './request-pictures.tsx'

/** The pictures that the agent added to the requests of a purchase. One can be added while a request is pending. */
export function OwnPictures({ purchase }: { purchase: PurchaseEntry }) {
  const add = useAddPicture()
  const reset = useRef<() => void>(null)
  const { replacements, takesPictures } = purchase
  const latest = replacements.at(-1)
  if (!latest) return null
  const canAdd =
    takesPictures && latest.status === 'pending' && latest.pictures.length < maxPictures
  const send = (file: File | null) => {
    reset.current?.()
    if (!file) return
    const fault = pictureFault(file)
    if (fault) return notifyError(fault)
    add.mutate(
      { requestId: latest._id, file },
      {
        onSuccess: () => notifySuccess(addRequestPicture.message),
        onError: (error) => notifyError(errorMessage(error, 'The picture could not be added.')),
      },
    )
  }
  return (
    <>
      <RequestPictures pictures={replacements.flatMap(({ pictures }) => pictures)} />
      {canAdd && (
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
      )}
    </>
  )
}
