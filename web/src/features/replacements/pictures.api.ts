import { addRequestPicture } from '@raahi/contract/replacement-pictures'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import { purchasesKey } from '../purchases/purchases.api.ts'

function addPicture(requestId: string, file: File) {
  const body = new FormData()
  body.set(addRequestPicture.file.field, file)
  return call(addRequestPicture, { params: { requestId }, body })
}

/**
 * Adds pictures to a request, one after another.
 * @returns a text for each picture that could not be added
 */
export async function addPictures(requestId: string, files: readonly File[]): Promise<string[]> {
  const failures: string[] = []
  for (const file of files) {
    try {
      await addPicture(requestId, file)
    } catch (error) {
      failures.push(`${file.name}: ${errorMessage(error, 'It could not be added.')}`)
    }
  }
  return failures
}

/** Adds one picture to a pending request. The purchases are read again afterwards. */
export function useAddPicture() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ requestId, file }: { requestId: string; file: File }) =>
      addPicture(requestId, file),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: purchasesKey }),
  })
}
