import { addRequestPicture, removeRequestPicture } from '@raahi/contract/replacement-pictures'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import { purchasesKey } from '../purchases/purchases.api.ts'

function addPicture(requestId: string, file: File) {
  const body = new FormData()
  body.set(addRequestPicture.file.field, file)
  return call(addRequestPicture, { params: { requestId }, body })
}

export interface PictureFailure {
  file: File
  text: string
}

/**
 * Adds pictures to a request, one after another. The result has those that could not be added. The purchases are read
 * again afterwards.
 */
export function useAddPictures() {
  /** The picture that is being added, from 1. */
  const [at, setAt] = useState(1)
  const mutation = useSingleMutation({
    mutationFn: async ({ requestId, files }: { requestId: string; files: readonly File[] }) => {
      const failures: PictureFailure[] = []
      for (const [index, file] of files.entries()) {
        setAt(index + 1)
        try {
          await addPicture(requestId, file)
        } catch (error) {
          failures.push({ file, text: errorMessage(error, 'It could not be added.') })
        }
      }
      return failures
    },
    refreshes: [purchasesKey],
  })
  return { ...mutation, at }
}

/** Adds one picture to a pending request. The purchases are read again afterwards. */
export function useAddPicture() {
  return useSingleMutation({
    mutationFn: ({ requestId, file }: { requestId: string; file: File }) =>
      addPicture(requestId, file),
    refreshes: [purchasesKey],
  })
}

/** Removes a picture of a pending request. The purchases are read again, also after a failure: it may be removed already. */
export function useRemovePicture() {
  return useSingleMutation({
    mutationFn: (pictureId: string) => call(removeRequestPicture, { params: { pictureId } }),
    refreshes: [purchasesKey],
  })
}
