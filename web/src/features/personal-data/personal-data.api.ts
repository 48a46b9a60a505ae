import {
  erasePersonalData,
  exportPersonalData,
  findPersonalData,
} from '@raahi/contract/personal-data'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

/** Who is looked for; '' is a field left empty. */
export interface Traveller {
  phone: string
  email: string
}

/** Looks up what is kept of a traveller. A mutation, as each look is put on record. */
export function useFindPersonalData() {
  return useSingleMutation({
    mutationFn: (body: Traveller) => call(findPersonalData, { body }),
  })
}

/** Everything that is kept of a traveller, as a JSON file. */
export function fetchPersonalDataFile(body: Traveller): Promise<Blob> {
  return callForFile(exportPersonalData, { body })
}

/** Erases a traveller. Whatever was read of the product before may hold what is gone: all of it is read again. */
export function useErasePersonalData() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: Traveller) => call(erasePersonalData, { body }),
    onSettled: () => {
      void queryClient.invalidateQueries()
    },
  })
}
