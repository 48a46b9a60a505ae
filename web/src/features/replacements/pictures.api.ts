import { addRequestPicture, removeRequestPicture } from '@raahi/contract/replacement-pictures'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { purchasesKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

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
 * Adds pictures to a request, one after another. The result contains the pictures that could not be added. Refetches
 * the purchases afterwards.
 */
export function useAddPictures() {
  /** The number of the picture that is being added, from 1. */
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

/** Adds one picture to a pending request. Refetches the purchases afterwards. */
export function useAddPicture() {
  return useSingleMutation({
    mutationFn: ({ requestId, file }: { requestId: string; file: File }) =>
      addPicture(requestId, file),
    refreshes: [purchasesKey],
  })
}

/** Removes a picture of a pending request. Refetches the purchases, also after a failure: it may be removed already. */
export function useRemovePicture() {
  return useSingleMutation({
    mutationFn: (pictureId: string) => call(removeRequestPicture, { params: { pictureId } }),
    refreshes: [purchasesKey],
  })
}
