import {
  erasePersonalData,
  exportPersonalData,
  findPersonalData,
} from '@raahi/contract/personal-data'
import { call } from '../../lib/api.ts'
import { callForFile } from '../../lib/api-file.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

/** The traveller to search for; '' for an empty field. */
export interface Traveller {
  phone: string
  email: string
}

/** Searches the records of a traveller. A mutation, because the audit log records each search. */
export function useFindPersonalData() {
  return useSingleMutation({
    mutationFn: (body: Traveller) => call(findPersonalData, { body }),
  })
}

/** All records of a traveller, as a JSON file. */
export function fetchPersonalDataFile(body: Traveller): Promise<Blob> {
  return callForFile(exportPersonalData, { body })
}

/** Erases a traveller. Any cached query may contain the erased data, so all of them are refreshed. */
export function useErasePersonalData() {
  return useSingleMutation({
    mutationFn: (body: Traveller) => call(erasePersonalData, { body }),
    refreshes: [[]],
  })
}
